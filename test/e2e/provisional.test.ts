import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typeset } from '../download/identity/typeset.ts';
import { prose } from '../download/sample-pages.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { filesIn, rows } from './results.ts';

const DOI = '10.5555/seasonal.1';
const TITLE = 'Seasonal discharge of alpine rivers under warmer winters';
const SCAN = 'https://scans.example.org/scan.pdf';
const PAPER = 'https://papers.example.org/paper.pdf';
const ARTICLE = 'https://journal.example.org/article/1';

/** Pictures of pages: nothing in it can be read. */
const scanned = samplePdf('', 60_000);
const paper = typeset({
  pages: Array.from({ length: 6 }, (_, page) => [
    ...(page === 0 ? [TITLE, 'Lena Bauer, Wei Chen', `https://doi.org/${DOI}`, '2020'] : []),
    ...Array.from({ length: 40 }, (__, line) => `Snow of month ${line} feeds the river on page ${page}.`),
  ]),
});
/** A paper that prints no DOI: by a DOI alone nothing tells whose it is. */
const undated = (title: string, authors: string) =>
  typeset({
    pages: Array.from({ length: 6 }, (_, page) => [
      ...(page === 0 ? [title, authors, 'Abstract'] : []),
      ...Array.from({ length: 40 }, (__, line) => `Snow of month ${line} feeds the river on page ${page}.`),
    ]),
  });
const fullText = `<!DOCTYPE html><html><head><title>${TITLE}</title>
<meta name="citation_title" content="${TITLE}"><meta name="citation_author" content="Bauer, Lena">
<meta name="citation_author" content="Chen, Wei"><meta name="citation_doi" content="${DOI}"></head><body><article>
<h1>${TITLE}</h1><p>Lena Bauer, Wei Chen</p><h2>1. Introduction</h2>${prose(900)}<h2>2. Methods</h2>${prose(900)}
<h2>3. Results</h2>${prose(900)}<section class="references"><h2>References</h2><ol>${'<li><p>Author A. A title. Journal 12, 3-4 (2001).</p></li>'.repeat(20)}</ol></section>
</article></body></html>`;

interface Site {
  /** What Unpaywall names. */
  readonly files: readonly string[];
  readonly article?: string;
  /** Unpaywall tells nothing of the work but where it is; Europe PMC, asked later, tells its title and authors. */
  readonly isToldLater?: boolean;
  /** What comes from the host of scans in place of a scan. */
  readonly file?: Buffer;
  /** Sources answer after this long. */
  readonly slowMs?: number;
  /** Told when a source begins (1) and ends (-1) to answer. */
  readonly busy?: (by: number) => void;
}

const EPMC = {
  hitCount: 1,
  resultList: {
    result: [
      {
        id: '1',
        source: 'MED',
        doi: DOI,
        title: TITLE,
        pubYear: '2020',
        authorList: { author: [{ fullName: 'Bauer L' }, { fullName: 'Chen W' }] },
      },
    ],
  },
};

const API = /^(?:api\.|www\.ebi|doaj\.)/;

/** The web of one work: Unpaywall, two file hosts, a publisher's page. Nobody else knows the work. */
const web = ({
  files,
  article,
  slowMs = 0,
  busy,
  isToldLater = false,
  file = scanned,
}: Site): Promise<Loopback> =>
  loopback(async ({ headers, url = '' }, response) => {
    const host = headers.host ?? '';
    const send = (status: number, type: string, body: string | Buffer) =>
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body);
    if (API.test(host) && url !== '/robots.txt') {
      busy?.(1);
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      busy?.(-1);
    }
    if (host === 'api.unpaywall.org')
      return void send(
        200,
        'application/json',
        JSON.stringify({
          doi: DOI,
          ...(!isToldLater && {
            title: TITLE,
            year: 2020,
            z_authors: [
              { given: 'Lena', family: 'Bauer' },
              { given: 'Wei', family: 'Chen' },
            ],
          }),
          oa_locations: files.map((file) => ({ url_for_pdf: file, url: file, host_type: 'repository' })),
        }),
      );
    if (host === 'www.ebi.ac.uk' && isToldLater && url.includes('/search'))
      return void send(200, 'application/json', JSON.stringify(EPMC));
    if (host === 'scans.example.org') return void send(200, 'application/pdf', file);
    if (host === 'papers.example.org') return void send(200, 'application/pdf', paper);
    if (host === 'doi.org' && article !== undefined && url.startsWith('/10.'))
      return void response.writeHead(302, { location: ARTICLE }).end();
    if (host === 'journal.example.org' && url.startsWith('/article'))
      return void send(200, 'text/html', article ?? '');
    send(404, 'text/plain', 'nothing');
  });

