import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { type Doi, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { apiUrl } from './api-url.ts';
import { listOf, part, Text } from './lenient-fields.ts';
import { mainFiles } from './main-files.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.figshare.com/v2/';
const OWN_DOI = /figshare\.(\d+)(?:\.v\d+)?$/;
/** Items of one DOI whose files are asked for. */
const MAX_ITEMS = 2;
/** What `defined_type_name` calls texts; figures, datasets, media and code are never the paper. */
const TEXT_TYPES: readonly string[] = [
  'journal contribution',
  'preprint',
  'thesis',
  'conference contribution',
  'book',
  'chapter',
  'report',
  'monograph',
  'poster',
  'presentation',
];

const StoredFile = z.object({
  name: z.string().min(1),
  size: z.number().catch(0),
  is_link_only: z.boolean().catch(false),
  download_url: Text,
  supplied_md5: Text,
  computed_md5: Text,
});

const Flag = part(z.boolean());
const Item = z.object({ id: z.number(), doi: Text, resource_doi: Text, defined_type_name: Text });
const WholeItem = Item.extend({
  title: Text,
  is_embargoed: Flag,
  is_confidential: Flag,
  is_metadata_record: Flag,
  license: part(z.object({ name: Text, url: Text })),
  files: listOf(StoredFile),
});
type Item = z.output<typeof Item>;
type WholeItem = z.output<typeof WholeItem>;

const itemUrl = (id: number | string, baseUrl: string | null): string =>
  apiUrl(baseUrl ?? BASE_URL, `articles/${id}`).href;

/** Its own DOIs hold the number of the item; portals with DOIs of their own are searched. */
function firstUrl(doi: Doi, baseUrl: string | null): string {
  const number = OWN_DOI.exec(doi)?.[1];
  if (number !== undefined) return itemUrl(number, baseUrl);
  const url = apiUrl(baseUrl ?? BASE_URL, 'articles');
  url.searchParams.set('doi', doi);
  return url.href;
}

/**
 * An item that names the DOI as its resource accompanies the paper: publishers put figures and tables here under the
 * DOI of the article itself.
 */
function isText(doi: Doi, { resource_doi: resource, defined_type_name: type }: Item): boolean {
  const accompanies = resource !== undefined && parseDoi(resource) === doi;
  return !accompanies && TEXT_TYPES.includes(type?.toLowerCase() ?? '');
}

const isOpen = (item: WholeItem): boolean =>
  !item.is_embargoed && !item.is_confidential && !item.is_metadata_record;

function* candidatesOf({ files, license: claimed }: WholeItem): Iterable<Candidate> {
  const license = readLicense(claimed?.url ?? claimed?.name);
  const own = files
    .filter(({ is_link_only }) => !is_link_only)
    .map((file) => ({ ...file, sizeBytes: file.size }));
  for (const { download_url, computed_md5, supplied_md5 } of mainFiles(own)) {
    const url = download_url && parseWebUrl(download_url);
    const md5 = computed_md5 ?? supplied_md5;
    if (!url) continue;
    yield {
      url,
      expected: 'pdf',
      hostType: 'repository',
      evidence: 'files[].download_url',
      ...(license && { license }),
      ...(md5 !== undefined &&
        /^[0-9a-f]{32}$/i.test(md5) && { checksum: { algorithm: 'md5', hex: md5.toLowerCase() } }),
    };
  }
}

/**
 * https://docs.figshare.com: one GET per own DOI, a search and one per item for those of portals; one request a second.
 * Files under embargo are missing, linked ones are foreign; the others come with their MD5.
 */
export const figshare = defineResolver({
  name: 'figshare',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: firstUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn }) {
    if (doi === undefined) return;
    const url = firstUrl(doi, options.base_url);
    if (OWN_DOI.test(doi)) {
      yield* textsOf(await ask.json({ url, role: 'metadata' }, WholeItem), doi);
      return;
    }
    const found = (await ask.json({ url, role: 'metadata' }, z.array(z.unknown()))) ?? [];
    const items = found.flatMap((one) => Item.safeParse(one).data ?? []).filter((item) => isText(doi, item));
    for (const { id } of items.slice(0, MAX_ITEMS)) {
      const whole = { url: itemUrl(id, options.base_url), role: 'metadata' as const };
      yield* textsOf(await ask.json(whole, WholeItem), doi);
    }

    function* textsOf(item: WholeItem | undefined, asked: Doi): Iterable<Candidate> {
      if (!item || !isText(asked, item) || !isOpen(item)) return;
      if (item.title !== undefined) learn({ title: item.title });
      yield* candidatesOf(item);
    }
  },
});
