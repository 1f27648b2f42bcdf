import { type Behaviour, BY_DEADLINE_MS, head, plays, type Step, says } from '../behaviour.ts';

const OK = says(head('200 OK', 'Content-Length: 2'), 'ok');
/** A record of the handshake protocol, as long as it says it is or not. */
const record = (type: number, length: number, body: string): Step => ({
  send: Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 0xff]), Buffer.from(body, 'hex')]),
});

/** Servers of https URLs that are not what they claim. */
export const TLS: readonly Behaviour[] = [
  { name: 'speaks TLS well', tls: 'none', ...OK, ends: '200: 2 bytes' },
  { name: 'has a certificate it signed itself', tls: 'self-signed', ...OK, ends: 'tls-error' },
  {
    name: 'has a certificate of an authority nobody knows',
    tls: 'unknown-authority',
    ...OK,
    ends: 'tls-error',
  },
  { name: 'has a certificate that has expired', tls: 'expired', ...OK, ends: 'tls-error' },
  { name: 'has a certificate that is not valid yet', tls: 'not-yet-valid', ...OK, ends: 'tls-error' },
  { name: 'has a certificate for another name', tls: 'another-name', ...OK, ends: 'tls-error' },
  {
    name: 'has a certificate with a name in its subject only',
    tls: 'name-in-subject-only',
    ...OK,
    ends: 'tls-error',
  },
  { name: 'has a certificate for clients', tls: 'for-clients-only', ...OK, ends: 'tls-error' },
  {
    name: 'has a certificate signed by another that may not sign',
    tls: 'signed-by-a-leaf',
    ...OK,
    ends: 'tls-error',
  },
  { name: 'has a certificate signed with SHA-1', tls: 'sha1', ...OK, ends: 'tls-error' },
  { name: 'speaks TLS 1.0 only', tls: 'tls-1.0', ...OK, ends: 'tls-error' },
  { name: 'speaks TLS 1.1 only', tls: 'tls-1.1', ...OK, ends: 'tls-error' },
  { name: 'speaks HTTP/2 over TLS only', tls: 'http2-only', ...OK, ends: 'tls-error' },
  { name: 'wants a certificate of its client', tls: 'wants-a-client-certificate', ...OK, ends: 'tls-error' },
  {
    name: 'speaks plain HTTP on its TLS port',
    tls: 'not-tls',
    greets: [{ send: head('400 Bad Request', 'Content-Length: 0') }],
    ends: 'tls-error',
  },
  {
    name: 'sends noise instead of a handshake',
    tls: 'not-tls',
    greets: [{ send: Buffer.alloc(4096, 0x9d) }],
    ends: 'tls-error',
  },
  {
    name: 'sends noise without end instead of a handshake',
    tls: 'not-tls',
    greets: [{ flood: Buffer.alloc(65_536, 0x16) }],
    ends: 'tls-error',
  },
  { name: 'closes instead of a handshake', tls: 'not-tls', greets: ['end'], ends: 'conn-error' },
  { name: 'resets instead of a handshake', tls: 'not-tls', greets: ['reset'], ends: 'conn-error' },
  {
    name: 'is silent instead of a handshake',
    tls: 'not-tls',
    greets: [],
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'drips a handshake',
    tls: 'not-tls',
    greets: [
      { send: Buffer.from([22, 3, 3, 16, 0, 2, 0, 15, 252, 3, 3]) },
      { drip: Buffer.from([7]), everyMs: 20 },
    ],
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'sends an alert instead of a handshake',
    tls: 'not-tls',
    greets: [record(21, 2, '0228')],
    ends: 'tls-error',
  },
  {
    name: 'sends a warning and closes',
    tls: 'not-tls',
    greets: [record(21, 2, '0100'), 'end'],
    ends: 'conn-error',
  },
  {
    name: 'sends a record larger than TLS allows',
    tls: 'not-tls',
    greets: [record(22, 0xffff, 'ff'.repeat(60_000))],
    ends: 'tls-error',
  },
  {
    name: 'closes within its answer over TLS',
    tls: 'none',
    ...plays({ send: `${head('200 OK', 'Content-Length: 50')}short` }, 'end'),
    ends: 'size-mismatch',
  },
  {
    name: 'resets within its answer over TLS',
    tls: 'none',
    ...plays({ send: `${head('200 OK', 'Content-Length: 50')}short` }, 'reset'),
    ends: 'conn-error',
  },
  {
    name: 'is silent after the handshake',
    tls: 'none',
    ...plays(),
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'redirects from https to plain http on itself',
    tls: 'none',
    ...plays({ send: head('302 Found', 'Location: http://{host}{path}', 'Content-Length: 0') }),
    ends: 'https-only',
  },
];
