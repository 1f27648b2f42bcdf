import type { Candidate } from '../core/plan.ts';
import type { KnownLocation, Work } from '../core/work.ts';
import { OPENALEX_FIELDS, OpenAlexRecord, workOfRecord } from '../work/openalex-record.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.openalex.org/';

/** The most specific name the API takes. Slashes of a DOI are escaped: some DOIs hold `..`, which a path resolves away. */
function apiName({ openalex, doi, pmid }: Work): string | undefined {
  if (openalex !== undefined) return openalex;
  if (doi !== undefined) return `doi:${encodeURIComponent(doi)}`;
  return pmid === undefined ? undefined : `pmid:${pmid}`;
}

function recordUrl(work: Work, baseUrl: string | null): string | undefined {
  const name = apiName(work);
  if (name === undefined) return undefined;
  const url = apiUrl(baseUrl ?? BASE_URL, `works/${name}`);
  url.searchParams.set('select', OPENALEX_FIELDS);
  return url.href;
}

/** Closed places are known but not asked; the priced content endpoint is no location. */
function* candidatesOf(locations: readonly KnownLocation[]): Iterable<Candidate> {
  for (const { pdfUrl, isOpenAccess, license, version, hostType } of locations) {
    if (pdfUrl === undefined || !isOpenAccess) continue;
    yield {
      url: pdfUrl,
      expected: 'pdf',
      evidence: 'location.pdf_url',
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
  async *plans(work, { ask, options, learn, lead }) {
    const known = work.locations ? work : await askFor(work);
    if (!known) return;
    const { locations = [] } = known;
    for (const { landingUrl, isOpenAccess } of locations) {
      if (landingUrl !== undefined && isOpenAccess) leadTo(landingUrl, lead);
    }
    yield* candidatesOf(locations);

    async function askFor(asked: Work): Promise<Work | undefined> {
      const url = recordUrl(asked, options.base_url);
      if (url === undefined) return undefined;
      const { api_key } = options;
      const record = await ask.json(
        { url, role: 'metadata', ...(api_key !== null && { secretQuery: { api_key } }) },
        OpenAlexRecord,
      );
      const found = record && workOfRecord(record);
      if (!found) return undefined;
      const { id: _id, locations: _locations, ...facts } = found;
      learn(facts);
      return found;
    }
  },
});
