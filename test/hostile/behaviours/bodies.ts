import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import {
  type Behaviour,
  BY_DEADLINE_MS,
  BY_TOTAL_MS,
  bytes,
  head,
  MAX_BYTES,
  plays,
  says,
  saysAndEnds,
} from '../behaviour.ts';

const TEXT = Buffer.from('A paper is cited by other papers. '.repeat(300));
const coded = (coding: string, body: Uint8Array): Pick<Behaviour, 'replies'> =>
  says(head('200 OK', `Content-Encoding: ${coding}`, `Content-Length: ${body.byteLength}`), body);
const streamed = (coding: string, body: Uint8Array): Pick<Behaviour, 'replies'> =>
  saysAndEnds(head('200 OK', `Content-Encoding: ${coding}`, 'Connection: close'), body);
const WHOLE = `200: ${TEXT.length} bytes` as const;
const garbage = Buffer.from('and something else');
const zeros = Buffer.alloc(16 * 1024 * 1024);
const bombs = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zstdCompressSync(zeros),
  deflate: deflateSync(zeros),
};
/** RFC 8878 3.1.2: a frame that stands for nothing. */
const skippable = bytes(
  Buffer.from('502a4d18', 'hex'),
  Buffer.from([0xf8, 0xff, 0, 0]),
  Buffer.alloc(65_528),
);
const emptyMembers = bytes(...Array.from({ length: 2000 }, () => gzipSync('')));
/** 16 MiB of empty members, which decode to nothing: all the work lies between the codings. */
const members = Buffer.alloc(gzipSync('').byteLength * 800_000, gzipSync(''));
const hollowBombs = {
  br: brotliCompressSync(members, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zstdCompressSync(members),
  gzip: gzipSync(members),
};
/** RFC 8878 3.1.1.1.2: a frame that asks its reader for 2 GiB, and holds one byte. */
const wideWindow = Buffer.from('28b52ffd00a809000061', 'hex');
const chunk = Buffer.alloc(65_536, 0x61);

/** Content codings and bombs. */
export const CODINGS: readonly Behaviour[] = [
  { name: 'compresses with gzip', ...coded('gzip', gzipSync(TEXT)), ends: WHOLE },
  { name: 'compresses with gzip under its old name', ...coded('x-gzip', gzipSync(TEXT)), ends: WHOLE },
  { name: 'compresses with deflate', ...coded('deflate', deflateSync(TEXT)), ends: WHOLE },
  { name: 'compresses with bare deflate', ...coded('deflate', deflateRawSync(TEXT)), ends: WHOLE },
  { name: 'compresses with brotli', ...coded('br', brotliCompressSync(TEXT)), ends: WHOLE },
  { name: 'compresses with zstandard', ...coded('zstd', zstdCompressSync(TEXT)), ends: WHOLE },
  { name: 'compresses twice', ...coded('gzip, br', brotliCompressSync(gzipSync(TEXT))), ends: WHOLE },
  {
    name: 'compresses three times',
    ...coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(TEXT)))),
    ends: 'protocol-error',
  },
  {
    name: 'names a coding in 400 header lines',
    ...says(
      head('200 OK', ...Array.from({ length: 400 }, () => 'Content-Encoding: gzip'), 'Content-Length: 5'),
      'hello',
    ),
    ends: 'protocol-error',
  },
  { name: 'names codings nobody knows', ...coded('rot13', TEXT), ends: WHOLE },
  { name: 'calls plain text gzip', ...coded('gzip', TEXT), ends: 'protocol-error' },
  { name: 'calls plain text deflate', ...coded('deflate', TEXT), ends: 'protocol-error' },
  { name: 'calls plain text brotli', ...coded('br', TEXT), ends: 'protocol-error' },
  { name: 'calls plain text zstandard', ...coded('zstd', TEXT), ends: 'protocol-error' },
  { name: 'says gzip and sends nothing', ...coded('gzip', Buffer.alloc(0)), ends: '200: 0 bytes' },
  {
    name: 'cuts gzip short and closes',
    ...streamed('gzip', gzipSync(TEXT).subarray(0, -20)),
    ends: 'truncated',
  },
  {
    name: 'cuts gzip within its header',
    ...streamed('gzip', gzipSync(TEXT).subarray(0, 6)),
    ends: 'truncated',
  },
  {
    name: 'cuts deflate short and closes',
    ...streamed('deflate', deflateSync(TEXT).subarray(0, -5)),
    ends: 'truncated',
  },
  {
    name: 'cuts brotli short and closes',
    ...streamed('br', brotliCompressSync(TEXT).subarray(0, -5)),
    ends: 'truncated',
  },
  {
    name: 'cuts zstandard short and closes',
    ...streamed('zstd', zstdCompressSync(TEXT).subarray(0, -5)),
    ends: 'truncated',
  },
  {
    name: 'cuts gzip short and keeps to its length',
    ...coded('gzip', gzipSync(TEXT).subarray(0, -20)),
    ends: 'truncated',
  },
  {
    name: 'breaks the checksum of gzip',
    ...coded('gzip', bytes(gzipSync(TEXT).subarray(0, -8), Buffer.alloc(8))),
    ends: 'protocol-error',
  },
  {
    name: 'adds garbage after gzip',
    ...coded('gzip', bytes(gzipSync(TEXT), garbage)),
    ends: 'protocol-error',
  },
  {
    name: 'adds garbage after deflate',
    ...coded('deflate', bytes(deflateSync(TEXT), garbage)),
    ends: 'protocol-error',
  },
  {
    name: 'adds garbage after brotli',
    ...coded('br', bytes(brotliCompressSync(TEXT), garbage)),
    ends: 'protocol-error',
  },
  {
    name: 'adds garbage after zstandard',
    ...coded('zstd', bytes(zstdCompressSync(TEXT), garbage)),
    ends: 'protocol-error',
  },
  {
    name: 'sends gzip in two members',
    ...coded('gzip', bytes(gzipSync(TEXT), gzipSync(TEXT))),
    ends: `200: ${2 * TEXT.length} bytes`,
  },
  {
    name: 'sends a bomb of gzip',
    ...coded('gzip', bombs.gzip),
    request: { maxBytes: 1e9 },
    ends: 'too-large',
  },
  {
    name: 'sends a bomb of deflate',
    ...coded('deflate', bombs.deflate),
    request: { maxBytes: 1e9 },
    ends: 'too-large',
  },
  { name: 'sends a bomb of brotli', ...coded('br', bombs.br), request: { maxBytes: 1e9 }, ends: 'too-large' },
  {
    name: 'sends a bomb of zstandard',
    ...coded('zstd', bombs.zstd),
    request: { maxBytes: 1e9 },
    ends: 'too-large',
  },
  {
    name: 'sends a bomb in a bomb',
    ...coded('gzip, br', brotliCompressSync(bombs.gzip)),
    request: { maxBytes: 1e9 },
    ends: 'too-large',
  },
  ...(['br', 'zstd', 'gzip'] as const).map(
    (coding): Behaviour => ({
      name: `sends a bomb of ${coding} that holds empty members of gzip`,
      ...coded(`gzip, ${coding}`, hollowBombs[coding]),
      request: { maxBytes: 1e9 },
      ends: 'too-large',
    }),
  ),
  {
    name: 'sends a bomb that stays under the ratio but not under the limit',
    ...coded('gzip', gzipSync(Buffer.alloc(6_000_000, 'abcdefghijklmnopqrstuvwxyz0123456789'), { level: 1 })),
    request: { maxBytes: 500_000 },
    ends: 'too-large',
  },
  { name: 'asks for a window of 2 GiB', ...coded('zstd', wideWindow), ends: 'protocol-error' },
  {
    name: 'sends zstandard frames that stand for nothing, without end',
    ...plays({ send: head('200 OK', 'Content-Encoding: zstd') }, { flood: skippable }),
    ends: 'protocol-error',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends empty members of gzip without end',
    ...plays({ send: head('200 OK', 'Content-Encoding: gzip') }, { flood: emptyMembers }),
    ends: 'too-large',
    withinMs: BY_TOTAL_MS,
  },
  {
    name: 'sends a gzip header without end',
    ...plays(
      { send: bytes(head('200 OK', 'Content-Encoding: gzip'), Buffer.from('1f8b08100000000000ff', 'hex')) },
      { flood: chunk },
    ),
    ends: 'too-large',
    withinMs: BY_DEADLINE_MS,
  },
];

