import { type Behaviour, BY_DEADLINE_MS, bytes, head, plays, says, saysAndEnds } from '../behaviour.ts';

const OK_LINE = 'HTTP/1.1 200 OK\r\n';
const EMPTY = 'Content-Length: 0';
const many = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

/** Header fields, and interim answers before the real one. */
export const HEADERS: readonly Behaviour[] = [
  {
    name: 'ends its lines with a bare LF',
    ...says('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
    ends: 'protocol-error',
  },
  {
    name: 'ends its lines with a bare CR',
    ...says('HTTP/1.1 200 OK\rContent-Length: 2\r\rok'),
    ends: 'protocol-error',
  },
  {
    name: 'ends one header with a bare LF',
    ...says('HTTP/1.1 200 OK\r\nX: y\nContent-Length: 2\r\n\r\nok'),
    ends: 'protocol-error',
  },
  {
    name: 'hides a second header behind a bare CR',
    ...says('HTTP/1.1 200 OK\r\nX: y\rContent-Length: 9\r\nContent-Length: 2\r\n\r\nok'),
    ends: 'protocol-error',
  },
  { name: 'puts a NUL into a header', ...says(head('200 OK', 'X: a\0b', EMPTY)), ends: 'protocol-error' },
  {
    name: 'puts an escape sequence into a header',
    ...says(head('200 OK', 'X: \x1b[31m', EMPTY)),
    ends: 'protocol-error',
  },
  { name: 'puts DEL into a header', ...says(head('200 OK', 'X: a\x7fb', EMPTY)), ends: 'protocol-error' },
  {
    name: 'puts a space before the colon',
    ...says(head('200 OK', 'Content-Length : 2'), 'ok'),
    ends: 'protocol-error',
  },
  {
    name: 'folds a header over two lines',
    ...says(head('200 OK', 'X: a\r\n b', EMPTY)),
    ends: 'protocol-error',
  },
  { name: 'starts with a folded line', ...says(head('200 OK', ' X: a', EMPTY)), ends: 'protocol-error' },
  {
    name: 'sends a header without a colon',
    ...says(head('200 OK', 'nonsense', EMPTY)),
    ends: 'protocol-error',
  },
  { name: 'sends a header without a name', ...says(head('200 OK', ': x', EMPTY)), ends: 'protocol-error' },
  {
    name: 'sends a header name in binary',
    ...says(head('200 OK', '\x9d\xff: x', EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends a header name with a space',
    ...says(head('200 OK', 'X Y: x', EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends a header value in raw UTF-8',
    ...says(head('200 OK', `X: ${bytes(Buffer.from('naïve 論文')).toString('latin1')}`, EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'sends a header called __proto__',
    ...says(head('200 OK', '__proto__: polluted', 'constructor: x', EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'sends one header of 10 KiB',
    ...says(head('200 OK', `X: ${'a'.repeat(10_240)}`, EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'sends one header of 20 KiB',
    ...says(head('200 OK', `X: ${'a'.repeat(20_480)}`, EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends a header name of 20 KiB',
    ...says(head('200 OK', `${'X'.repeat(20_480)}: a`, EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends ten thousand headers',
    ...says(head('200 OK', ...many(10_000, (index) => `X-${index}: a`), EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends five hundred cookies of a kilobyte',
    ...says(head('200 OK', ...many(500, (index) => `Set-Cookie: c${index}=${'x'.repeat(1024)}`), EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'sends headers without end',
    ...plays({ send: OK_LINE }, { flood: `X-Y: ${'a'.repeat(1000)}\r\n` }),
    ends: 'protocol-error',
  },
  {
    name: 'sends one header value without end',
    ...plays({ send: `${OK_LINE}X: ` }, { flood: 'a'.repeat(65_536) }),
    ends: 'protocol-error',
  },
  {
    name: 'sends empty lines without end before its answer',
    ...plays({ flood: '\r\n'.repeat(8192) }),
    ends: 'protocol-error',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends a header every 20 ms',
    ...plays({ send: OK_LINE }, { drip: 'X: y\r\n', everyMs: 20 }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends its head byte by byte, too slowly',
    ...plays({ drip: 'H', everyMs: 5000 }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'stops within its head',
    ...plays({ send: `${OK_LINE}Content-Le` }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  { name: 'closes within its head', ...saysAndEnds(`${OK_LINE}Content-Length: 5\r\n`), ends: 'conn-error' },
  { name: 'resets within its head', ...plays({ send: OK_LINE }, 'reset'), ends: 'conn-error' },
  {
    name: 'says 100 unasked and then answers',
    ...says(head('100 Continue'), head('200 OK', EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'says 102 and then answers',
    ...says(head('102 Processing'), head('200 OK', EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'gives early hints and then answers',
    ...says(head('103 Early Hints', 'Link: </a>; rel=preload'), head('200 OK', EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'gives a thousand early hints and then answers',
    ...says(head('103 Early Hints', 'Link: </a>').repeat(1000), head('200 OK', EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'gives early hints without end',
    ...plays({ flood: head('103 Early Hints', 'Link: </a>').repeat(100) }),
    ends: 'protocol-error',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'gives an early hint every 50 ms',
    ...plays({ drip: head('103 Early Hints'), everyMs: 50 }),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  { name: 'says 102 and closes', ...saysAndEnds(head('102 Processing')), ends: 'conn-error' },
  {
    name: 'gives an early hint with a body',
    ...says(head('103 Early Hints', 'Content-Length: 5'), 'hello', head('200 OK', EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'says 199 and then answers',
    ...says(head('199 Odd'), head('200 OK', EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'switches protocols unasked',
    ...says(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'), 'noise'),
    ends: 'protocol-error',
  },
  {
    name: 'says 101 without an upgrade',
    ...says(head('101 Switching Protocols'), head('200 OK', EMPTY)),
    ends: 'protocol-error',
  },
  {
    name: 'upgrades with a 200',
    ...says(head('200 OK', 'Upgrade: h2c', 'Connection: Upgrade', 'Content-Length: 2'), 'ok'),
    ends: '200: 2 bytes',
  },
];
