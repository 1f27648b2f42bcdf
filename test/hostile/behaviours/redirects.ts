import { type Behaviour, BY_DEADLINE_MS, head, plays, type Step, says } from '../behaviour.ts';

const OK: readonly Step[] = [{ send: `${head('200 OK', 'Content-Length: 2')}ok` }];
const to = (location: string, status = '302 Found', ...more: readonly string[]): Step => ({
  send: head(status, `Location: ${location}`, 'Content-Length: 0', ...more),
});
const toAndThere = (location: string, status?: string): Pick<Behaviour, 'replies'> => ({
  replies: [[to(location, status)], OK],
});

/** Where an answer sends us. */
export const REDIRECTS: readonly Behaviour[] = [
  { name: 'redirects with 301', ...toAndThere('/there', '301 Moved'), ends: '200: 2 bytes' },
  { name: 'redirects with 302', ...toAndThere('/there'), ends: '200: 2 bytes' },
  { name: 'redirects with 303', ...toAndThere('/there', '303 See Other'), ends: '200: 2 bytes' },
  { name: 'redirects with 307', ...toAndThere('/there', '307 Temporary'), ends: '200: 2 bytes' },
  { name: 'redirects with 308', ...toAndThere('/there', '308 Permanent'), ends: '200: 2 bytes' },
  {
    name: 'redirects a POST with 307',
    ...toAndThere('/there', '307 Temporary'),
    request: { method: 'POST', body: 'q' },
    ends: '200: 2 bytes',
  },
  {
    name: 'offers choices with 300',
    ...says(head('300 Choices', 'Location: /there', 'Content-Length: 0')),
    ends: '300: 0 bytes',
  },
  { name: 'redirects with 304', ...says(head('304 Not Modified', 'Location: /there')), ends: '304: 0 bytes' },
  {
    name: 'redirects with 305 to a proxy of its choice',
    ...says(head('305 Use Proxy', 'Location: http://127.0.0.1:3128/', 'Content-Length: 0')),
    ends: '305: 0 bytes',
  },
  {
    name: 'redirects with 399',
    ...says(head('399 Odd', 'Location: /there', 'Content-Length: 0')),
    ends: '399: 0 bytes',
  },
  { name: 'redirects relative to its path', ...toAndThere('there?x=1#part'), ends: '200: 2 bytes' },
  { name: 'redirects to a query alone', ...toAndThere('?x=1'), ends: '200: 2 bytes' },
  { name: 'redirects to its whole URL', ...toAndThere('{origin}/there'), ends: '200: 2 bytes' },
  { name: 'redirects without a scheme', ...toAndThere('//{host}/there'), ends: '200: 2 bytes' },
  {
    name: 'redirects in raw UTF-8',
    ...toAndThere(Buffer.from('/naïve-論文').toString('latin1')),
    ends: '200: 2 bytes',
  },
  { name: 'redirects with spaces around', ...toAndThere('   /there   '), ends: '200: 2 bytes' },
  {
    name: 'redirects without a location',
    ...says(head('302 Found', 'Content-Length: 0')),
    ends: '302: 0 bytes',
  },
  {
    name: 'redirects to an empty location',
    ...says(head('302 Found', 'Location:', 'Content-Length: 0')),
    ends: '302: 0 bytes',
  },
  { name: 'redirects to no URL', ...plays(to('http://[')), ends: 'protocol-error' },
  {
    name: 'redirects to two places at once',
    ...says(head('302 Found', 'Location: /there', 'Location: /elsewhere', 'Content-Length: 0')),
    ends: 'protocol-error',
  },
  { name: 'redirects to itself', ...plays(to('{path}')), ends: 'redirect-loop' },
  { name: 'redirects to itself with a fragment', ...plays(to('{path}#again')), ends: 'redirect-loop' },
  {
    name: 'redirects in a circle of two',
    replies: [[to('/other')], [to('/first')]],
    path: '/first',
    ends: 'redirect-loop',
  },
  {
    name: 'redirects in a circle of five',
    replies: [[to('/2')], [to('/3')], [to('/4')], [to('/5')], [to('/1')]],
    path: '/1',
    ends: 'redirect-loop',
  },
  { name: 'redirects without end', ...plays(to('{next}')), path: '/0', ends: 'too-many-redirects' },
  {
    name: 'redirects to ever longer URLs',
    ...plays(to('{path}/{path}1')),
    path: '/ab',
    ends: 'too-many-redirects',
  },
  { name: 'redirects to a URL of 15 KiB', ...toAndThere(`/${'a'.repeat(15_000)}`), ends: '200: 2 bytes' },
  { name: 'redirects to a URL of 20 KiB', ...toAndThere(`/${'a'.repeat(20_000)}`), ends: 'protocol-error' },
  { name: 'redirects to 127.0.0.1', ...plays(to('http://127.0.0.1/')), ends: 'blocked-address' },
  { name: 'redirects to a database inside', ...plays(to('http://127.0.0.1:6379/')), ends: 'blocked-address' },
  {
    name: 'redirects to the metadata of a cloud',
    ...plays(to('http://169.254.169.254/latest/meta-data/')),
    ends: 'blocked-address',
  },
  {
    name: 'redirects to the metadata of a cloud without a scheme',
    ...plays(to('//169.254.169.254/')),
    ends: 'blocked-address',
  },
  { name: 'redirects to an address in disguise', ...plays(to('http://0x7f.1/')), ends: 'blocked-address' },
  {
    name: 'redirects to an IPv6 address that maps one inside',
    ...plays(to('http://[::ffff:127.0.0.1]/')),
    ends: 'blocked-address',
  },
  { name: 'redirects to localhost', ...plays(to('http://LOCALHOST./')), ends: 'blocked-address' },
  { name: 'redirects to a name without dots', ...plays(to('http://intranet/')), ends: 'blocked-address' },
  {
    name: 'redirects to a name that resolves inside',
    ...plays(to('http://inside.elsewhere.example/')),
    ends: 'blocked-address',
  },
  {
    name: 'redirects to another port',
    ...plays(to('https://elsewhere.example:8443/')),
    ends: 'blocked-address',
  },
  {
    name: 'redirects to a URL with a password',
    ...plays(to('https://user:password@elsewhere.example/')),
    ends: 'blocked-address',
  },
  { name: 'redirects to a file', ...plays(to('file:///etc/passwd')), ends: 'blocked-address' },
  { name: 'redirects to a file on a share', ...plays(to('file://server/share')), ends: 'blocked-address' },
  { name: 'redirects to data', ...plays(to('data:text/html,hello')), ends: 'blocked-address' },
  { name: 'redirects to a script', ...plays(to('javascript:alert(1)')), ends: 'blocked-address' },
  { name: 'redirects to FTP', ...plays(to('ftp://elsewhere.example/x')), ends: 'blocked-address' },
  { name: 'redirects to gopher', ...plays(to('gopher://127.0.0.1:6379/_INFO')), ends: 'blocked-address' },
  { name: 'redirects to a socket', ...plays(to('unix:/var/run/docker.sock:/x')), ends: 'blocked-address' },
  { name: 'redirects to a blob', ...plays(to('blob:https://elsewhere.example/x')), ends: 'blocked-address' },
  {
    name: 'redirects with a body that never ends',
    replies: [
      [
        { send: head('302 Found', 'Location: /there', 'Transfer-Encoding: chunked') },
        { flood: `1000\r\n${'x'.repeat(4096)}\r\n` },
      ],
      OK,
    ],
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects with a body that drips',
    replies: [
      [
        { send: head('302 Found', 'Location: /there', 'Transfer-Encoding: chunked') },
        { drip: '1\r\nx\r\n', everyMs: 50 },
      ],
      OK,
    ],
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects with a body that never comes',
    replies: [[{ send: head('302 Found', 'Location: /there', 'Content-Length: 100') }], OK],
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects with a bomb as body',
    replies: [
      [
        {
          send: head('302 Found', 'Location: /there', 'Content-Encoding: gzip', 'Content-Length: 1000000000'),
        },
        { flood: Buffer.alloc(65_536) },
      ],
      OK,
    ],
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects and then is silent',
    replies: [[to('/there')], []],
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'redirects and closes',
    replies: [[to('/there', '302 Found', 'Connection: close'), 'end'], OK],
    ends: '200: 2 bytes',
  },
];
