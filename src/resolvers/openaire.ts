import { z } from 'zod';
import { readLicense, saidYear } from '../core/claims.ts';
import { type Doi, parseDoi, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate, HostType } from '../core/plan.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import { listOf, part, Text } from './lenient-fields.ts';
import { addressKind, offerAddress } from './offer-address.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.openaire.eu/graph/v3/';
const MAX_RECORDS = 10;

const Pid = z.object({ scheme: Text, value: Text });
const Instance = z.object({
  urls: listOf(z.string()),
  accessRight: part(z.object({ label: Text, openAccessRoute: Text })),
  license: Text,
  type: Text,
  pids: listOf(Pid),
});
type Instance = z.output<typeof Instance>;

const Product = z.object({
  mainTitle: Text,
  publicationDate: Text,
  pids: listOf(Pid),
  instances: listOf(Instance),
});
type Product = z.output<typeof Product>;

/** Every list of a record may be null; that of the records must at least be there, older APIs have none. */
const Answer = z.object({ results: z.array(z.unknown()).nullable() });

function searchUrl(doi: Doi, baseUrl: string | null): string {
  const url = apiUrl(baseUrl ?? BASE_URL, 'research-products');
  url.searchParams.set('pid', doi);
  url.searchParams.set('pageSize', String(MAX_RECORDS));
  return url.href;
}

const names = (pids: Product['pids'], doi: Doi): boolean =>
  pids.some(({ value }) => value !== undefined && parseDoi(value) === doi);

/** Records are merged from several sources: one of them must know the work by its DOI. */
const isOf = (doi: Doi, { pids, instances }: Product): boolean =>
  names(pids, doi) || instances.some((instance) => names(instance.pids, doi));

/** DOIs that archives of preprints give to the same text again. */
const PREPRINT_DOI =
  /^10\.(?:48550\/arxiv\.|1101\/|21203\/rs\.|26434\/chemrxiv|31234\/osf|31219\/osf|2139\/ssrn\.|20944\/preprints)/;

/**
 * An instance under another DOI is another deposit that the merging took for the same: the data or the slides of a
 * paper, its translation, a chapter of its book. Copies have the same DOI, none at all, or that of a preprint.
 */
function isSibling(doi: Doi, { pids }: Instance): boolean {
  const dois = pids.flatMap(({ value }) => (value === undefined ? [] : (parseDoi(value) ?? [])));
  return dois.length > 0 && !dois.some((one) => one === doi || PREPRINT_DOI.test(one));
}

/** What an instance is of that is no text, whatever the record it was merged into. */
const NO_TEXT =
  /dataset|software|image|film|video|audio|sound|poster|presentation|lecture|slides?|review$|erratum/i;

const ROUTES: Readonly<Record<string, HostType>> = {
  gold: 'publisher',
  hybrid: 'publisher',
  bronze: 'publisher',
  green: 'repository',
};

const isOpen = ({ accessRight }: Instance): boolean => accessRight?.label?.toUpperCase() === 'OPEN';

/** Addresses come escaped for HTML. DOIs and PubMed lead where other resolvers go anyway. */
const addressesOf = ({ urls }: Instance): readonly string[] =>
  urls
    .map((url) => parseWebUrl(url.replaceAll('&amp;', '&')))
    .filter((url) => url !== undefined)
    .filter((url) => !/^https?:\/\/(?:[^/]*\.)?(?:doi\.org|pubmed\.ncbi\.nlm\.nih\.gov)\//.test(url));

function claimsOf(instance: Instance): Omit<Candidate, 'url' | 'expected'> {
  const license = readLicense(instance.license);
  const hostType = ROUTES[instance.accessRight?.openAccessRoute?.toLowerCase() ?? ''];
  return {
    evidence: 'instances[].urls',
    ...(license && { license }),
    ...(hostType && { hostType }),
    ...(instance.type?.toLowerCase() === 'preprint' && { version: 'submitted' }),
  };
}

/**
 * https://graph.openaire.eu/docs/apis: one search per DOI, 60 an hour without a token. Of a merged record only the
 * instances that are open themselves are used; most of their addresses are landing pages.
 */
export const openaire = defineResolver({
  name: 'openaire',
  tier: 'direct_oa',
  enabledByDefault: false,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: searchUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn, lead }) {
    if (doi === undefined) return;
    const { api_key, base_url } = options;
    const answer = await ask.json(
      {
        url: searchUrl(doi, base_url),
        role: 'metadata',
        ...(api_key !== null && { secretHeaders: { authorization: `Bearer ${api_key}` } }),
      },
      Answer,
    );
    const products = (answer?.results ?? []).flatMap((one) => Product.safeParse(one).data ?? []);
    for (const product of products.filter((one) => isOf(doi, one))) {
      const year = saidYear(product.publicationDate?.slice(0, 4));
      const { mainTitle: title } = product;
      learn({ ...(title !== undefined && { title }), ...(year !== undefined && { year }) });
      const places = product.instances
        .filter((one) => isOpen(one) && !isSibling(doi, one) && !NO_TEXT.test(one.type ?? ''))
        .flatMap((instance) => addressesOf(instance).map((url) => ({ url, instance })));
      for (const { url, instance } of places) {
        if (addressKind(url) === 'file') yield* offerAddress(url, claimsOf(instance), lead);
        else leadTo(url, lead);
      }
    }
  },
});
