import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createAccessLog } from '../../src/lab/access-log.ts';
import { judge } from '../../src/lab/judge.ts';
import { loopback } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { run, start } from './binary.ts';
import { entries } from './results.ts';

const FILES = 52;
const PAPER = samplePdf(
  `Plankton of northern lakes. ${'Lakes warm and their plankton changes. '.repeat(20)}`,
);
const page = (path: string): string =>
  `<title>Plankton</title><h1>Plankton</h1><a href="${path}.pdf">Download PDF</a>`;

const roleOf = ({ url, headers }: IncomingMessage) => {
  if (url === '/robots.txt') return 'robots' as const;
  return String(headers.accept).includes('application/pdf') ? ('artifact' as const) : ('landing' as const);
};

/** A web with a page on one host and files on many, which keeps the lab's access log. */
async function observedWeb() {
  const log = createAccessLog({ now: () => performance.now() });
  const web = await loopback((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { host = '', 'user-agent': userAgent = '' } = incoming.headers;
    const path = incoming.url ?? '/';
    const ticket = log.start({ method: 'GET', host, path, role: roleOf(incoming), userAgent });
    outgoing.once('close', () => ticket.end());
    if (path.endsWith('.pdf')) outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(PAPER);
    else if (path.startsWith('/article'))
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page(path));
    else outgoing.writeHead(404).end();
  });
  return { ...web, log };
}

interface Pulled {
  readonly rateLimit?: object;
  readonly flags?: readonly string[];
}

/** One run of the built program over these addresses, at the rates it has by itself. */
async function pull(urls: readonly string[], { rateLimit = {}, flags = [] }: Pulled = {}) {
  await using web = await observedWeb();
  await using folder = await tempDir();
  const config = join(folder.path, 'config.json');
  const ids = join(folder.path, 'ids.txt');
  const out = join(folder.path, 'out');
  await writeFile(ids, urls.join('\n'));
  await writeFile(
    config,
    JSON.stringify({
      mailto: 'lab@university.edu',
      http: { connect_to: { '*': web.url } },
      rate_limit: rateLimit,
      download: { verify_identity: 'off' },
      resolvers: { order: ['landing'] },
    }),
  );
  const ended = await run(['pull', '-c', config, '--ids', ids, '--out', out, ...flags]);
  const saved = entries(out).filter(({ status }) => status === 'saved').length;
  return { ended, saved, log: web.log };
}

/** The most requests that came within a second. */
function busiestSecond(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));
}

const journals = Array.from({ length: FILES }, (_, n) => `https://j${n}.big.example/paper.pdf`);

describe('without a word about totals in the configuration', () => {
  test.each([
    ['one process', {}],
    ['two engine processes', { flags: ['--processes', '2'] }],
    ['limits in a file', { rateLimit: { backend: 'sqlite' } }],
  ])(
    '52 files on sub-domains of one site come at four times the rate of a host: %s',
    async (_name, how) => {
      const { saved, log, ended } = await pull(journals, how);
      expect(saved, ended.stderr).toBe(FILES);
      const starts = log.entries().map(({ startMs }) => startMs);
      expect(starts.length).toBeGreaterThanOrEqual(2 * FILES);
      // 20 a second, and as many more as a busy machine may have held back for a moment.
      expect(busiestSecond(starts)).toBeLessThanOrEqual(25);
    },
    60_000,
  );

  test('landing pages and files of one host are 200 ms apart, whichever they are', async () => {
    const pages = [1, 2, 3].map((n) => `https://www.page.example/article-${n}`);
    const files = [1, 2, 3, 4].map((n) => `https://www.page.example/direct-${n}.pdf`);
    const { saved, log, ended } = await pull([...pages, ...files]);
    expect(saved, ended.stderr).toBe(pages.length + files.length);
    expect(
      log
        .entries()
        .map(({ role }) => role)
        .toSorted(),
    ).toEqual([
      ...Array.from({ length: 7 }, () => 'artifact'),
      ...Array.from({ length: 3 }, () => 'landing'),
      'robots',
    ]);
    expect(judge(log, { minHostGapMs: () => 200, toleranceShare: 0.2 }).violations).toEqual([]);
  }, 60_000);
});

test('totals that are switched off keep nothing apart', async () => {
  const { saved, log } = await pull(journals, { rateLimit: { default: { host: null, domain: null } } });
  expect(saved).toBe(FILES);
  expect(judge(log, { minSiteGapMs: () => 50 }).violations).toMatchObject([{ kind: 'site-total' }]);
  expect(busiestSecond(log.entries().map(({ startMs }) => startMs))).toBeGreaterThan(40);
}, 60_000);

test('SIGHUP gives a running process another total', async () => {
  await using web = await observedWeb();
  await using folder = await tempDir();
  const path = join(folder.path, 'config.json');
  const urls = journals.slice(0, 20);
  const write = (domain: string) =>
    writeFile(
      path,
      JSON.stringify({
        mailto: 'lab@university.edu',
        http: { connect_to: { '*': web.url } },
        robots: { enabled: false },
        rate_limit: { policies: { 'big.example': { domain } } },
        download: { verify_identity: 'off' },
        resolvers: { order: ['landing'] },
      }),
    );
  // At this rate the files would take more than a minute and a half.
  await write('1/5second');
  const program = start(['pull', '-c', path, '--out', join(folder.path, 'out'), ...urls]);
  while (web.log.count() < 2) await wait(20);
  await write('50/second');
  const began = performance.now();
  program.child.kill('SIGHUP');
  const ended = await program.ended;
  expect(ended.stderr).toContain('configuration reloaded: rate_limit.policies["big.example"].domain');
  expect(web.log.count()).toBe(urls.length);
  expect(performance.now() - began).toBeLessThan(40_000);
}, 60_000);

describe('explain --url', () => {
  const config = JSON.stringify({
    rate_limit: {
      default: { artifact: '2/second' },
      policies: {
        'big.example': { domain: '1/second' },
        'files.big.example': { artifact: '10/second', host: '3/second' },
      },
    },
  });
  const explain = async (...args: readonly string[]) => {
    await using folder = await tempDir();
    await writeFile(join(folder.path, 'config.json'), config);
    return await run(['explain', '-c', join(folder.path, 'config.json'), ...args]);
  };

  test('tells the rate of each role, both totals and which of them binds', async () => {
    const { stdout, stderr } = await explain('--json', '--url', 'https://files.big.example/1.pdf');
    const { roles, totals } = JSON.parse(stdout) as {
      roles: readonly { role: string; rate: string; bound_by: string }[];
      totals: unknown;
    };
    expect(totals, stderr).toMatchObject({
      host: { of: 'files.big.example', rate: '3/second', entry: 'files.big.example' },
      domain: { of: 'big.example', rate: '1/second', entry: 'big.example', interval_ms: 1000 },
    });
    expect(roles.map(({ role, rate, bound_by }) => [role, rate, bound_by])).toEqual([
      ['metadata', '5/second', 'domain'],
      ['landing', '0.5/second', 'role'],
      ['artifact', '10/second', 'domain'],
      ['robots', '0.5/second', 'role'],
    ]);
  });

  test('says of totals that nobody named what they follow', async () => {
    const { stdout } = await explain('--url', 'https://www.other.example/');
    expect(stdout).toMatch(/all roles of www\.other\.example +5\/second +200 ms .*follows role metadata/);
    expect(stdout).toMatch(/all hosts of other\.example +20\/second +50 ms .*follows host other\.example/);
    expect(stdout).toMatch(/artifact +2\/second +500 ms +its own rate/);
  });
});
