import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { type Doi, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import { listOf, Text, Year } from './lenient-fields.ts';
import { addressKind, offerAddress } from './offer-address.ts';
import { isPdfAddress } from './pdf-address.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.archives-ouvertes.fr/';
const MAX_DEPOSITS = 5;

/** A field is missing, a string or a list of them. */
const Texts = listOf(Text);

const Deposit = z.object({
  uri_s: Texts,
  title_s: Texts,
  producedDateY_i: Year,
  fileMain_s: Texts,
  files_s: Texts,
  openAccess_bool: z.unknown().optional(),
  doiId_s: Texts,
  linkExtUrl_s: Texts,
  submitType_s: Texts,
  licence_s: Texts,
});
type Deposit = z.output<typeof Deposit>;

const Answer = z.object({ response: z.object({ docs: listOf(Deposit) }) });

/** DOIs are kept as they were deposited and compared by case: both usual spellings are asked for at once. */
function searchUrl(doi: Doi, baseUrl: string | null): string {
  const url = apiUrl(baseUrl ?? BASE_URL, 'search/');
  const quoted = [...new Set([doi, doi.toUpperCase()])].map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`);
  url.searchParams.set('q', `doiId_s:(${quoted.join(' OR ')})`);
  url.searchParams.set('wt', 'json');
  url.searchParams.set('fl', Object.keys(Deposit.shape).join(','));
  url.searchParams.set('rows', String(MAX_DEPOSITS));
  return url.href;
}

/** Notices have no file; deposits of annexes only have files that are not the text; embargoed ones are not open yet. */
function fileOf({ fileMain_s, files_s, openAccess_bool, submitType_s }: Deposit): string | undefined {
  const isText = submitType_s.length === 0 || submitType_s.includes('file');
  if (openAccess_bool === false || !isText) return undefined;
  return parseWebUrl(fileMain_s[0] ?? files_s.find(isPdfAddress) ?? '');
}

function* ownFile(deposit: Deposit): Iterable<Candidate> {
  const license = readLicense(deposit.licence_s[0]);
  const file = fileOf(deposit);
  if (file !== undefined)
    yield {
      url: file,
      expected: 'pdf',
      hostType: 'repository',
      evidence: 'fileMain_s',
      ...(license && { license }),
    };
}

/**
 * https://api.archives-ouvertes.fr/docs: one search per DOI, no key and no published limit. `fileMain_s` redirects to
 * the file; a licence is that of the deposit.
 */
export const hal = defineResolver({
  name: 'hal',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: searchUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn, lead }) {
    if (doi === undefined) return;
    const answer = await ask.json({ url: searchUrl(doi, options.base_url), role: 'metadata' }, Answer);
    for (const deposit of answer?.response.docs ?? []) {
      if (!deposit.doiId_s.some((name) => parseDoi(name) === doi)) continue;
      const { title_s, producedDateY_i: year } = deposit;
      learn({ ...(title_s[0] !== undefined && { title: title_s[0] }), ...(year !== undefined && { year }) });
      yield* ownFile(deposit);
      for (const link of deposit.linkExtUrl_s) {
        if (addressKind(link) === 'file') yield* offerAddress(link, { evidence: 'linkExtUrl_s' }, lead);
        else leadTo(link, lead);
      }
    }
  },
});
