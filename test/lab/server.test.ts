import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENARIOS } from '../../src/lab/scenarios/index.ts';
import { type Lab, startLab } from '../../src/lab/server.ts';
import type { LabWork } from '../../src/lab/world.ts';
import { ask, askJson } from './ask.ts';

let lab: Lab;
beforeAll(async () => {
  const faults = SCENARIOS.map(({ label }) => label);
  lab = await startLab({
    works: faults.length * 4,
    seed: 2,
    sizeScale: 0.02,
    faults,
    maxBytes: 200_000,
    crawlDelayS: 2,
  });
});
afterAll(() => lab.close());

const one = (label: string): LabWork => lab.world.works.find((work) => work.label === label)!;
/** The address of the PDF as OpenAlex tells it. */
const pdfUrl = (label: string): string =>
  one(label).setup.openalex!.find(({ pdfUrl: url }) => url !== null)!.pdfUrl!;
const published = (work: LabWork) =>
  lab.world.shelf.bytes({ work: work.paper.index, version: 'published', format: 'pdf' });

describe('files', () => {
  test('come whole, with length and type', async () => {
    const answer = await ask(lab, pdfUrl('gold-best-pdf'));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.body.equals(published(one('gold-best-pdf')))).toBe(true);
  });

  test('are told apart by validators: 304 moves no bytes', async () => {
    const url = 'https://arxiv.org/pdf/' + one('arxiv-doi').paper.arxiv;
    const { headers } = await ask(lab, url);
    for (const condition of [
      { 'if-none-match': headers.etag! },
      { 'if-none-match': `"other", W/${headers.etag}` },
      { 'if-modified-since': headers['last-modified']! },
    ]) {
      const again = await ask(lab, url, { headers: condition });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
    const changed = await ask(lab, url, {
      headers: { 'if-none-match': '"other"', 'if-modified-since': headers['last-modified']! },
    });
    expect(changed.status).toBe(200);
  });

  test('can be had in parts: 206, 416, and whole when If-Range does not match', async () => {
    const url = 'https://arxiv.org/pdf/' + one('arxiv-doi').paper.arxiv;
    const whole = await ask(lab, url);
    const part = (range: string, headers = {}) => ask(lab, url, { headers: { range, ...headers } });
    const middle = await part('bytes=100-199', { 'if-range': whole.headers.etag! });
    expect(middle.status).toBe(206);
    expect(middle.headers['content-range']).toBe(`bytes 100-199/${whole.body.length}`);
    expect(middle.body.equals(whole.body.subarray(100, 200))).toBe(true);
    expect((await part('bytes=-50')).body.equals(whole.body.subarray(-50))).toBe(true);
    expect((await part(`bytes=${whole.body.length - 10}-`)).body.length).toBe(10);
    const beyond = await part(`bytes=${whole.body.length}-`);
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`]);
    expect((await part('bytes=100-199', { 'if-range': '"other"' })).status).toBe(200);
    expect((await part('bytes=100-199', { 'if-range': `W/${whole.headers.etag}` })).status).toBe(200);
  });

  test('answer HEAD with the same headers and no body, except where a host allows GET only', async () => {
    const head = await ask(lab, 'https://arxiv.org/pdf/' + one('arxiv-doi').paper.arxiv, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
    expect(head.body.length).toBe(0);
    const strict = lab.world.works.find(
      ({ label, publisher }) =>
        label !== 'unknown-doi' && publisher.kind === 'publisher' && !publisher.allowsHead,
    )!;
    const url = strict.setup.pages.find(([page]) => page.includes(strict.publisher.host))![0];
    expect((await ask(lab, url, { method: 'HEAD' })).status).toBe(405);
    expect((await ask(lab, url)).status).not.toBe(405);
  });

  test('carry the validators their host has, on some hosts none', async () => {
    const gold = lab.world.works.filter(({ setup, publisher }) =>
      setup.pages.some(([url, { kind }]) => kind === 'copy' && url.includes(publisher.host)),
    );
    const headersOf = async (validators: string) => {
      const { setup, publisher } = gold.find((work) => work.publisher.validators === validators)!;
      const [url] = setup.pages.find(([page, { kind }]) => kind === 'copy' && page.includes(publisher.host))!;
      const { etag, 'last-modified': modified } = (await ask(lab, url)).headers;
      return { etag, modified };
    };
    expect(await headersOf('both')).toEqual({
      etag: expect.stringMatching(/^"/),
      modified: expect.any(String),
    });
    expect(await headersOf('weak-etag')).toEqual({ etag: expect.stringMatching(/^W\/"/) });
    expect(await headersOf('last-modified')).toEqual({ modified: expect.any(String) });
    expect(await headersOf('none')).toEqual({});
  });
});

describe('faults', () => {
  test('gzip with the length of the coded bytes decodes to the right file', async () => {
    const answer = await ask(lab, pdfUrl('gzip-pdf'));
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    expect(gunzipSync(answer.body).equals(published(one('gzip-pdf')))).toBe(true);
  });

  test.each([
    ['octet-stream-pdf', 'application/octet-stream'],
    ['text-html-pdf', 'text/html'],
  ])('%s is a right file under %s', async (label, type) => {
    const answer = await ask(lab, pdfUrl(label));
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.body.equals(published(one(label)))).toBe(true);
  });

  test.each([
    'truncated-once',
    'cut-once',
    '503-once',
    '429-retry-after-seconds',
    '429-retry-after-date',
    '429-without-retry-after',
  ])('%s goes wrong the first time and right ever after', async (label) => {
    const url = pdfUrl(label);
    const right = published(one(label));
    const first = await ask(lab, url);
    expect(first.body.equals(right)).toBe(false);
    for (let again = 0; again < 2; again += 1) expect((await ask(lab, url)).body.equals(right)).toBe(true);
  });

  test('a permanently truncated file agrees with its Content-Length', async () => {
    const answer = await ask(lab, pdfUrl('truncated-always'));
    expect(answer.broken).toBe(false);
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    expect(answer.body.length).toBeLessThan(published(one('truncated-always')).length);
    expect(answer.body.toString('latin1')).not.toMatch(/%%EOF\s*$/);
  });

  test('a cut connection has promised more than it gave', async () => {
    const answer = await ask(lab, pdfUrl('cut-always'));
    expect(answer.broken).toBe(true);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(answer.body.length);
  });

  test('Retry-After comes in seconds, as a date, or not at all', async () => {
    await using fresh = await startLab({
      works: 3,
      seed: 1,
      sizeScale: 0.02,
      retryAfterS: 7,
      faults: ['429-retry-after-seconds', '429-retry-after-date', '429-without-retry-after'],
    });
    const first = async (label: string) => {
      const work = fresh.world.works.find((candidate) => candidate.label === label)!;
      const { status, headers } = await ask(fresh, work.setup.openalex![0]!.pdfUrl!);
      expect(status).toBe(429);
      return headers['retry-after'];
    };
    expect(await first('429-retry-after-seconds')).toBe('7');
    const wait = Date.parse((await first('429-retry-after-date'))!) - Date.now();
    expect(wait).toBeGreaterThan(5500);
    expect(wait).toBeLessThan(9000);
    expect(await first('429-without-retry-after')).toBeUndefined();
  });

  test('HTML in disguise, empty bodies, challenges and logins are what they are', async () => {
    const disguised = await ask(lab, pdfUrl('html-disguised'));
    expect(disguised.headers['content-type']).toBe('application/pdf');
    expect(disguised.text).toContain('<html');
    const empty = await ask(lab, pdfUrl('empty-body'));
    expect([empty.status, empty.body.length]).toEqual([200, 0]);
    const cloudflare = await ask(lab, pdfUrl('challenge-403'));
    expect([cloudflare.status, /Just a moment/.test(cloudflare.text)]).toEqual([403, true]);
    expect((await ask(lab, pdfUrl('challenge-200'))).status).toBe(200);
    expect((await ask(lab, pdfUrl('challenge-proof-of-work'))).text).toContain('POW_CHALLENGE');
    const wall = await ask(lab, pdfUrl('login-page'));
    expect((await ask(lab, wall.headers.location!)).text).toContain('type="password"');
  });

  test('five redirects of five kinds lead to the file', async () => {
    let url = pdfUrl('redirect-chain-5');
    const statuses: number[] = [];
    for (;;) {
      const answer = await ask(lab, url);
      if (answer.status === 200) {
        expect(answer.body.equals(published(one('redirect-chain-5')))).toBe(true);
        break;
      }
      statuses.push(answer.status);
      url = new URL(answer.headers.location!, url).href;
    }
    expect(statuses).toEqual([301, 302, 303, 307, 308]);
  });

  test('a redirect loop comes back to where it began', async () => {
    const url = pdfUrl('redirect-loop');
    const away = (await ask(lab, url)).headers.location!;
    expect((await ask(lab, away)).headers.location).toBe(url);
  });

  test('redirects to private addresses point at addresses nobody may dial', async () => {
    for (const work of lab.world.works.filter(({ label }) => label === 'redirect-to-private')) {
      const answer = await ask(lab, work.setup.openalex![0]!.pdfUrl!);
      expect(new URL(answer.headers.location!).hostname).toMatch(/^(127\.|169\.254\.|10\.|\[::1\])/);
    }
  });

  test('bodies that are too large exceed the limit, announced or not', async () => {
    const announced = await ask(lab, pdfUrl('too-large-announced'));
    expect(Number(announced.headers['content-length'])).toBeGreaterThan(200_000);
    const streamed = await ask(lab, pdfUrl('too-large-streamed'));
    expect(streamed.headers['content-length']).toBeUndefined();
    expect(streamed.body.length).toBeGreaterThan(200_000);
    expect(streamed.body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('slow and stalled bodies can be left', async () => {
    for (const label of ['slow-drip', 'stalled-body']) {
      const answer = await ask(lab, pdfUrl(label), { atMost: 20 });
      expect(answer.broken).toBe(true);
      expect(answer.body.length).toBeGreaterThan(0);
    }
  });
});

describe('landing pages', () => {
  const base = (html: string, url: string) => new URL(/<base href="([^"]+)"/.exec(html)?.[1] ?? url, url);
  const linked = (html: string) =>
    (/name="citation_pdf_url" content="([^"]+)"/.exec(html) ??
      /rel="alternate"[^>]* href="([^"]+)"/.exec(html))?.[1]?.replaceAll('&amp;', '&');

  test.each(SCENARIOS.map(({ label }) => label).filter((label) => label.startsWith('landing-')))(
    '%s leads to the right file',
    async (label) => {
      const work = one(label);
      const page = await ask(lab, work.setup.doiTarget!);
      const link = linked(page.text);
      const pdf = await ask(lab, new URL(link!, base(page.text, work.setup.doiTarget!)).href);
      expect(pdf.body.equals(published(work))).toBe(true);
    },
  );

  test('escape what is hostile in titles', async () => {
    for (const work of lab.world.works.filter(({ paper }) => paper.title?.includes('<script>'))) {
      if (
        work.setup.doiTarget === undefined ||
        !work.setup.pages.some(([url]) => url === work.setup.doiTarget)
      )
        continue;
      const answer = await ask(lab, work.setup.doiTarget);
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      expect(answer.text).not.toContain('<script>alert');
    }
  });

  test('of works with an XML or HTML text name it', async () => {
    const xml = await ask(lab, one('jats-xml-only').setup.doiTarget!);
    const xmlUrl = /citation_xml_url" content="([^"]+)"/.exec(xml.text)![1]!;
    expect((await ask(lab, xmlUrl)).text).toMatch(/^<\?xml[^]*<article-title>[^]*<\/article>\s*$/);
    const html = await ask(lab, one('html-fulltext-link').setup.doiTarget!);
    const fullUrl = /citation_fulltext_html_url" content="([^"]+)"/.exec(html.text)![1]!;
    expect((await ask(lab, fullUrl)).text.split(/\s+/).length).toBeGreaterThan(2000);
    expect(html.text.split(/\s+/).length).toBeLessThan(400);
  });
});

describe('robots.txt', () => {
  const byKind = (kind: string) =>
    lab.world.hosts.find((host) => lab.world.site(host)!.robots.kind === kind)!;

  test.each([
    ['allow', 200, 'Allow: /'],
    ['missing', 404, '<html'],
    ['deny-all', 200, 'Disallow: /\n'],
    ['some-paths', 200, 'Disallow: /search'],
    ['crawl-delay', 200, 'Crawl-delay: 2'],
    ['unavailable', 503, 'Unavailable'],
  ])('of the kind %s answers %i', async (kind, status, text) => {
    const answer = await ask(lab, `https://${byKind(kind)}/robots.txt`);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });
});

describe('the control pages', () => {
  test('list the works with what must come of them', async () => {
    const answer = await askJson<{
      works: { id: string; scenario: string; expected: { sha256: string[] } }[];
    }>(lab, `${lab.origin}/__lab/world`);
    expect(answer.works.length).toBe(lab.world.works.length);
    const described = answer.works.find(({ scenario }) => scenario === 'gold-best-pdf')!;
    expect(described.expected.sha256).toEqual(lab.world.expected(described.id).sha256);
  });

  test('answer for another capability', async () => {
    type World = { works: { scenario: string; expected: { outcome: string } }[] };
    const answer = await askJson<World>(lab, `${lab.origin}/__lab/world?verify_identity=0`);
    expect(answer.works.find(({ scenario }) => scenario === 'wrong-paper')?.expected.outcome).toBe('saved');
  });

  test('list plain ids, one a line', async () => {
    const { text } = await ask(lab, `${lab.origin}/__lab/ids`);
    expect(text.trimEnd().split('\n')).toEqual(lab.world.works.map(({ paper }) => paper.spelling));
  });

  test('are hidden from every other host name, and unknown hosts are refused', async () => {
    expect((await ask(lab, 'https://api.openalex.org/__lab/world')).status).toBe(404);
    expect((await ask(lab, 'https://nowhere.example/')).status).toBe(421);
  });
});
