import type { Copy } from '../behaviour.ts';
import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';
import { fileReply } from './file-reply.ts';

const MAX_LIMIT = 100;

const coreId = (work: LabWork): number => 150_000_000 + work.paper.index;
const downloadUrl = (work: LabWork): string => `https://core.ac.uk/download/${coreId(work)}.pdf`;

function recordOf(work: LabWork): Record<string, unknown> {
  const { paper, setup } = work;
  const held = setup.holdings?.core;
  return {
    acceptedDate: '',
    arxivId: null,
    authors: paper.authors.map((name) => ({ name: name.split(' ').toReversed().join(', ') })),
    citationCount: null,
    contributors: [],
    outputs: [`https://api.core.ac.uk/v3/outputs/${coreId(work)}`],
    createdDate: `${paper.date}T10:00:00`,
    dataProviders: [{ id: 145, name: '', url: 'https://api.core.ac.uk/v3/data-providers/145', logo: '' }],
    depositedDate: '',
    abstract: null,
    documentType: 'research',
    doi: paper.doi?.toUpperCase(),
    downloadUrl: held ? downloadUrl(work) : '',
    fieldOfStudy: null,
    fullText: 'Not available for public API users.',
    id: coreId(work),
    identifiers: [{ identifier: paper.doi, type: 'DOI' }],
    title: paper.title,
    language: { code: 'en', name: 'English' },
    magId: null,
    oaiIds: [`oai:lab:${paper.index}`],
    publishedDate: '',
    publisher: '',
    pubmedId: null,
    references: [],
    sourceFulltextUrls: held?.sourceUrls ?? [],
    updatedDate: '',
    yearPublished: paper.year,
    journals: [],
    links: [
      ...(held ? [{ type: 'download', url: downloadUrl(work) }] : []),
      { type: 'display', url: `https://core.ac.uk/works/${coreId(work)}` },
    ],
  };
}

function search(world: World, { searchParams }: URL): Reply {
  const limit = Number(searchParams.get('limit') ?? 10);
  if (limit > MAX_LIMIT) return html(504, '<html><body><h1>504 Gateway Time-out</h1></body></html>\n');
  const dois = (searchParams.get('q') ?? '').matchAll(/\bdoi:"((?:[^"\\]|\\.)+)"/g);
  const results = dois
    .map(([, doi = '']) => world.work('doi', doi.replace(/\\(.)/g, '$1')))
    .filter((work) => work?.setup.holdings?.core !== undefined)
    .map((work) => recordOf(work as LabWork))
    .take(limit)
    .toArray();
  return json(200, {
    totalHits: results.length,
    limit,
    offset: 0,
    scrollId: null,
    results,
    tooks: [],
    esTook: 4,
  });
}

/** CORE: the API, which redirects without its last slash, and the site with the files, which hates stray credentials. */
export function core({ world }: LabContext): Provider {
  const byId = (id: string | undefined): LabWork | undefined => world.works[Number(id) - 150_000_000];

  function api({ url, headers }: LabRequest): Reply {
    if (url.pathname === '/v3/search/works')
      return html(301, '', { location: `https://api.core.ac.uk/v3/search/works/${url.search}` });
    if (url.pathname === '/v3/search/works/') return search(world, url);
    const work = byId(/^\/v3\/works\/(\d+)\/download$/.exec(url.pathname)?.[1]);
    if (!work?.setup.holdings?.core) return json(404, { message: 'Not found' });
    if (!headers.authorization?.startsWith('Bearer ')) return json(401, { message: 'Unauthenticated.' });
    return html(302, '', { location: `${downloadUrl(work)}?from=api` });
  }

  function site({ url, headers }: LabRequest): Reply {
    if (headers.authorization !== undefined) return html(400, '<html><body>Bad Request</body></html>\n');
    const work = byId(/^\/download\/(\d+)\.pdf$/.exec(url.pathname)?.[1]);
    const held = work?.setup.holdings?.core;
    if (!work || !held) return html(404, notFoundPage());
    const copy = held.file ?? (url.searchParams.has('from') ? fallbackOf(work) : undefined);
    return copy
      ? fileReply(world, work, copy)
      : html(403, '<html><body><h1>403 Forbidden</h1></body></html>\n');
  }

  return {
    hosts: ['api.core.ac.uk', 'core.ac.uk'],
    answer(request: LabRequest): Reply {
      if (request.url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'some-paths' } });
      return request.host === 'core.ac.uk' ? site(request) : api(request);
    },
  };
}

/** What the API gives to callers with a key, also where the site refuses programs. */
const fallbackOf = ({ paper }: LabWork): Copy => ({ work: paper.index, version: 'accepted', format: 'pdf' });