interface Known {
  readonly status: string;
  readonly url: string | null;
  readonly identity: string | null;
}

async function pulled(site: Site, more: { flags?: readonly string[]; env?: Record<string, string> } = {}) {
  const folder = await tempDir();
  const server = await web(site);
  const config = await labConfig(folder.path, server.url);
  const ended = await run(['pull', '-c', config, '--run-id', 'r', ...(more.flags ?? []), DOI], {
    env: more.env ?? {},
  });
  const out = join(folder.path, 'out');
  return {
    ended,
    entry: rows<Known>(out, 'SELECT status, url, identity FROM catalog_entries')[0],
    asked: (host: string) => server.asked.filter(({ headers }) => headers.host === host),
    artifacts: await filesIn(join(out, 'artifacts')),
    metrics: JSON.parse(await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8')) as {
      identity: unknown;
    },
    attempts: rows<{ status: string; role: string | null; url: string | null; extra: string }>(
      out,
      'SELECT status, role, url, extra FROM attempts ORDER BY id',
    ),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a file that nobody can read, pulled by the built program', () => {
  test('gives way to one that is proven, and leaves nothing behind', async () => {
    await using one = await pulled({ files: [SCAN, PAPER] });
    expect(one.entry).toEqual({ status: 'saved', url: PAPER, identity: 'proven' });
    expect(one.artifacts).toEqual([expect.stringMatching(/^PDF\/.*\.pdf$/)]);
    expect(one.metrics.identity).toEqual({ proven: 1, unsure: 0, unchecked: 0 });
    expect(one.ended.stdout + one.ended.stderr).not.toContain('identity:');
    const removed = one.attempts.filter(({ status }) => status === 'provisional');
    expect(removed.map(({ url, extra }) => [url, (JSON.parse(extra) as { done: string }).done])).toEqual([
      [SCAN, 'removed'],
    ]);
  }, 60_000);

  test('is kept when no source has a proven one, and says that it is unsure', async () => {
    await using one = await pulled({ files: [SCAN] });
    expect(one.ended.code).toBe(0);
    expect(one.entry).toEqual({ status: 'saved', url: SCAN, identity: 'unsure' });
    expect(one.artifacts).toEqual([expect.stringMatching(/^PDF\/.*\.pdf$/)]);
    expect(one.metrics.identity).toEqual({ proven: 0, unsure: 1, unchecked: 0 });
    expect(one.ended.stdout + one.ended.stderr).toContain('identity: 0 proven, 1 unsure');
    expect(one.asked('scans.example.org').filter(({ path }) => path === '/scan.pdf')).toHaveLength(1);
  }, 60_000);

  test('gives way to the full text on a page that is proven', async () => {
    await using one = await pulled({ files: [SCAN], article: fullText });
    expect(one.entry).toEqual({ status: 'html_only', url: ARTICLE, identity: 'proven' });
    expect(one.artifacts).toEqual([expect.stringMatching(/^HTML\/.*\.html$/)]);
  }, 60_000);

  test('ends the work at once, unchecked, where identity is not verified', async () => {
    await using one = await pulled(
      { files: [SCAN, PAPER] },
      { env: { DTKG_DOWNLOAD__VERIFY_IDENTITY: 'off' } },
    );
    expect(one.entry).toEqual({ status: 'saved', url: SCAN, identity: 'unchecked' });
    expect(one.asked('papers.example.org').filter(({ path }) => path === '/paper.pdf')).toEqual([]);
  }, 60_000);

  test('with `warn` the run says how many files are not proven', async () => {
    await using one = await pulled({ files: [SCAN] }, { env: { DTKG_DOWNLOAD__VERIFY_IDENTITY: 'warn' } });
    expect(one.ended.stdout + one.ended.stderr).toContain('1 file is not proven to be the work');
  }, 60_000);
});

