import { type Behaviour, BY_DEADLINE_MS, head, plays, type Step } from '../behaviour.ts';

const OK = `${head('200 OK', 'Content-Length: 2')}ok`;
const ROBOTS_OK = `${head('200 OK', 'Content-Length: 25')}User-agent: *\nDisallow:\n\n`;
const landing = { role: 'landing', obeyRobots: true } as const;
const robots = (...steps: readonly Step[]): NonNullable<Behaviour['replies']> => [steps, [{ send: OK }]];
const file = (text: string, ...lines: readonly string[]): Step => ({
  send: `${head('200 OK', `Content-Length: ${text.length}`, ...lines)}${text}`,
});

/** Connections that are used again. */
export const KEPT: readonly Behaviour[] = [
  {
    name: 'closes the connection it promised to keep',
    replies: [[{ send: `${head('200 OK', 'Connection: keep-alive', 'Content-Length: 2')}ok` }, 'end']],
    ends: '200: 2 bytes',
  },
  {
    name: 'closes the connection a moment after its answer',
    ...plays({ send: OK }, { wait: 10 }, 'end'),
    ends: '200: 2 bytes',
  },
  {
    name: 'resets the connection a moment after its answer',
    ...plays({ send: OK }, 'reset'),
    ends: '200: 2 bytes',
  },
  {
    name: 'keeps a connection it said it would close',
    ...plays({ send: `${head('200 OK', 'Connection: close', 'Content-Length: 2')}ok` }),
    ends: '200: 2 bytes',
  },
  {
    name: 'keeps connections for 0 seconds',
    ...plays({ send: `${head('200 OK', 'Keep-Alive: timeout=0', 'Content-Length: 2')}ok` }),
    ends: '200: 2 bytes',
  },
  {
    name: 'keeps connections for a negative time',
    ...plays({ send: `${head('200 OK', 'Keep-Alive: timeout=-5, max=-1', 'Content-Length: 2')}ok` }),
    ends: '200: 2 bytes',
  },
  {
    name: 'keeps connections for ever',
    ...plays({ send: `${head('200 OK', `Keep-Alive: timeout=${'9'.repeat(50)}`, 'Content-Length: 2')}ok` }),
    ends: '200: 2 bytes',
  },
  {
    name: 'sends noise after its answer',
    ...plays({ send: OK }, { wait: 5 }, { send: Buffer.alloc(1000, 0x9d) }),
    ends: '200: 2 bytes',
  },
  {
    name: 'sends 408 after its answer',
    ...plays({ send: OK }, { wait: 5 }, { send: head('408 Request Timeout', 'Content-Length: 0') }, 'end'),
    ends: '200: 2 bytes',
  },
  {
    name: 'floods after its answer',
    ...plays({ send: OK }, { flood: Buffer.alloc(65_536, 0x41) }),
    ends: '200: 2 bytes',
  },
  {
    name: 'answers 4 requests on one connection with 3 answers',
    replies: [[{ send: OK }], [{ send: OK }], [{ send: OK }], []],
    ends: '200: 2 bytes',
  },
];

/** robots.txt as a weapon. */
export const ROBOTS: readonly Behaviour[] = [
  {
    name: 'has a robots.txt that allows',
    replies: robots({ send: ROBOTS_OK }),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt that forbids',
    replies: robots(file('User-agent: *\nDisallow: /\n')),
    request: landing,
    ends: 'robots',
  },
  {
    name: 'has no robots.txt',
    replies: robots({ send: head('404 Not Found', 'Content-Length: 0') }),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt that fails',
    replies: robots({ send: head('500 Oops', 'Content-Length: 0') }),
    request: landing,
    ends: 'http-5xx',
  },
  {
    name: 'has a robots.txt that never comes',
    replies: robots(),
    request: landing,
    ends: 'timeout',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'has a robots.txt without end',
    replies: robots({ send: head('200 OK') }, { flood: 'Disallow: /x\n'.repeat(5000) }),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt that drips',
    replies: robots({ send: head('200 OK') }, { drip: 'D', everyMs: 20 }),
    request: landing,
    ends: 'too-slow',
    withinMs: BY_DEADLINE_MS,
  },
  {
    name: 'has a robots.txt of one endless line',
    replies: robots({ send: head('200 OK') }, { flood: 'a'.repeat(65_536) }),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt full of wildcards',
    replies: robots(file(`User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*b\n'.repeat(10_000)}`)),
    path: `/${'a'.repeat(2000)}`,
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt with an absurd delay',
    replies: robots(file('User-agent: *\nCrawl-delay: 1e308\nDisallow:\n')),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'has a robots.txt in binary',
    replies: robots(file('\x00\xff\xfe\x9d'.repeat(100))),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects its robots.txt inside',
    replies: robots({ send: head('302 Found', 'Location: http://169.254.169.254/', 'Content-Length: 0') }),
    request: landing,
    ends: '200: 2 bytes',
  },
  {
    name: 'redirects its robots.txt to itself',
    replies: robots({ send: head('302 Found', 'Location: /robots.txt', 'Content-Length: 0') }),
    request: landing,
    ends: '200: 2 bytes',
  },
];
