import { type Behaviour, BY_DEADLINE_MS, head, plays, says } from '../behaviour.ts';

const OK = says(head('200 OK', 'Content-Length: 2'), 'ok');

/** Before a word of HTTP: names, connections, greetings. */
export const CONNECTION: readonly Behaviour[] = [
  { name: 'closes as soon as it is connected to', greets: ['end'], ends: 'conn-error' },
  { name: 'resets as soon as it is connected to', greets: ['reset'], ends: 'conn-error' },
  { name: 'accepts and never says a word', greets: [], ends: 'timeout', withinMs: BY_DEADLINE_MS },
  {
    name: 'greets like a mail server',
    greets: [{ send: '220 mail.hostile.example ESMTP\r\n' }],
    ends: 'protocol-error',
  },
  {
    name: 'greets like an SSH server',
    greets: [{ send: 'SSH-2.0-OpenSSH_9.9\r\n' }],
    ends: 'protocol-error',
  },
  { name: 'greets with binary noise', greets: [{ send: Buffer.alloc(4096, 0x9d) }], ends: 'protocol-error' },
  {
    name: 'answers as soon as it is connected to',
    greets: [{ send: `${head('200 OK', 'Content-Length: 6')}forged` }],
    ...plays(),
    ends: '200: 6 bytes',
  },
  {
    name: 'floods with noise before it was asked',
    greets: [{ flood: Buffer.alloc(65_536, 0x41) }],
    ends: 'protocol-error',
  },
  { name: 'closes when it has been asked', ...plays('end'), ends: 'conn-error' },
  { name: 'resets when it has been asked', ...plays('reset'), ends: 'conn-error' },
  { name: 'has been asked and is silent', ...plays(), ends: 'timeout', withinMs: BY_DEADLINE_MS },
  {
    name: 'resets twice and then answers',
    replies: [['reset'], ['reset'], [{ send: `${head('200 OK', 'Content-Length: 2')}ok` }]],
    request: { maxAttempts: 3 },
    ends: '200: 2 bytes',
  },
  {
    name: 'resets every time, however often it is asked',
    ...plays('reset'),
    request: { maxAttempts: 3 },
    ends: 'conn-error',
  },
  { name: 'has a name nobody knows', dns: 'unknown', ...OK, ends: 'dns-error' },
  { name: 'has a name whose server is broken', dns: 'broken', ...OK, ends: 'dns-error' },
  {
    name: 'has a name that is never resolved',
    dns: 'silent',
    ...OK,
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  { name: 'has a name without an address', dns: 'none', ...OK, ends: 'dns-error' },
  {
    name: 'has a name with a thousand addresses, one inside',
    dns: 'thousand',
    ...OK,
    ends: 'blocked-address',
  },
  { name: 'has a name with something that is no address', dns: 'garbage', ...OK, ends: 'blocked-address' },
  { name: 'has a name that leads inside', dns: 'inside', ...OK, ends: 'blocked-address' },
];
