import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import type { Pmcid } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import { apiUrl } from './api-url.ts';
import { Text } from './lenient-fields.ts';
import type { TextAnswer } from './resolver.ts';

const BUCKET = 'pmc-oa-opendata';

/** The dot keeps other articles out: `PMC123` is also the beginning of `PMC1234`. */
export function listingUrl(pmcid: Pmcid, bucketUrl: string): string {
  const url = apiUrl(bucketUrl, '');
  url.searchParams.set('list-type', '2');
  url.searchParams.set('prefix', `metadata/${pmcid}.`);
  return url.href;
}

/** The key of the newest version's record: versions are numbers, so that 10 comes after 2. None: not in the collection. */
export function newestRecordKey({ text, url }: TextAnswer, pmcid: Pmcid): string | undefined {
  if (!text.includes('<ListBucketResult'))
    throw new Failure('parse-error', 'not a listing of the bucket', { url });
  const versions = text
    .matchAll(/<Key>metadata\/(PMC\d{1,9})\.(\d{1,6})\.json<\/Key>/g)
    .filter(([, name]) => name === pmcid)
    .map(([, , version]) => Number(version));
  const newest = versions.reduce((most, one) => Math.max(most, one), 0);
  return newest > 0 ? `metadata/${pmcid}.${newest}.json` : undefined;
}

const Flag = z
  .unknown()
  .optional()
  .transform((value) => value === true);

export const BucketRecord = z.object({
  pmcid: z.string(),
  is_manuscript: Flag,
  is_retracted: Flag,
  license_code: Text,
  pdf_url: Text,
  xml_url: Text,
});
type BucketRecord = z.output<typeof BucketRecord>;

/** `s3://bucket/key?md5=…` as a web address with the hash to verify; `undefined` for any other bucket or a bad address. */
function fileAt(
  said: string | undefined,
  bucketUrl: string,
): Pick<Candidate, 'url' | 'checksum'> | undefined {
  const url = said === undefined ? undefined : parseUrl(said);
  if (url?.protocol !== 's3:' || url.hostname !== BUCKET) return undefined;
  const md5 = url.searchParams.get('md5') ?? '';
  return {
    url: apiUrl(bucketUrl, url.pathname.slice(1)).href,
    ...(/^[0-9a-f]{32}$/i.test(md5) && { checksum: { algorithm: 'md5', hex: md5.toLowerCase() } }),
  };
}

/** PDF and XML of one article; author manuscripts have no PDF. */
export function* filesOfRecord(record: BucketRecord, bucketUrl: string): Iterable<Candidate> {
  const license = readLicense(record.license_code);
  const claims = {
    hostType: 'repository',
    version: record.is_manuscript ? 'accepted' : 'published',
    ...(license !== undefined && { license }),
  } as const;
  const remark = record.is_retracted ? ', retracted' : '';
  const pdf = fileAt(record.pdf_url, bucketUrl);
  if (pdf) yield { ...pdf, ...claims, expected: 'pdf', evidence: `PMC cloud pdf_url${remark}` };
  const xml = fileAt(record.xml_url, bucketUrl);
  if (xml) yield { ...xml, ...claims, expected: 'xml', evidence: `PMC cloud xml_url${remark}` };
}
