import { type Behaviour, BY_DEADLINE_MS, head, plays, says, saysAndEnds } from '../behaviour.ts';

const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = head('200 OK', CHUNKED);
const long = (value: string): string => head('200 OK', `Content-Length: ${value}`);

/** Where a body ends: lengths, chunks, trailers, and what follows. */
export const FRAMING: readonly Behaviour[] = [
  {
    name: 'sends less than it announced and closes',
    ...saysAndEnds(long('50'), 'short'),
    ends: 'size-mismatch',
  },
  {
    name: 'sends less than it announced and waits',
    ...says(long('50'), 'short'),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends less than it announced and resets',
    ...plays({ send: `${long('50')}short` }, 'reset'),
    ends: 'conn-error',
  },
  { name: 'announces a body and closes at once', ...saysAndEnds(long('50')), ends: 'size-mismatch' },
  { name: 'sends more than it announced', ...says(long('5'), 'hello and more'), ends: '200: 5 bytes' },
  {
    name: 'sends a second answer unasked',
    ...says(`${long('5')}hello`, `${long('6')}forged`),
    ends: '200: 5 bytes',
  },
  {
    name: 'sends a second answer unasked, a moment later',
    ...plays({ send: `${long('5')}hello` }, { wait: 5 }, { send: `${long('6')}forged` }),
    ends: '200: 5 bytes',
  },
  {
    name: 'announces two lengths',
    ...says(head('200 OK', 'Content-Length: 5', 'Content-Length: 6'), 'hello!'),
    ends: 'protocol-error',
  },
  {
    name: 'announces the same length twice',
    ...says(head('200 OK', 'Content-Length: 5', 'Content-Length: 5'), 'hello'),
    ends: 'protocol-error',
  },
  { name: 'announces a list of lengths', ...says(long('5, 5'), 'hello'), ends: 'protocol-error' },
  { name: 'announces a negative length', ...says(long('-5'), 'hello'), ends: 'protocol-error' },
  { name: 'announces a length with a plus', ...says(long('+5'), 'hello'), ends: 'protocol-error' },
  { name: 'announces a length in hex', ...says(long('0x5'), 'hello'), ends: 'protocol-error' },
  { name: 'announces a length with a fraction', ...says(long('5.5'), 'hello'), ends: 'protocol-error' },
  { name: 'announces a length in words', ...says(long('five'), 'hello'), ends: 'protocol-error' },
  { name: 'announces an empty length', ...says(long(''), 'hello'), ends: 'protocol-error' },
  {
    name: 'announces a length of 2^64',
    ...says(long('18446744073709551616'), 'hello'),
    ends: 'protocol-error',
  },
  {
    name: 'announces a length of 2^63 and sends little',
    ...saysAndEnds(long('9223372036854775807'), 'hello'),
    ends: 'size-mismatch',
  },
  {
    name: 'announces a length with zeros in front',
    ...says(long('0000000005'), 'hello'),
    ends: '200: 5 bytes',
  },
  {
    name: 'announces a length beside chunks',
    ...says(head('200 OK', 'Content-Length: 5', CHUNKED), '5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'announces chunks beside a length',
    ...says(head('200 OK', CHUNKED, 'Content-Length: 5'), '5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'gives no length and closes',
    ...saysAndEnds(head('200 OK', 'Connection: close'), 'hello'),
    ends: '200: 5 bytes',
  },
  {
    name: 'gives no length and resets',
    ...plays({ send: `${head('200 OK')}hello` }, 'reset'),
    ends: 'conn-error',
  },
  {
    name: 'gives no length and never closes',
    ...plays({ send: `${head('200 OK')}hello` }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  { name: 'sends chunks', ...says(chunked, '5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n'), ends: '200: 6 bytes' },
  {
    name: 'sends chunks with names in odd letters',
    ...says(head('200 OK', 'tRaNsFeR-eNcOdInG: ChUnKeD'), '5\r\nhello\r\n0\r\n\r\n'),
    ends: '200: 5 bytes',
  },
  {
    name: 'says chunked twice',
    ...says(head('200 OK', 'Transfer-Encoding: chunked, chunked'), '5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'calls the transfer coding identity and closes',
    ...saysAndEnds(head('200 OK', 'Transfer-Encoding: identity'), 'hello'),
    ends: '200: 5 bytes',
  },
  {
    name: 'compresses the transfer, unasked',
    ...saysAndEnds(head('200 OK', 'Transfer-Encoding: gzip, chunked'), '5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'uses a transfer coding nobody knows',
    ...saysAndEnds(head('200 OK', 'Transfer-Encoding: xchunked'), 'hello'),
    ends: 'protocol-error',
  },
  {
    name: 'hides the transfer coding behind a vertical tab',
    ...saysAndEnds(head('200 OK', 'Transfer-Encoding: \x0bchunked'), '5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'sends a chunk whose size is no number',
    ...says(chunked, '5\r\nhello\r\nZZ\r\n'),
    ends: 'protocol-error',
  },
  { name: 'sends a chunk of negative size', ...says(chunked, '-5\r\nhello\r\n'), ends: 'protocol-error' },
  {
    name: 'sends a chunk size of 2^64',
    ...says(chunked, '10000000000000000\r\nhello'),
    ends: 'protocol-error',
  },
  {
    name: 'sends a chunk size with 0x',
    ...says(chunked, '0x5\r\nhello\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'sends a chunk longer than its size',
    ...says(chunked, '5\r\nhello and more\r\n0\r\n\r\n'),
    ends: 'protocol-error',
  },
  { name: 'ends chunks with a bare LF', ...says(chunked, '5\nhello\n0\n\n'), ends: 'protocol-error' },
  {
    name: 'sends chunks and closes before the last',
    ...saysAndEnds(chunked, '5\r\nhello\r\n'),
    ends: 'conn-error',
  },
  { name: 'closes within a chunk', ...saysAndEnds(chunked, '50\r\nhello'), ends: 'conn-error' },
  {
    name: 'closes before the empty line after the last chunk',
    ...saysAndEnds(chunked, '5\r\nhello\r\n0\r\n'),
    ends: 'conn-error',
  },
  {
    name: 'sends chunks and stops before the last',
    ...says(chunked, '5\r\nhello\r\n'),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends chunks with short extensions',
    ...says(chunked, '5;a=b;c="d e"\r\nhello\r\n0;z\r\n\r\n'),
    ends: '200: 5 bytes',
  },
  {
    name: 'sends one chunk extension without end',
    ...plays({ send: `${chunked}1;` }, { flood: 'a'.repeat(65_536) }),
    ends: 'protocol-error',
  },
  {
    name: 'sends bytes in chunks with extensions of 60 KiB each',
    ...plays({ send: chunked }, { flood: `1;${'e'.repeat(61_440)}\r\na\r\n` }),
    ends: 'protocol-error',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends every byte in a chunk of its own, a hundred thousand times',
    ...says(chunked, '1\r\na\r\n'.repeat(100_000), '0\r\n\r\n'),
    growsMiB: 24,
    ends: '200: 100000 bytes',
  },
  {
    name: 'sends trailers',
    ...says(chunked, '5\r\nhello\r\n0\r\nX-Checksum: 1\r\n\r\n'),
    ends: '200: 5 bytes',
  },
  {
    name: 'sends a length in a trailer',
    ...says(chunked, '5\r\nhello\r\n0\r\nContent-Length: 999\r\n\r\n'),
    ends: 'protocol-error',
  },
  {
    name: 'sends trailers without end',
    ...plays({ send: `${chunked}5\r\nhello\r\n0\r\n` }, { flood: `T: ${'a'.repeat(1000)}\r\n` }),
    ends: 'protocol-error',
  },
  {
    name: 'sends a trailer every 50 ms',
    ...plays({ send: `${chunked}5\r\nhello\r\n0\r\n` }, { drip: 'T: a\r\n', everyMs: 50 }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends a body with 204',
    ...says(head('204 No Content', 'Content-Length: 6'), 'forged'),
    ends: '204: 0 bytes',
  },
  {
    name: 'sends a body with 304',
    ...says(head('304 Not Modified', 'Content-Length: 6'), 'forged'),
    ends: '304: 0 bytes',
  },
  {
    name: 'sends chunks with 304',
    ...says(head('304 Not Modified', CHUNKED), '6\r\nforged\r\n0\r\n\r\n'),
    ends: '304: 0 bytes',
  },
  {
    name: 'sends a body to HEAD',
    ...says(head('200 OK', 'Content-Length: 6'), 'forged'),
    request: { method: 'HEAD' },
    ends: '200: 0 bytes',
  },
  {
    name: 'announces a body to HEAD and sends none',
    ...says(head('200 OK', 'Content-Length: 1000000')),
    request: { method: 'HEAD' },
    ends: '200: 0 bytes',
  },
  {
    name: 'announces chunks to HEAD and sends none',
    ...says(chunked),
    request: { method: 'HEAD' },
    ends: '200: 0 bytes',
  },
  {
    name: 'sends 206 unasked',
    ...says(head('206 Partial Content', 'Content-Range: bytes 5-9/10', 'Content-Length: 5'), 'hello'),
    ends: '206: 5 bytes',
  },
  {
    name: 'ends a chunked 206 before its own range does',
    ...says(
      head('206 Partial Content', 'Content-Range: bytes 5-19/20', 'Transfer-Encoding: chunked'),
      '5\r\nhello\r\n0\r\n\r\n',
    ),
    ends: 'size-mismatch',
  },
  {
    name: 'sends more in a 206 than its range holds',
    ...says(
      head('206 Partial Content', 'Content-Range: bytes 5-7/20', 'Transfer-Encoding: chunked'),
      '5\r\nhello\r\n0\r\n\r\n',
    ),
    ends: 'size-mismatch',
  },
  {
    name: 'closes a 206 without a length before its range ends',
    ...saysAndEnds(head('206 Partial Content', 'Content-Range: bytes 5-19/*', 'Connection: close'), 'hello'),
    ends: 'size-mismatch',
  },
  {
    name: 'sends 206 in parts with other boundaries',
    ...says(
      head('206 Partial Content', 'Content-Type: multipart/byteranges; boundary=x', 'Content-Length: 5'),
      '--y--',
    ),
    ends: '206: 5 bytes',
  },
  {
    name: 'says 205 with a body',
    ...says(head('205 Reset Content', 'Content-Length: 5'), 'hello'),
    ends: '205: 5 bytes',
  },
];
