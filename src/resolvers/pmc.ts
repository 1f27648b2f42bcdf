import { z } from 'zod';
import type { Pmcid, WorkId } from '../core/identifiers.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import type { ResolverOptions } from './options.ts';
import { BucketRecord, filesOfRecord, listingUrl, newestRecordKey } from './pmc-bucket.ts';
import { IdAnswer, idConverterUrl, idsInAnswer } from './pmc-id-converter.ts';
import { type BatchAnswer, type BatchContext, defineResolver } from './resolver.ts';

const BASE_URL = 'https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/';
const BUCKET_URL = 'https://pmc-oa-opendata.s3.amazonaws.com/';

/** Ids in one request, at most; they must be of one type. */
const BATCH_SIZE = 200;

const isConvertible = ({ pmcid, doi, pmid }: Work): boolean =>
  pmcid === undefined && (doi === undefined ? pmid !== undefined : !doi.includes(','));

async function convertMany(
  works: readonly Work[],
  { ask, options, mailto }: BatchContext<ResolverOptions>,
): Promise<ReadonlyMap<WorkId, BatchAnswer>> {
  const answers = new Map<WorkId, BatchAnswer>();
  const email = options.email ?? mailto;
  for (const alike of Map.groupBy(works, ({ doi }) => doi === undefined).values()) {
    const url = idConverterUrl(alike, options.base_url ?? BASE_URL);
    if (url === undefined) continue;
    const secret = email === undefined ? {} : { secretQuery: { email } };
    const answer = await ask.json({ url, role: 'metadata', ...secret }, IdAnswer);
    for (const work of alike) {
      const learnt = answer && idsInAnswer(answer, work, url);
      if (learnt) answers.set(work.id, { record: true, learnt });
    }
  }
  return answers;
}

/**
 * PubMed Central: its id converter tells the PMCID of a DOI or PMID, and its public bucket has the files of open articles
 * and author manuscripts with their hashes. The web site is never asked: it answers programs with a challenge, and NCBI
 * forbids systematic retrieval from it.
 */
export const pmc = defineResolver({
  name: 'pmc',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {
    bucket_url: z.url().nullable().default(null).describe('another address of the bucket pmc-oa-opendata'),
  },
  accepts: ({ pmcid, doi, pmid }) => (pmcid ?? doi ?? pmid) !== undefined,
  first(work, { base_url, bucket_url }) {
    const url = work.pmcid
      ? listingUrl(work.pmcid, bucket_url ?? BUCKET_URL)
      : idConverterUrl([work], base_url ?? BASE_URL);
    return url === undefined ? undefined : { url, role: 'metadata' };
  },
  async *plans(work, { ask, options, mailto, learn }) {
    const bucketUrl = options.bucket_url ?? BUCKET_URL;
    const pmcid = work.pmcid ?? (await convert(work));
    if (pmcid === undefined) return;
    const listing = await ask.text({ url: listingUrl(pmcid, bucketUrl), role: 'metadata' });
    const key = newestRecordKey(listing, pmcid);
    if (key === undefined) return;
    const record = await ask.json({ url: apiUrl(bucketUrl, key).href, role: 'metadata' }, BucketRecord);
    if (record) yield* filesOfRecord(record, bucketUrl);

    async function convert(asked: Work): Promise<Pmcid | undefined> {
      const url = idConverterUrl([asked], options.base_url ?? BASE_URL);
      if (url === undefined) return undefined;
      const email = options.email ?? mailto;
      const answer = await ask.json(
        { url, role: 'metadata', ...(email !== undefined && { secretQuery: { email } }) },
        IdAnswer,
      );
      const ids = answer && idsInAnswer(answer, asked, url);
      if (ids) learn(ids);
      return ids?.pmcid;
    }
  },
  // Only the conversion is shared: what it teaches sends each work on to the bucket.
  batch: { size: BATCH_SIZE, isWhole: false, takes: isConvertible, ask: convertMany },
});
