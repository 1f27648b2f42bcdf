import {
  decoded,
  html,
  json,
  type LabContext,
  type LabRequest,
  type Provider,
  type Reply,
} from '../reply.ts';
import type { LabWork } from '../world.ts';

const SEARCH = /^\/api\/(?:v[1-4]\/)?search\/articles\/(.+)$/;
const MAX_PAGE_SIZE = 100;

/** Years and months are texts, DOIs as the publisher typed them, and the type of a link is free text or missing. */
function articleOf(work: LabWork): Record<string, unknown> {
  const { paper, publisher, setup } = work;
  const spelt = [paper.doi, paper.doi?.toUpperCase(), `https://doi.org/${paper.doi}`][paper.index % 3];
  return {
    id: `00${String(paper.index).padStart(30, '0')}`,
    created_date: `${paper.date}T09:30:38Z`,
    last_updated: '2026-09-24T23:35:43Z',
    bibjson: {
      title: paper.title,
      year: String(paper.year),
      month: String(Number(paper.date.slice(5, 7))),
      journal: {
        volume: '2',
        publisher: publisher.name,
        title: paper.journal,
        country: 'CH',
        language: ['EN'],
        license: [{ title: 'CC BY', type: 'CC BY', open_access: true }],
      },
      identifier: [
        { type: 'eissn', id: paper.issn },
        { type: paper.index % 2 === 0 ? 'doi' : 'DOI', id: spelt },
      ],
      link: (setup.holdings?.doaj ?? []).map(({ url, contentType }) => ({
        type: 'fulltext',
        url,
        ...(contentType !== undefined && { content_type: contentType }),
      })),
      author: paper.authors.map((name) => ({ name })),
      subject: [],
    },
  };
}

/** DOAJ: article search, the query as a segment of the path; anything outside `/api` is refused to programs. */
export function doaj({ world }: LabContext): Provider {
  return {
    hosts: ['doaj.org'],
    answer({ url }: LabRequest): Reply {
      const query = SEARCH.exec(url.pathname)?.[1];
      if (query === undefined) return html(403, '<html><body><h1>403 Forbidden</h1></body></html>\n');
      const pageSize = Number(url.searchParams.get('pageSize') ?? 10);
      if (pageSize > MAX_PAGE_SIZE)
        return json(400, { status: 'bad_request', error: 'pageSize is over 100' });
      const doi = /^doi:"?(.+?)"?$/.exec(decoded(query))?.[1]?.replace(/\\(.)/g, '$1');
      const work = doi === undefined ? undefined : world.work('doi', doi);
      const results = work?.setup.holdings?.doaj ? [articleOf(work)] : [];
      return json(200, {
        total: results.length,
        page: 1,
        pageSize,
        timestamp: '2026-11-01T08:00:00.000000Z',
        query: decoded(query),
        results,
      });
    },
  };
}