/** Bodies that are too much, too slow, or never end. */
export const VOLUME: readonly Behaviour[] = [
  {
    name: 'announces more than is wanted',
    ...plays({ send: head('200 OK', `Content-Length: ${MAX_BYTES * 4}`) }, { flood: chunk }),
    ends: 'too-large',
  },
  {
    name: 'sends a body without end',
    ...plays({ send: head('200 OK') }, { flood: chunk }),
    ends: 'too-large',
  },
  {
    name: 'sends chunks without end',
    ...plays(
      { send: head('200 OK', 'Transfer-Encoding: chunked') },
      { flood: bytes('10000\r\n', chunk, '\r\n') },
    ),
    ends: 'too-large',
  },
  {
    name: 'sends one chunk without end',
    ...plays({ send: `${head('200 OK', 'Transfer-Encoding: chunked')}fffffffff\r\n` }, { flood: chunk }),
    ends: 'too-large',
  },
  {
    name: 'sends exactly what is wanted',
    ...says(head('200 OK', 'Content-Length: 1000'), Buffer.alloc(1000)),
    request: { maxBytes: 1000 },
    ends: '200: 1000 bytes',
  },
  {
    name: 'sends one byte more than is wanted',
    ...says(head('200 OK', 'Content-Length: 1001'), Buffer.alloc(1001)),
    request: { maxBytes: 1000 },
    ends: 'too-large',
  },
  {
    name: 'drips its body',
    ...plays({ send: head('200 OK', 'Content-Length: 5000') }, { drip: 'x', everyMs: 20 }),
    ends: 'too-slow',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'drips chunks',
    ...plays({ send: head('200 OK', 'Transfer-Encoding: chunked') }, { drip: '1\r\nx\r\n', everyMs: 20 }),
    ends: 'too-slow',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'drips gzip',
    ...plays(
      { send: bytes(head('200 OK', 'Content-Encoding: gzip'), gzipSync(TEXT).subarray(0, 10)) },
      { drip: Buffer.from([0]), everyMs: 20 },
    ),
    ends: 'protocol-error',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'drips without a length',
    ...plays({ send: head('200 OK') }, { drip: 'x', everyMs: 20 }),
    ends: 'too-slow',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'drips fast enough, for ever',
    ...plays({ send: head('200 OK') }, { drip: 'x'.repeat(400), everyMs: 50 }),
    ends: 'timeout',
    withinMs: BY_TOTAL_MS,
  },
  {
    name: 'pauses longer than allowed in the middle',
    ...plays({ send: `${head('200 OK', 'Content-Length: 10')}hello` }, { wait: 900 }, { send: 'hello' }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'pauses shorter than allowed in the middle',
    ...plays({ send: `${head('200 OK', 'Content-Length: 10')}hello` }, { wait: 80 }, { send: 'hello' }),
    ends: '200: 10 bytes',
  },
  {
    name: 'sends a few bytes and resets',
    ...plays({ send: bytes(head('200 OK', 'Content-Length: 500000'), chunk) }, 'reset'),
    ends: 'conn-error',
  },
  {
    name: 'sends half of a gzip and resets',
    ...plays(
      { send: bytes(head('200 OK', 'Content-Encoding: gzip'), gzipSync(TEXT).subarray(0, 60)) },
      'reset',
    ),
    ends: 'conn-error',
  },
];
