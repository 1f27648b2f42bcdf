import { type Behaviour, head, plays, says, saysAndEnds } from '../behaviour.ts';

const EMPTY = 'Content-Length: 0';

/** The first line of an answer. */
export const STATUS_LINE: readonly Behaviour[] = [
  { name: 'answers well', ...says(head('200 OK', 'Content-Length: 5'), 'hello'), ends: '200: 5 bytes' },
  {
    name: 'leaves the reason phrase out',
    ...says('HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'),
    ends: '200: 2 bytes',
  },
  {
    name: 'gives a reason phrase of 8 KiB',
    ...says(head(`200 ${'O'.repeat(8192)}`, EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'gives a reason phrase of 20 KiB',
    ...says(head(`200 ${'O'.repeat(20_480)}`, EMPTY)),
    ends: '200: 0 bytes',
  },
  {
    name: 'gives a reason phrase without end',
    ...plays({ send: 'HTTP/1.1 200 ' }, { flood: 'O'.repeat(65_536) }),
    ends: 'protocol-error',
  },
  {
    name: 'gives a reason phrase in no known charset',
    ...says(head('200 \x9d\xfe\xff', EMPTY)),
    ends: '200: 0 bytes',
  },
  { name: 'puts a NUL into the reason phrase', ...says(head('200 O\0K', EMPTY)), ends: '200: 0 bytes' },
  { name: 'speaks HTTP/0.9', ...saysAndEnds('<html>hello</html>'), ends: 'protocol-error' },
  {
    name: 'speaks HTTP/1.0 and closes',
    ...saysAndEnds('HTTP/1.0 200 OK\r\n\r\nhello'),
    ends: '200: 5 bytes',
  },
  {
    name: 'speaks HTTP/1.0 and keeps the connection',
    ...says('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello'),
    ends: '200: 5 bytes',
  },
  {
    name: 'speaks HTTP/2.0 in the words of 1.1',
    ...says(`HTTP/2.0 200 OK\r\n${EMPTY}\r\n\r\n`),
    ends: '200: 0 bytes',
  },
  {
    name: 'speaks HTTP/2 in its own frames',
    ...says(Buffer.from('000012040000000000000300000064', 'hex')),
    ends: 'protocol-error',
  },
  { name: 'speaks HTTP/9.9', ...says(`HTTP/9.9 200 OK\r\n${EMPTY}\r\n\r\n`), ends: 'protocol-error' },
  {
    name: 'speaks HTTP/1.1 in small letters',
    ...says(`http/1.1 200 OK\r\n${EMPTY}\r\n\r\n`),
    ends: 'protocol-error',
  },
  { name: 'speaks ICY', ...saysAndEnds('ICY 200 OK\r\nicy-name: x\r\n\r\nhello'), ends: 'protocol-error' },
  { name: 'speaks RTSP', ...says(`RTSP/1.0 200 OK\r\n${EMPTY}\r\n\r\n`), ends: '200: 0 bytes' },
  { name: 'gives a status of two digits', ...says(head('20 OK', EMPTY)), ends: 'protocol-error' },
  { name: 'gives a status of four digits', ...says(head('2000 OK', EMPTY)), ends: 'protocol-error' },
  { name: 'gives the status 0', ...says(head('000 OK', EMPTY)), ends: 'protocol-error' },
  { name: 'gives the status 099', ...says(head('099 OK', EMPTY)), ends: 'protocol-error' },
  { name: 'gives a negative status', ...says(head('-200 OK', EMPTY)), ends: 'protocol-error' },
  { name: 'gives a status in letters', ...says(head('two hundred', EMPTY)), ends: 'protocol-error' },
  { name: 'gives the status 299', ...says(head('299 Odd', EMPTY)), ends: '299: 0 bytes' },
  { name: 'gives the status 600', ...says(head('600 Odd', EMPTY)), ends: '600: 0 bytes' },
  { name: 'gives the status 999', ...says(head('999 Denied', EMPTY)), ends: '999: 0 bytes' },
  { name: 'gives no status', ...says(`HTTP/1.1\r\n${EMPTY}\r\n\r\n`), ends: 'protocol-error' },
  {
    name: 'puts empty lines before the status line',
    ...says(`\r\n\r\n${head('200 OK', EMPTY)}`),
    ends: '200: 0 bytes',
  },
  {
    name: 'puts spaces before the status line',
    ...says(`  ${head('200 OK', EMPTY)}`),
    ends: 'protocol-error',
  },
  {
    name: 'puts a byte order mark before the status line',
    ...says(`\xef\xbb\xbf${head('200 OK', EMPTY)}`),
    ends: 'protocol-error',
  },
  { name: 'closes within the status line', ...saysAndEnds('HTTP/1.1 20'), ends: 'conn-error' },
  {
    name: 'says 404 with a page',
    ...says(head('404 Not Found', 'Content-Length: 4'), 'gone'),
    ends: '404: 4 bytes',
  },
  {
    name: 'says 500 every time',
    ...says(head('500 Oops', EMPTY)),
    request: { maxAttempts: 2 },
    ends: '500: 0 bytes',
  },
  {
    name: 'says 503 and to come back in the year 9999',
    ...says(head('503 Busy', EMPTY, 'Retry-After: Fri, 31 Dec 9999 23:59:59 GMT')),
    ends: 'deferred',
    afterwards: 'deferred',
  },
  {
    name: 'says 429 and to come back in 1e99 seconds',
    ...says(head('429 Slow', EMPTY, 'Retry-After: 1e99')),
    request: { maxAttempts: 2 },
    ends: '429: 0 bytes',
  },
  {
    name: 'says 429 and to come back in a 400-digit number of seconds',
    ...says(head('429 Slow', EMPTY, `Retry-After: ${'9'.repeat(400)}`)),
    ends: 'deferred',
    afterwards: 'deferred',
  },
  {
    name: 'says 503 and to come back yesterday',
    ...says(head('503 Busy', EMPTY, 'Retry-After: -86400')),
    request: { maxAttempts: 2 },
    ends: '503: 0 bytes',
  },
];