describe('a file of a work that is known by its DOI alone, pulled by the built program', () => {
  const examined = (one: Awaited<ReturnType<typeof pulled>>) =>
    one.attempts
      .filter(({ status }) => status === 'provisional')
      .map(({ extra }) => JSON.parse(extra) as { done: string; quarantined?: string });

  test('is examined again and proven when a later source tells the title', async () => {
    const file = undated(TITLE, 'Lena Bauer, Wei Chen');
    await using one = await pulled({ files: [SCAN], isToldLater: true, file });
    expect(one.entry).toEqual({ status: 'saved', url: SCAN, identity: 'proven' });
    expect(examined(one).map(({ done }) => done)).toEqual(['examined', 'published']);
    expect(one.asked('scans.example.org').filter(({ path }) => path === '/scan.pdf')).toHaveLength(1);
  }, 60_000);

  test('is set aside when a later source tells the title of another paper', async () => {
    const file = undated('Thermal alloys under very high pressure and heat', 'Omar Haddad');
    await using one = await pulled({ files: [SCAN], isToldLater: true, file });
    expect(one.entry).toMatchObject({ status: 'quarantined' });
    expect(one.artifacts).toEqual([expect.stringMatching(/^quarantine\/.*\.pdf$/)]);
    expect(examined(one)).toMatchObject([{ done: 'removed', quarantined: one.artifacts[0] }]);
  }, 60_000);
});

describe('a landing page, pulled by the built program', () => {
  const pageRequests = (one: Awaited<ReturnType<typeof pulled>>) =>
    one.asked('journal.example.org').filter(({ path }) => path === '/article/1');

  test('that is the full text is asked for once and kept', async () => {
    await using one = await pulled({ files: [], article: fullText });
    expect(one.entry).toEqual({ status: 'html_only', url: ARTICLE, identity: 'proven' });
    expect(pageRequests(one)).toHaveLength(1);
    const [page] = one.artifacts;
    expect(page).toMatch(/^HTML\//);
    expect(one.artifacts).toHaveLength(1);
  }, 60_000);

  test('that is not the full text is asked for once and not kept', async () => {
    await using one = await pulled({
      files: [],
      article: `<!DOCTYPE html><html><head><title>${TITLE}</title></head><body><h1>${TITLE}</h1>${prose(200)}</body></html>`,
    });
    expect(one.entry).toMatchObject({ status: 'failed' });
    expect(pageRequests(one)).toHaveLength(1);
    expect(one.artifacts).toEqual([]);
  }, 60_000);
});

describe('the sources of a tier, asked by the built program', () => {
  const crowd = async (flags: readonly string[]) => {
    let most = 0;
    let now = 0;
    const busy = (by: number) => {
      now += by;
      most = Math.max(most, now);
    };
    await using one = await pulled({ files: [PAPER], slowMs: 300, busy }, { flags });
    return { most, entry: one.entry };
  };

  test('answer one after the other', async () => {
    const { most, entry } = await crowd([]);
    expect(most).toBe(1);
    expect(entry).toMatchObject({ status: 'saved', url: PAPER });
  }, 60_000);

  test('answer side by side with `--tier-parallel`', async () => {
    const { most, entry } = await crowd(['--tier-parallel']);
    expect(most).toBeGreaterThanOrEqual(3);
    expect(entry).toMatchObject({ status: 'saved', url: PAPER });
  }, 60_000);
});
