import { z } from 'zod';
import { parseDoi, parseOpenAlex, type WorkId } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { OPENALEX_CONTENT_HOST } from '../core/prices.ts';
import { isSameWork } from '../core/same-work.ts';
import type { KnownLocation, Work } from '../core/work.ts';
import type { HeaderMap } from '../http/client.ts';
import { OPENALEX_FIELDS, OpenAlexRecord, workOfRecord } from '../work/openalex-record.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import type { ResolverOptions } from './options.ts';
import { told } from './read-json.ts';
import { type BatchAnswer, type BatchContext, defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.openalex.org/';

/**
 * The most trusted name the API takes (ADR 27). Slashes of a DOI are escaped: some DOIs hold `..`, which a path resolves
 * away.
 */
function apiName({ openalex, doi, pmid }: Work): string | undefined {
  if (doi !== undefined) return `doi:${encodeURIComponent(doi)}`;
  if (openalex !== undefined) return openalex;
  return pmid === undefined ? undefined : `pmid:${pmid}`;
}

function recordUrl(work: Work, baseUrl: string | null): string | undefined {
  const name = apiName(work);
  if (name === undefined) return undefined;
  const url = apiUrl(baseUrl ?? BASE_URL, `works/${name}`);
  url.searchParams.set('select', OPENALEX_FIELDS);
  return url.href;
}

/** Values of one filter in one request. A list costs what a single DOI costs: a hundredth each. */
const BATCH_SIZE = 100;
const List = z.object({ results: z.array(z.unknown()) });
const Named = z.object({ id: z.string().nullish(), doi: z.string().nullish() });

interface Filter {
  readonly field: 'openalex' | 'doi';
  readonly value: string;
}

/** How a list names the work; `,` and `|` part filters and values and cannot be escaped. */
function filterOf({ openalex: id, doi }: Work): Filter | undefined {
  if (doi !== undefined && !/[,|]/.test(doi)) return { field: 'doi', value: doi };
  return id === undefined ? undefined : { field: 'openalex', value: id };
}

async function askForMany(
  works: readonly Work[],
  { ask, options: { base_url, api_key } }: BatchContext<ResolverOptions>,
): Promise<ReadonlyMap<WorkId, BatchAnswer>> {
  const answers = new Map<WorkId, BatchAnswer>();
  for (const [field, named] of Map.groupBy(works, (work) => filterOf(work)?.field)) {
    const byValue = new Map(named.map((work) => [filterOf(work)?.value, work.id]));
    const url = apiUrl(base_url ?? BASE_URL, 'works');
    url.searchParams.set('filter', `${field}:${[...byValue.keys()].join('|')}`);
    url.searchParams.set('per-page', String(BATCH_SIZE));
    url.searchParams.set('select', OPENALEX_FIELDS);
    const secret = api_key === null ? {} : { secretQuery: { api_key } };
    const list = await ask.json({ url: url.href, role: 'metadata', ...secret }, List);
    for (const record of list?.results ?? []) {
      const { id, doi } = Named.safeParse(record).data ?? {};
      const value = field === 'doi' ? parseDoi(doi ?? '') : parseOpenAlex(id ?? '');
      const workId = byValue.get(value);
      if (workId !== undefined) answers.set(workId, { record });
    }
  }
  return answers;
}

/** Closed places are known but not asked; the store of files that cost money knows only callers with a key. */
function* candidatesOf(locations: readonly KnownLocation[], hasKey: boolean): Iterable<Candidate> {
  for (const { pdfUrl, isOpenAccess, license, version, hostType, priceUsd } of locations) {
    if (pdfUrl === undefined || !isOpenAccess || (priceUsd !== undefined && !hasKey)) continue;
    yield {
      url: pdfUrl,
      expected: 'pdf',
      evidence: priceUsd === undefined ? 'location.pdf_url' : 'has_content.pdf',
      ...(priceUsd !== undefined && { priceUsd }),
      ...(license && { license }),
      ...(version && { version }),
      ...(hostType && { hostType }),
    };
  }
}

/**
 * https://developers.openalex.org: one GET per work, by OpenAlex id, DOI or PMID; no request at all when the work came
 * with its record. Every open location is offered: often only a later one has a PDF.
 */
export const openalex = defineResolver({
  name: 'openalex',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.locations !== undefined || apiName(work) !== undefined,
  first(work, { base_url }) {
    const url = work.locations ? undefined : recordUrl(work, base_url);
    return url === undefined ? undefined : { url, role: 'metadata' };
  },
  async *plans(work, { ask, options, learn, lead, answer }) {
    const known = work.locations
      ? work
      : answer === undefined
        ? await askFor(work)
        : learnFrom(told(answer, OpenAlexRecord));
    if (!known) return;
    const { locations = [] } = known;
    for (const { landingUrl, isOpenAccess } of locations) {
      if (landingUrl !== undefined && isOpenAccess) leadTo(landingUrl, lead);
    }
    yield* candidatesOf(locations, options.api_key !== null);

    async function askFor(asked: Work): Promise<Work | undefined> {
      const url = recordUrl(asked, options.base_url);
      if (url === undefined) return undefined;
      const { api_key } = options;
      const record = await ask.json(
        { url, role: 'metadata', ...(api_key !== null && { secretQuery: { api_key } }) },
        OpenAlexRecord,
      );
      return record && learnFrom(record);
    }
    function learnFrom(record: OpenAlexRecord): Work | undefined {
      const found = workOfRecord(record);
      if (!found) return undefined;
      const { id: _id, locations: _locations, ...facts } = found;
      // The record of another work, under an id that does not belong to this one: its DOI makes the conflict known.
      if (found.doi !== undefined && work.doi !== undefined && !isSameWork(work, found)) {
        learn({ doi: found.doi });
        return undefined;
      }
      learn(facts);
      return found;
    }
  },
  fileHeaders: ({ api_key }): Readonly<Record<string, HeaderMap>> =>
    api_key === null ? {} : { [OPENALEX_CONTENT_HOST]: { authorization: `Bearer ${api_key}` } },
  batch: { size: BATCH_SIZE, isWhole: true, takes: (work) => filterOf(work) !== undefined, ask: askForMany },
});
