import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typeset } from '../download/identity/typeset.ts';
import { prose } from '../download/sample-pages.ts';
import { loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { rows } from './results.ts';

const DOI = '10.5555/seasonal.1';
const TITLE = 'Seasonal discharge of alpine rivers under warmer winters';
const HOST = 'journal.example.org';

const PAPER = typeset({
  pages: Array.from({ length: 6 }, (_, page) => [
    ...(page === 0 ? [TITLE, 'Lena Bauer, Wei Chen', `https://doi.org/${DOI}`, '2020'] : []),
    ...Array.from({ length: 40 }, (__, line) => `Snow of month ${line} feeds the river on page ${page}.`),
  ]),
});
const page = (body: string, head = '') => `<!DOCTYPE html><html><head><title>${TITLE}</title>
<meta name="citation_title" content="${TITLE}"><meta name="citation_author" content="Bauer, Lena">
<meta name="citation_doi" content="${DOI}">${head}</head><body><article><h1>${TITLE}</h1>
<p>Lena Bauer, Wei Chen</p>${body}</article></body></html>`;
const ABSTRACT = page(`<h2>Abstract</h2>${prose(120)}`);
const FULL =
  page(`<h2>1. Introduction</h2>${prose(900)}<h2>2. Methods</h2>${prose(900)}<h2>3. Results</h2>${prose(900)}
<section class="references"><h2>References</h2><ol>${'<li><p>Author A. A title. Journal 12, 3-4 (2001).</p></li>'.repeat(20)}</ol></section>`);

/** A page, a PDF, or where it leads to. */
type Answer = string | Buffer | { readonly to: string };

interface Site {
  readonly locations: readonly { readonly pdf?: string; readonly landing?: string }[];
  /** Of the journal, by path. */
  readonly pages: Readonly<Record<string, Answer>>;
  /** Where the DOI leads to. */
  readonly article?: string;
}

const answers = ({ locations, pages, article }: Site) =>
  loopback(({ headers, url = '' }, response) => {
    const send = (status: number, type: string, body: string | Buffer) =>
      void response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body);
    const lead = (location: string) => void response.writeHead(302, { location }).end();
    if (headers.host === 'api.unpaywall.org') {
      const oa_locations = locations.map(({ pdf = null, landing = null }) => ({
        url_for_pdf: pdf,
        url_for_landing_page: landing,
        url: pdf ?? landing,
      }));
      const z_authors = [
        { given: 'Lena', family: 'Bauer' },
        { given: 'Wei', family: 'Chen' },
      ];
      const told = { doi: DOI, title: TITLE, year: 2020, z_authors, oa_locations };
      return send(200, 'application/json', JSON.stringify(told));
    }
    if (headers.host === 'doi.org' && article !== undefined && url.startsWith('/10.')) return lead(article);
    const answer = headers.host === HOST ? pages[url] : undefined;
    if (answer === undefined) return send(404, 'text/plain', 'nothing');
    if (typeof answer === 'string') return send(200, 'text/html', answer);
    return 'to' in answer ? lead(answer.to) : send(200, 'application/pdf', answer);
  });

async function pulled(site: Site) {
  await using folder = await tempDir();
  await using server = await answers(site);
  const config = await labConfig(folder.path, server.url);
  await run(['pull', '-c', config, '--run-id', 'r', DOI]);
  const [entry] = rows<{ status: string }>(join(folder.path, 'out'), 'SELECT status FROM catalog_entries');
  const asked = server.asked.flatMap(({ headers, path }) =>
    headers.host === HOST && path !== '/robots.txt' ? [path] : [],
  );
  return { asked, status: entry?.status };
}

const at = (path: string, scheme = 'https') => `${scheme}://${HOST}${path}`;

const CASES: readonly (Site & {
  readonly name: string;
  readonly asked: readonly string[];
  readonly status: string;
})[] = [
  {
    name: 'a page named with plain http, with a fragment, and by its DOI',
    locations: [{ landing: at('/a', 'http') }, { landing: at('/a#abstract') }],
    article: at('/a'),
    pages: { '/a': ABSTRACT },
    asked: ['/a'],
    status: 'failed',
  },
  {
    name: 'an address that leads to a page that was read',
    locations: [{ landing: at('/x') }],
    article: at('/a'),
    pages: { '/a': ABSTRACT, '/x': { to: '/a' } },
    asked: ['/a', '/x'],
    status: 'failed',
  },
  {
    name: 'a landing page named as the PDF',
    locations: [{ pdf: at('/a'), landing: at('/a') }],
    article: at('/a'),
    pages: { '/a': ABSTRACT },
    asked: ['/a'],
    status: 'failed',
  },
  {
    name: 'a landing page in place of the PDF, with the true place of the file',
    locations: [{ pdf: at('/x.pdf'), landing: at('/a') }],
    article: at('/a'),
    pages: {
      '/x.pdf': { to: '/a' },
      '/a': page('<p>Abstract</p>', `<meta name="citation_pdf_url" content="${at('/f/1')}">`),
      '/f/1': PAPER,
    },
    asked: ['/x.pdf', '/a', '/f/1'],
    status: 'saved',
  },
  {
    name: 'the full text as a page, named as the PDF',
    locations: [{ pdf: at('/a') }],
    article: at('/a'),
    pages: { '/a': FULL },
    asked: ['/a'],
    status: 'html_only',
  },
  {
    name: 'a PDF in place of a landing page',
    locations: [{ landing: at('/item') }],
    pages: { '/item': PAPER },
    asked: ['/item'],
    status: 'saved',
  },
  {
    name: 'a PDF that a page sends browsers on to',
    locations: [],
    article: at('/a'),
    pages: { '/a': '<meta http-equiv="refresh" content="0; url=/f/1">', '/f/1': PAPER },
    asked: ['/a', '/f/1'],
    status: 'saved',
  },
];

describe('for one work the built program asks no address twice', () => {
  test.each(CASES)(
    '$name',
    async ({ name: _name, asked, status, ...site }) => {
      expect(await pulled(site)).toEqual({ asked, status });
    },
    60_000,
  );
});
