import { z } from 'zod';
import { readLicense, saidYear } from '../core/claims.ts';
import { type Doi, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { apiUrl } from './api-url.ts';
import { listOf, part, Text } from './lenient-fields.ts';
import { mainFiles } from './main-files.ts';
import { type Ask, type Asker, defineResolver } from './resolver.ts';

const BASE_URL = 'https://zenodo.org/api/';
const OWN_DOI = /^10\.5281\/zenodo\.(\d+)$/;
/** Without a token a page has at most 25 records; one DOI has one or two. */
const MAX_HITS = 5;
/** Datasets and programs may hold PDFs too, but those are not the work. */
const TEXT_TYPES: readonly string[] = ['publication'];
/** These are the work where it was asked for by the deposit's own DOI; under that of a paper they only accompany it. */
const OWN_TYPES: readonly string[] = [...TEXT_TYPES, 'poster', 'presentation', 'lesson'];

const StoredFile = z.object({
  key: z.string().min(1),
  size: z.number().catch(0),
  checksum: Text,
  links: part(z.object({ self: Text })),
});

const Deposit = z.object({
  doi: Text,
  conceptdoi: Text,
  metadata: z.object({
    title: Text,
    publication_date: Text,
    access_right: Text,
    license: part(z.object({ id: Text })),
    resource_type: part(z.object({ type: Text, subtype: Text })),
  }),
  files: listOf(StoredFile),
});
type Deposit = z.output<typeof Deposit>;

const Found = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });

/** Its own DOIs hold the number of the record, or of all its versions, which redirects to the newest one. */
function recordUrl(doi: Doi, baseUrl: string | null): string {
  const number = OWN_DOI.exec(doi)?.[1];
  if (number !== undefined) return apiUrl(baseUrl ?? BASE_URL, `records/${number}`).href;
  const url = apiUrl(baseUrl ?? BASE_URL, 'records');
  url.searchParams.set('q', `doi:"${doi.replace(/["\\]/g, '\\$&')}"`);
  url.searchParams.set('size', String(MAX_HITS));
  return url.href;
}

const isOpenText = (
  doi: Doi,
  { metadata: { access_right: right, resource_type: kind } }: Deposit,
): boolean => {
  const types = OWN_DOI.test(doi) ? OWN_TYPES : TEXT_TYPES;
  return (right === undefined || right === 'open') && (kind?.type === undefined || types.includes(kind.type));
};

const isOf = (doi: Doi, deposit: Deposit): boolean =>
  [deposit.doi, deposit.conceptdoi].some((name) => name !== undefined && parseDoi(name) === doi);

/** What the API has under the DOI: one record under its own, any number under those of others. */
async function depositsOf(doi: Doi, ask: Asker, request: Ask): Promise<readonly Deposit[]> {
  if (OWN_DOI.test(doi)) {
    const deposit = await ask.json(request, Deposit);
    return deposit ? [deposit] : [];
  }
  const found = await ask.json(request, Found);
  return (found?.hits.hits ?? [])
    .flatMap((hit) => Deposit.safeParse(hit).data ?? [])
    .filter((deposit) => isOf(doi, deposit));
}

function* candidatesOf({ files, metadata }: Deposit): Iterable<Candidate> {
  const license = readLicense(metadata.license?.id);
  const named = files.map((file) => ({ ...file, name: file.key, sizeBytes: file.size }));
  for (const { links, checksum } of mainFiles(named)) {
    const url = links?.self && parseWebUrl(links.self);
    const md5 = /^md5:([0-9a-f]{32})$/i.exec(checksum ?? '')?.[1];
    if (!url) continue;
    yield {
      url,
      expected: 'pdf',
      hostType: 'repository',
      evidence: 'files[].links.self',
      ...(license && { license }),
      ...(metadata.resource_type?.subtype === 'preprint' && { version: 'submitted' }),
      ...(md5 !== undefined && { checksum: { algorithm: 'md5', hex: md5.toLowerCase() } }),
    };
  }
}

/**
 * https://developers.zenodo.org: one GET per DOI, its own by number, others by search; guests 60 a minute. `Retry-After`
 * comes with every answer and means nothing on a good one. Closed, embargoed and restricted deposits are not asked for
 * files; those of open ones come with their MD5.
 */
export const zenodo = defineResolver({
  name: 'zenodo',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: recordUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn }) {
    if (doi === undefined) return;
    const { api_key, base_url } = options;
    const request = {
      url: recordUrl(doi, base_url),
      role: 'metadata' as const,
      ...(api_key !== null && { secretHeaders: { authorization: `Bearer ${api_key}` } }),
    };
    const deposits = await depositsOf(doi, ask, request);
    for (const deposit of deposits.filter((one) => isOpenText(doi, one))) {
      const { title, publication_date } = deposit.metadata;
      const year = saidYear(publication_date?.slice(0, 4));
      learn({ ...(title !== undefined && { title }), ...(year !== undefined && { year }) });
      yield* candidatesOf(deposit);
    }
  },
});
