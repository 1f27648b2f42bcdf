import { decoded, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork } from '../world.ts';

const DAY_MS = 86_400_000;
const INDEXED = '2026-11-01T08:00:00Z';

const dateParts = (date: string): { 'date-parts': readonly number[][] } => ({
  'date-parts': [date.split('-').map(Number)],
});

const instant = (ms: number) => {
  const at = new Date(ms).toISOString();
  return { ...dateParts(at.slice(0, 10)), 'date-time': at.replace('.000', ''), timestamp: ms };
};

function authorOf(name: string, at: number): Record<string, unknown> {
  const [given = '', ...family] = name.split(' ');
  return { given, family: family.join(' '), sequence: at === 0 ? 'first' : 'additional', affiliation: [] };
}

function linksOf({ setup }: LabWork): Record<string, unknown> {
  const links = setup.holdings?.crossref?.links ?? [];
  if (links.length === 0) return {};
  return {
    link: links.map(({ url, contentType, version, purpose }) => ({
      URL: url,
      'content-type': contentType,
      'content-version': version,
      'intended-application': purpose,
    })),
  };
}

function licensesOf({ paper, setup }: LabWork): Record<string, unknown> {
  const licenses = setup.holdings?.crossref?.licenses ?? [];
  if (licenses.length === 0) return {};
  return {
    license: licenses.map(({ url, version, delayDays }) => ({
      start: instant(Date.parse(`${paper.date}T00:00:00Z`) + delayDays * DAY_MS),
      'content-version': version,
      'delay-in-days': delayDays,
      URL: url,
    })),
  };
}

/** A record as the REST API gives it; lists that are empty are left out, titles are lists. */
function recordOf(work: LabWork): Record<string, unknown> {
  const { paper, publisher, setup } = work;
  return {
    indexed: instant(Date.parse(INDEXED)),
    'reference-count': 12,
    publisher: publisher.name,
    issue: '3',
    ...licensesOf(work),
    'content-domain': { domain: [], 'crossmark-restriction': false },
    'short-container-title': [],
    DOI: paper.doi,
    type: 'journal-article',
    created: instant(Date.parse(`${paper.date}T12:00:00Z`)),
    page: '1-12',
    source: 'Crossref',
    'is-referenced-by-count': 3,
    title: paper.title === null ? [] : [paper.title],
    prefix: paper.doi?.split('/')[0],
    volume: '3',
    author: paper.authors.map(authorOf),
    member: '78',
    'published-online': dateParts(paper.date),
    'container-title': [paper.journal],
    'original-title': [],
    language: 'en',
    ...linksOf(work),
    deposited: instant(Date.parse(`${paper.date}T12:00:00Z`)),
    score: 1,
    resource: { primary: { URL: setup.doiTarget } },
    subtitle: [],
    'short-title': [],
    issued: dateParts(paper.date),
    'references-count': 12,
    URL: `http://dx.doi.org/${paper.doi}`,
    relation: {},
    ISSN: [paper.issn],
    'issn-type': [{ value: paper.issn, type: 'electronic' }],
    published: dateParts(paper.date),
  };
}

/** Who says how to reach them gets the better pool; limits stand in the headers of every answer. */
function poolHeaders({ url, headers }: LabRequest, politeLimit: number): Record<string, string> {
  const isPolite = url.searchParams.has('mailto') || /mailto:/i.test(headers['user-agent'] ?? '');
  return {
    'access-control-allow-origin': '*',
    'x-api-pool': isPolite ? 'polite-single' : 'public-single',
    'x-rate-limit-limit': String(isPolite ? politeLimit : 5),
    'x-rate-limit-interval': '1s',
    'x-concurrency-limit': isPolite ? '3' : '1',
  };
}

/** Crossref: one record per DOI. Not found is plain text; DataCite's DOIs are not here. */
export function crossref({ world, crossrefPerSecond }: LabContext): Provider {
  function recordFor(doi: string): Reply {
    const work = world.work('doi', doi);
    const isHere = work?.setup.doiTarget !== undefined && !work.paper.doi?.startsWith('10.48550/');
    if (!work || !isHere)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Resource not found.' };
    return json(200, {
      status: 'ok',
      'message-type': 'work',
      'message-version': '1.0.0',
      message: recordOf(work),
    });
  }

  return {
    hosts: ['api.crossref.org'],
    answer(request: LabRequest): Reply {
      const path = decoded(request.url.pathname);
      const reply = path.startsWith('/works/')
        ? recordFor(path.slice('/works/'.length))
        : json(400, {
            status: 'failed',
            'message-type': 'validation-failure',
            message: [
              { type: 'parameter-not-allowed', value: path, message: 'This route is not in the lab.' },
            ],
          });
      return { ...reply, headers: { ...reply.headers, ...poolHeaders(request, crossrefPerSecond) } };
    },
  };
}
