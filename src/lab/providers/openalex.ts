import { SPOILT_PER_PAGE } from '../listing-faults.ts';
import {
  decoded,
  flaskNotFound,
  json,
  type LabContext,
  type LabRequest,
  type ListPage,
  type Provider,
  type Reply,
  type SpoiltListing,
} from '../reply.ts';
import type { LabWork, World } from '../world.ts';
import { openAccount } from './openalex-account.ts';
import { soldFile } from './openalex-content.ts';
import { FILTER_NAMES, type Matches, parseFilter, searchMatches, sorted } from './openalex-filter.ts';
import { openalexRecord } from './openalex-record.ts';

const MAX_PER_PAGE = 200;
const MAX_PAGED_RESULTS = 10_000;
const PRICES_USD = { single: 0.0001, list: 0.0001, search: 0.001 } as const;
const CONTENT_HOST = 'content.openalex.org';

const refused = (error: string, message: string): Reply => json(403, { error, message });
const badQuery = (message: string): Reply => refused('Invalid query parameters error.', message);
const badPage = (message: string): Reply => refused('Pagination error.', message);

/** A cursor is opaque to clients; here it is the offset. */
const cursorAt = (offset: number): string => Buffer.from(`[${offset}]`).toString('base64url');

function offsetOf(cursor: string): number | undefined {
  if (cursor === '*') return 0;
  const match = /^\[(\d+)\]$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match ? Number(match[1]) : undefined;
}

interface Selected {
  readonly fields?: readonly string[];
  readonly unknown?: string;
}

/** `select` takes root-level fields only. */
function selectedOf(params: URLSearchParams, sample: Record<string, unknown> | undefined): Selected {
  const fields = params.get('select')?.split(',').filter(Boolean);
  if (!fields) return {};
  const unknown = sample && fields.find((field) => !(field in sample));
  return unknown === undefined ? { fields } : { unknown };
}

const pick = (
  record: Record<string, unknown>,
  fields: readonly string[] | undefined,
): Record<string, unknown> =>
  fields ? Object.fromEntries(fields.map((field) => [field, record[field]])) : record;

const recordOf = (work: LabWork): Record<string, unknown> => openalexRecord(work, work.setup.openalex ?? []);

/** A work under any of the names the API takes in its path. */
function lookUp(world: World, name: string): LabWork | undefined {
  const doi = /^(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/)(.+)$/i.exec(name)?.[1];
  const pmid = /^(?:pmid:|https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)(\d+)$/i.exec(name)?.[1];
  const openalex = /^(?:https?:\/\/openalex\.org\/)?(W\d+)$/i.exec(name)?.[1];
  const work =
    (doi !== undefined && world.work('doi', doi)) ||
    (pmid !== undefined && world.work('pmid', pmid)) ||
    (openalex !== undefined && world.work('openalex', openalex)) ||
    undefined;
  return work?.setup.openalex ? work : undefined;
}

interface Window {
  readonly offset: number;
  readonly perPage: number;
  readonly byCursor: boolean;
}

function windowOf(params: URLSearchParams, atMost = MAX_PER_PAGE): Window | Reply {
  const perPage = Number(params.get('per-page') ?? params.get('per_page') ?? 25);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MAX_PER_PAGE) {
    return badPage(`per-page parameter must be between 1 and ${MAX_PER_PAGE}`);
  }
  const cursor = params.get('cursor');
  if (cursor !== null) {
    const offset = offsetOf(cursor);
    if (offset === undefined) return badPage('Cursor value is invalid.');
    return { offset, perPage: Math.min(perPage, atMost), byCursor: true };
  }
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1);
  if (page * perPage > MAX_PAGED_RESULTS) {
    return badPage('Maximum results size of 10,000 records is exceeded. Cursor pagination is required.');
  }
  return { offset: (page - 1) * perPage, perPage, byCursor: false };
}

