import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { part, Text } from './lenient-fields.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.osf.io/v2/';
/** 10.17605 is for projects, which are no preprints. */
const DOI = /^10\.(?!17605\/)\d{4,9}\/osf\.io\/([a-z0-9]{5,12}(?:_v\d+)?)$/;
const PAGE = /^https?:\/\/osf\.io\/preprints\/(?:[a-z0-9]+\/)?([a-z0-9]{5,12}(?:_v\d+)?)\/?$/i;

const Link = z.object({ links: z.object({ related: z.object({ href: Text }) }) });

const Preprint = z.object({
  data: z.object({
    attributes: z.object({
      title: Text,
      is_published: z.unknown().optional(),
      public: z.unknown().optional(),
      date_withdrawn: Text,
      reviews_state: Text,
      license_record: part(z.object({ name: Text })),
    }),
    relationships: z.object({ primary_file: part(Link) }),
  }),
});
type Preprint = z.output<typeof Preprint>;

const PrimaryFile = z.object({
  data: z.object({
    attributes: z.object({
      name: Text,
      extra: part(z.object({ hashes: part(z.object({ sha256: Text, md5: Text })) })),
    }),
    links: z.object({ download: Text }),
  }),
});
type PrimaryFile = z.output<typeof PrimaryFile>;

const preprintId = ({ doi, url }: Work): string | undefined =>
  (DOI.exec(doi ?? '') ?? PAGE.exec(url ?? ''))?.[1]?.toLowerCase();

const preprintUrl = (id: string, baseUrl: string | null): string =>
  apiUrl(baseUrl ?? BASE_URL, `preprints/${id}/`).href;

/** Withdrawn preprints keep their record, but not their file. */
const isReadable = ({ data: { attributes: said } }: Preprint): boolean =>
  said.is_published !== false &&
  said.public !== false &&
  said.date_withdrawn === undefined &&
  said.reviews_state !== 'withdrawn' &&
  said.reviews_state !== 'rejected';

function checksumOf({ data }: PrimaryFile): Candidate['checksum'] {
  const { sha256, md5 } = data.attributes.extra?.hashes ?? {};
  if (/^[0-9a-f]{64}$/i.test(sha256 ?? '')) return { algorithm: 'sha256', hex: sha256 ?? '' };
  return /^[0-9a-f]{32}$/i.test(md5 ?? '') ? { algorithm: 'md5', hex: md5 ?? '' } : undefined;
}

function* candidatesOf(file: PrimaryFile, licenseName: string | undefined): Iterable<Candidate> {
  const { attributes, links } = file.data;
  const url = parseWebUrl(links.download ?? '');
  // Manuscripts of word processors are preprints too, but of no format that can be asked for.
  if (url === undefined || !/\.pdf$/i.test(attributes.name ?? '')) return;
  const license = readLicense(licenseName);
  const checksum = checksumOf(file);
  yield {
    url,
    expected: 'pdf',
    version: 'submitted',
    hostType: 'repository',
    evidence: 'primary_file.links.download',
    ...(license && { license }),
    ...(checksum && { checksum }),
  };
}

/**
 * https://developer.osf.io: the preprint, then its primary file, whose download address redirects to the storage; 100
 * requests an hour without a token. Ids have versions (`hqb2p_v1`); one without means the newest. The hashes of the
 * file are those the download must have.
 */
export const osf = defineResolver({
  name: 'osf',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => preprintId(work) !== undefined,
  first(work, { base_url }) {
    const id = preprintId(work);
    return id === undefined ? undefined : { url: preprintUrl(id, base_url), role: 'metadata' };
  },
  async *plans(work, { ask, options, learn }) {
    const id = preprintId(work);
    if (id === undefined) return;
    const { api_key, base_url } = options;
    const origin = parseUrl(base_url ?? BASE_URL)?.origin;
    const request = (url: string) => ({
      url,
      role: 'metadata' as const,
      headers: { accept: 'application/vnd.api+json' },
      // The address of the file stands in the answer: the token goes only where the API itself is.
      ...(api_key !== null &&
        parseUrl(url)?.origin === origin && { secretHeaders: { authorization: `Bearer ${api_key}` } }),
    });
    const preprint = await ask.json(request(preprintUrl(id, base_url)), Preprint);
    if (!preprint || !isReadable(preprint)) return;
    const { attributes, relationships } = preprint.data;
    if (attributes.title !== undefined) learn({ title: attributes.title });
    const href = parseWebUrl(relationships.primary_file?.links.related.href ?? '');
    const file = href === undefined ? undefined : await ask.json(request(href), PrimaryFile);
    if (file) yield* candidatesOf(file, attributes.license_record?.name);
  },
});
