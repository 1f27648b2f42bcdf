import { Failure, reasonOfStatus } from '../core/errors.ts';
import { isSameWork } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { EpmcAnswer, factsOfRecord, filesOfRecord, idsOfRecord, leadsOfRecord } from './europe-pmc-record.ts';
import { leadTo } from './lead-to.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://www.ebi.ac.uk/europepmc/webservices/rest/';
/** A DOI may name a preprint, its article and an erratum at once. */
const PAGE_SIZE = 10;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The most specific name it can search by. */
function queryFor({ pmcid, pmid, doi }: Work): string | undefined {
  if (pmcid !== undefined) return `PMCID:${pmcid}`;
  if (pmid !== undefined) return `EXT_ID:${pmid} AND SRC:MED`;
  return doi === undefined ? undefined : `DOI:${quoted(doi)}`;
}

function searchUrl(work: Work, baseUrl: string | null): string | undefined {
  const query = queryFor(work);
  if (query === undefined) return undefined;
  const url = apiUrl(baseUrl ?? BASE_URL, 'search');
  // Without `core` no links come back.
  const parameters = { query, resultType: 'core', format: 'json', pageSize: String(PAGE_SIZE) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * https://europepmc.org/RestfulWebService: one search per work, by PMCID, PMID or DOI. Offers the PDF it renders, the
 * JATS of open articles, and free copies elsewhere that it lists. Errors come with status 200 and an `errCode`.
 */
export const europePmc = defineResolver({
  name: 'europe_pmc',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => queryFor(work) !== undefined,
  first(work, { base_url }) {
    const url = searchUrl(work, base_url);
    return url === undefined ? undefined : { url, role: 'metadata' };
  },
  async *plans(work, { ask, options, learn, lead }) {
    const url = searchUrl(work, options.base_url);
    const answer = url === undefined ? undefined : await ask.json({ url, role: 'metadata' }, EpmcAnswer);
    if (!answer) return;
    if (answer.errCode !== undefined)
      throw new Failure(reasonOfStatus(answer.errCode), `Europe PMC says: ${answer.errMsg ?? 'error'}`, {
        ...(url !== undefined && { url }),
      });
    for (const record of answer.resultList?.result ?? []) {
      if (!isSameWork(work, idsOfRecord(record))) continue;
      learn(factsOfRecord(record));
      for (const page of leadsOfRecord(record)) leadTo(page, lead);
      yield* filesOfRecord(record, options.base_url ?? BASE_URL);
    }
  },
});