/** A page as it is, or as the lab's listing fault has it. */
function paged(
  answer: Omit<ListPage, 'askedBefore' | 'cursorOf' | 'first'>,
  spoilt: SpoiltListing | undefined,
): Reply {
  const { meta, results, rest } = answer;
  const cursorOf = (page: number): string => cursorAt(page * SPOILT_PER_PAGE);
  return spoilt?.spoil({ ...answer, cursorOf }) ?? json(200, { meta, results, ...rest });
}

function metaOf(
  { offset, perPage, byCursor }: Window,
  { count, given, isSearch }: { readonly count: number; readonly given: number; readonly isSearch: boolean },
): ListPage['meta'] {
  // As the real service: the cursor ends only on the empty page after the last one.
  const next = given > 0 ? cursorAt(offset + given) : null;
  const shown = {
    count,
    db_response_time_ms: 21,
    page: byCursor ? null : offset / perPage + 1,
    per_page: perPage,
    groups_count: null,
    cost_usd: isSearch ? PRICES_USD.search : PRICES_USD.list,
  };
  return byCursor ? { ...shown, next_cursor: next } : shown;
}

function list(listed: readonly LabWork[], params: URLSearchParams, spoilt?: SpoiltListing): Reply {
  const filter = parseFilter(params.get('filter') ?? '');
  if ('unknown' in filter) {
    return badQuery(`${filter.unknown} is not a valid field. Valid fields are: ${FILTER_NAMES.join(', ')}.`);
  }
  const search = params.get('search');
  const found: Matches = search ? searchMatches(search) : () => true;
  const window = windowOf(params, spoilt && SPOILT_PER_PAGE);
  if ('status' in window) return window;

  const unsorted = listed.filter((work) => filter.matches(work) && found(work));
  const sort = params.get('sort');
  const matching = sort === null ? unsorted : sorted(unsorted, sort);
  if (!matching) return badQuery(`${sort} is not a valid sort field.`);
  const works = matching.slice(window.offset, window.offset + window.perPage);
  const records = works.map(recordOf);
  const selected = selectedOf(params, records[0]);
  if (selected.unknown !== undefined) return badQuery(`${selected.unknown} is not a valid select field.`);
  const page = {
    number: window.offset / window.perPage,
    meta: metaOf(window, { count: matching.length, given: works.length, isSearch: Boolean(search) }),
    results: records.map((record) => pick(record, selected.fields)),
    rest: { group_by: [] },
  };
  return paged(page, window.byCursor ? spoilt : undefined);
}

/** OpenAlex: single works, lists with filters and cursors, prices and the daily budget in headers, HTML 404s. */
export function openalex(lab: LabContext): Provider {
  const { world } = lab;
  const listed = world.works.filter(({ setup }) => setup.openalex !== undefined);
  const account = openAccount(lab);

  function priceOf({ pathname, searchParams }: URL): number {
    if (pathname !== '/works') return PRICES_USD.single;
    return searchParams.has('search') ? PRICES_USD.search : PRICES_USD.list;
  }

  function single(name: string, params: URLSearchParams): Reply {
    const work = lookUp(world, name);
    if (!work) return flaskNotFound();
    const record = recordOf(work);
    const { fields, unknown } = selectedOf(params, record);
    if (unknown !== undefined) return badQuery(`${unknown} is not a valid select field.`);
    return json(200, pick(record, fields));
  }

  function api({ pathname, searchParams }: URL): Reply {
    const path = decoded(pathname);
    if (path === '/works' || path === '/works/') return list(listed, searchParams, lab.listing);
    return path.startsWith('/works/') ? single(path.slice('/works/'.length), searchParams) : flaskNotFound();
  }

  return {
    hosts: ['api.openalex.org', CONTENT_HOST],
    answer(request: LabRequest): Reply {
      const { url, host } = request;
      if (host === CONTENT_HOST) return soldFile(world, request, account);
      return account.charge(priceOf(url), () => api(url));
    },
  };
}
