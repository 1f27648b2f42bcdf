import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Loopback, loopback } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, labConfig, run } from './binary.ts';
import { type Entry, entries, filesIn, manifestOf } from './results.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Every DOI is known to Unpaywall alone, at the address `place` gives; other hosts answer as `file` says. */
function web(place: (doi: string) => string, file: Reply, unpaywall?: Reply): Promise<Loopback> {
  return loopback((request, response) => {
    const { host = '' } = request.headers;
    if (host === 'api.unpaywall.org') {
      if (unpaywall) return unpaywall(request, response);
      const doi = decodeURIComponent(/v2\/([^?]+)/.exec(request.url ?? '')?.[1] ?? '');
      const location = { url_for_pdf: place(doi), url: place(doi), host_type: 'repository' };
      return json(response, {
        doi,
        title: 'A paper',
        year: 2020,
        best_oa_location: location,
        oa_locations: [location],
      });
    }
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    return file(request, response);
  });
}

interface Pulled extends AsyncDisposable {
  readonly ended: Ended;
  readonly entries: readonly Entry[];
  readonly lines: Awaited<ReturnType<typeof manifestOf>>;
  files(): Promise<readonly Buffer[]>;
}

/** Runs the built program over the DOIs, with Unpaywall as its only source. */
async function pull(
  dois: readonly string[],
  { web: server, more = {}, flags = [] }: { web: Loopback; more?: object; flags?: readonly string[] },
): Promise<Pulled> {
  const folder = await tempDir();
  const ids = join(folder.path, 'ids.txt');
  await writeFile(ids, dois.join('\n'));
  const config = await labConfig(folder.path, server.url, {
    resolvers: { order: ['unpaywall'] },
    download: { verify_identity: 'off' },
    ...more,
  });
  const ended = await run(['pull', '-c', config, '--ids', ids, '--run-id', 'one', '--json', ...flags]);
  const out = join(folder.path, 'out');
  const root = join(out, 'artifacts');
  return {
    ended,
    entries: entries(out),
    lines: await manifestOf(join(out, 'one')),
    files: async () => Promise.all((await filesIn(root)).map((name) => readFile(join(root, name)))),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('a server that ends a range before the file ends', () => {
  const PDF = samplePdf('A paper', 300_000);
  const WHOLE = Buffer.concat([
    PDF,
    Buffer.from(
      `%${'x'.repeat(5000)}\n${/startxref\n\d+\n%%EOF\s*$/.exec(PDF.toString('latin1'))?.[0] ?? ''}`,
    ),
  ]);
  const headers = { 'content-type': 'application/pdf', 'accept-ranges': 'bytes', etag: '"v1"' };

  /** The first answer breaks, every range stops where the file seems to end. */
  const short: Reply = (request, response) => {
    const from = /bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1];
    if (from === undefined) {
      response.writeHead(200, { ...headers, 'content-length': WHOLE.length });
      return void response.write(WHOLE.subarray(0, 200_000), () => setTimeout(() => response.destroy(), 20));
    }
    const range = `bytes ${from}-${WHOLE.length - 1}/${WHOLE.length}`;
    response.writeHead(206, { ...headers, 'content-range': range });
    return void response.end(WHOLE.subarray(Number(from), Math.max(Number(from), PDF.length)));
  };

  test('gives no file', async () => {
    await using server = await web(() => 'https://files.example.org/a.pdf', short);
    await using pulled = await pull(['10.5555/a'], { web: server });
    expect(pulled.entries).toMatchObject([{ status: 'failed', reason: 'size-mismatch' }]);
    expect(await pulled.files()).toEqual([]);
    expect(pulled.ended.code).toBe(1);
  }, 60_000);
});

test('a PDF without its header and its address of the table is kept, one with a hole is not', async () => {
  const pdf = samplePdf('A paper').toString('latin1');
  const odd = pdf.replace('%PDF-1.4\n', '').replace(/startxref\n\d+\n/, '');
  const cut = odd.replace(/\/Contents[\s\S]*?endstream/, '');
  await using server = await web(
    (doi) => `https://files.example.org/${doi.slice(-1)}.pdf`,
    (request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(Buffer.from(request.url === '/a.pdf' ? odd : cut, 'latin1')),
  );
  await using pulled = await pull(['10.5555/a', '10.5555/b'], { web: server });
  expect(pulled.entries.map(({ status, reason }) => `${status} ${reason}`).toSorted()).toEqual([
    'failed pdf-corrupt',
    'saved ok',
  ]);
  expect((await pulled.files()).map((bytes) => bytes.toString('latin1'))).toEqual([odd]);
}, 60_000);

describe('a source or a host that has had too many requests', () => {
  const PDF = samplePdf('A paper');
  const place = () => 'https://files.example.org/a.pdf';
  const file: Reply = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF);

  test('says so with 422: Unpaywall is asked again and the work saved', async () => {
    let asked = 0;
    await using server = await web(place, file, (_, response) => {
      asked += 1;
      const message = 'Too many requests per second';
      if (asked <= 5) return json(response, { HTTP_status_code: 422, message, error: true }, 422);
      return json(response, {
        doi: '10.5555/a',
        title: 'A paper',
        oa_locations: [{ url_for_pdf: place() }],
      });
    });
    await using pulled = await pull(['10.5555/a'], { web: server });
    expect(pulled.entries).toMatchObject([{ status: 'saved', reason: 'ok' }]);
    expect(asked).toBe(6);
  }, 60_000);

  test('with 429 at the file, every time: the work is tried again as a job, and its reason says so', async () => {
    let asked = 0;
    await using server = await web(place, (_, response) => {
      asked += 1;
      return void response.writeHead(429, { 'content-type': 'text/plain' }).end('slow down');
    });
    await using pulled = await pull(['10.5555/a'], { web: server });
    expect(pulled.entries).toMatchObject([{ status: 'failed', reason: 'retry-after' }]);
    expect(asked).toBe(12); // three jobs of four tries each
  }, 60_000);
});

test('addresses reach the server as they were given, by sources and by redirects', async () => {
  const pdf = samplePdf('A paper');
  const asked: string[] = [];
  const GIVEN = ['/one.pdf?', '/two//%7ea/x.pdf?b=2&a=1', '/three%2fx.pdf??'];
  const REDIRECTED = '/four.pdf?';
  const place = (doi: string): string =>
    `https://files.example.org${GIVEN[Number(doi.slice(-1))] ?? '/redirect'}`;
  await using server = await web(place, ({ url = '' }, response) => {
    asked.push(url);
    if (url === '/redirect')
      return void response.writeHead(302, { location: `https://files.example.org${REDIRECTED}` }).end();
    const isGiven = [...GIVEN, REDIRECTED].includes(url);
    return void response.writeHead(isGiven ? 200 : 404, { 'content-type': 'application/pdf' }).end(pdf);
  });
  await using pulled = await pull(['10.5555/0', '10.5555/1', '10.5555/2', '10.5555/3'], { web: server });
  expect(asked.toSorted()).toEqual([...GIVEN, REDIRECTED, '/redirect'].toSorted());
  expect(pulled.entries.map(({ status }) => status)).toEqual(['saved', 'saved', 'saved', 'saved']);
}, 60_000);

describe('an address that many works share and that has nothing', () => {
  const DOIS = Array.from({ length: 12 }, (_, index) => `10.5555/${index}`);

  test.each([
    ['once for all with --dedupe-urls', ['--dedupe-urls'], 1],
    ['for each without', [], DOIS.length],
  ])(
    'is asked %s',
    async (_, flags, times) => {
      let asked = 0;
      const nothing: Reply = (_, response) => {
        asked += 1;
        return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>no such page</html>');
      };
      await using server = await web(() => 'https://files.example.org/proceedings.pdf', nothing);
      await using pulled = await pull(DOIS, { web: server, flags });
      expect(asked).toBe(times);
      expect(pulled.entries.map(({ status, reason }) => `${status}/${reason}`)).toEqual(
        DOIS.map(() => 'failed/http-4xx'),
      );
      const skipped = pulled.lines.filter(({ reason }) => reason === 'duplicate-url');
      expect(skipped).toHaveLength(DOIS.length - times);
      expect(skipped.every(({ status }) => status === 'content-policy-skip')).toBe(true);
    },
    60_000,
  );
});

test('an article without an open copy comes as the preprint that Crossref names, and says so', async () => {
  const pdf = samplePdf('A paper');
  await using server = await loopback(({ headers: { host = '' }, url = '' }, response) => {
    if (host === 'api.crossref.org')
      return json(response, {
        status: 'ok',
        'message-type': 'work',
        message: {
          DOI: '10.5555/a',
          type: 'journal-article',
          title: ['A paper'],
          relation: { 'has-preprint': [{ 'id-type': 'doi', id: '10.1101/2020.01.30.927871' }] },
        },
      });
    const isPreprint = host === 'www.biorxiv.org' && url === '/content/10.1101/2020.01.30.927871v1.full.pdf';
    if (isPreprint) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    return void response.writeHead(404).end();
  });
  await using pulled = await pull(['10.5555/a'], {
    web: server,
    more: { resolvers: { order: ['crossref'] } },
  });
  expect(pulled.entries).toMatchObject([{ status: 'saved', resolver: 'crossref', version: 'submitted' }]);
}, 60_000);

test('a source that never answers costs a few works a timeout, not every work', async () => {
  const DOIS = Array.from({ length: 40 }, (_, index) => `10.5555/${index}`);
  const pdf = samplePdf('A paper');
  let hung = 0;
  await using server = await loopback(({ headers: { host = '' }, url = '' }, response) => {
    if (host === 'api.crossref.org') {
      hung += 1;
      return;
    }
    const doi = decodeURIComponent(/v2\/([^?]+)/.exec(url)?.[1] ?? '');
    if (host === 'api.unpaywall.org')
      return json(response, {
        doi,
        title: 'A paper',
        oa_locations: [{ url_for_pdf: `https://f.org/${doi}.pdf` }],
      });
    if (url === '/robots.txt') return void response.writeHead(404).end();
    return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  });
  await using pulled = await pull(DOIS, {
    web: server,
    more: {
      resolvers: { order: ['crossref', 'unpaywall'] },
      http: {
        connect_to: { '*': server.url },
        timeout_headers_s: 0.5,
        retry: { base_delay_ms: 30, max_delay_ms: 200, jitter_ms: 10 },
        breaker: { failure_threshold: 5, open_s: 30 },
      },
    },
  });
  expect(pulled.entries.filter(({ status }) => status === 'saved')).toHaveLength(DOIS.length);
  // The five that open the breaker, and those under way by then: four at a time.
  expect(hung).toBeLessThanOrEqual(10);
}, 90_000);
