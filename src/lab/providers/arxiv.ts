import { createHash } from 'node:crypto';
import type { Copy } from '../behaviour.ts';
import { dice } from '../dice.ts';
import { entityOf } from '../faults.ts';
import { escapeXml } from '../jats.ts';
import { escapeHtml, notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { decoded, html, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import { paragraph } from '../titles.ts';
import type { LabWork, World } from '../world.ts';

const ID = /^(?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(v\d+)?$/;
const MAX_RESULTS = 2000;

const withoutVersion = (id: string): string => id.replace(/v\d+$/, '');

/** Titles and summaries come hard-wrapped. */
const hardWrapped = (text: string): string => text.replace(/(.{60,75}) /g, '$1\n  ');

function entryOf({ paper }: LabWork): string {
  const id = `${paper.arxiv}v1`;
  const published = `${paper.date}T17:59:46Z`;
  const doi = paper.doi?.startsWith('10.48550/') ? undefined : paper.doi;
  return `  <entry>
    <id>http://arxiv.org/abs/${id}</id>
    <title>${escapeXml(hardWrapped(paper.title ?? ''))}</title>
    <updated>${published}</updated>
    <link href="https://arxiv.org/abs/${id}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>
    <summary>${escapeXml(hardWrapped(paragraph(dice('abstract', paper.id), 5)))}</summary>
    <category term="physics.gen-ph" scheme="http://arxiv.org/schemas/atom"/>
    <published>${published}</published>
    <arxiv:comment>12 pages</arxiv:comment>
    <arxiv:primary_category term="physics.gen-ph"/>
${doi === undefined ? '' : `    <arxiv:doi>${escapeXml(doi)}</arxiv:doi>\n`}${paper.authors
  .map((name) => `    <author>\n      <name>${escapeXml(name)}</name>\n    </author>\n`)
  .join('')}  </entry>
`;
}

interface Feed {
  readonly query: string;
  readonly total: number;
  readonly start: number;
  readonly perPage: number;
  readonly entries: string;
}

const feed = (page: Feed): string => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/${createHash('sha1').update(page.query).digest('base64').slice(0, 27)}</id>
  <title>arXiv Query: ${escapeXml(page.query)}</title>
  <updated>2026-04-12T22:09:26Z</updated>
  <link href="https://arxiv.org/api/query?${escapeXml(page.query)}" type="application/atom+xml"/>
  <opensearch:itemsPerPage>${page.perPage}</opensearch:itemsPerPage>
  <opensearch:totalResults>${page.total}</opensearch:totalResults>
  <opensearch:startIndex>${page.start}</opensearch:startIndex>
${page.entries}</feed>
`;

const atom = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  body,
});

/** Since 2026 a malformed id is a 400 with a feed of one error entry. */
const badId = (id: string, query: string): Reply =>
  atom(
    400,
    feed({
      query,
      total: 1,
      start: 0,
      perPage: 1,
      entries: `  <entry>
    <id>https://arxiv.org/api/errors#incorrect_id_format_for_${encodeURIComponent(id)}</id>
    <title>Error</title>
    <summary>incorrect id format for ${escapeXml(id)}</summary>
    <updated>2026-04-12T00:00:00Z</updated>
    <link href="https://arxiv.org/api/errors#incorrect_id_format_for_${encodeURIComponent(id)}" rel="alternate" type="text/html"/>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
`,
    }),
  );

function apiQuery(world: World, { searchParams }: URL): Reply {
  const ids = (searchParams.get('id_list') ?? '').split(',').filter(Boolean);
  const start = Math.max(0, Number(searchParams.get('start') ?? 0) || 0);
  const perPage = Math.min(MAX_RESULTS, Number(searchParams.get('max_results') ?? 10) || 10);
  const query = `search_query=${searchParams.get('search_query') ?? ''}&id_list=${ids.join(',')}&start=${start}&max_results=${perPage}`;
  // Malformed ids inside a longer list are dropped without a word.
  const wellFormed = ids.filter((id) => ID.test(id));
  const [only] = ids;
  if (only !== undefined && ids.length === 1 && wellFormed.length === 0) return badId(only, query);
  const works = wellFormed
    .map((id) => world.work('arxiv', withoutVersion(id)))
    .filter((work): work is LabWork => work !== undefined);
  return atom(
    200,
    feed({
      query,
      total: works.length,
      start,
      perPage,
      entries: works
        .slice(start, start + perPage)
        .map(entryOf)
        .join(''),
    }),
  );
}

function absPage({ paper }: LabWork): Reply {
  const title = escapeHtml(paper.title ?? '');
  return html(
    200,
    `<!DOCTYPE html>
<html lang="en">
<head><title>[${paper.arxiv}] ${title}</title>
<link rel="canonical" href="https://arxiv.org/abs/${paper.arxiv}"/>
<meta name="citation_title" content="${title}" />
${paper.authors.map((name) => `<meta name="citation_author" content="${escapeHtml(name)}" />`).join('\n')}
<meta name="citation_date" content="${paper.date.replaceAll('-', '/')}" />
<meta name="citation_pdf_url" content="http://arxiv.org/pdf/${paper.arxiv}" />
<meta name="citation_arxiv_id" content="${paper.arxiv}" />
</head>
<body><h1 class="title mathjax"><span class="descriptor">Title:</span>${title}</h1>
<blockquote class="abstract mathjax">${paragraph(dice('abstract', paper.id), 5)}</blockquote>
<a href="/pdf/${paper.arxiv}" class="abs-button download-pdf">View PDF</a></body></html>
`,
    { 'cache-control': 'max-age=3600' },
  );
}

function pdf(world: World, { paper }: LabWork): Reply {
  const copy: Copy = { work: paper.index, version: 'submitted', format: 'pdf' };
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: world.shelf.bytes(copy),
    entity: entityOf(world.seed, copy, { validators: 'both', date: paper.date }),
  };
}

/** arXiv and its mirror for harvesters: the Atom API, abstract pages and PDFs, with and without `.pdf` and version. */
export function arxiv({ world, arxivCrawlDelayS }: LabContext): Provider {
  const robots =
    arxivCrawlDelayS > 0
      ? ({ kind: 'crawl-delay', delayS: arxivCrawlDelayS } as const)
      : ({ kind: 'allow' } as const);

  return {
    hosts: ['arxiv.org', 'www.arxiv.org', 'export.arxiv.org'],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots });
      if (host === 'export.arxiv.org' && url.pathname === '/api/query') return apiQuery(world, url);
      const match = /^\/(abs|pdf)\/(.+?)(?:\.pdf)?$/.exec(decoded(url.pathname));
      const work = match?.[2] === undefined ? undefined : world.work('arxiv', withoutVersion(match[2]));
      if (!work) return html(404, notFoundPage());
      return match?.[1] === 'abs' ? absPage(work) : pdf(world, work);
    },
  };
}
