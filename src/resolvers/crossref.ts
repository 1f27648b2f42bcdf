import { z } from 'zod';
import { saidYear } from '../core/claims.ts';
import { type Doi, parseArxiv } from '../core/identifiers.ts';
import type { Learnt } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { CrossrefLicense, CrossrefLink, candidatesOfLinks } from './crossref-links.ts';
import { leadTo } from './lead-to.ts';
import { listOf, part, Text } from './lenient-fields.ts';
import type { ResolverOptions } from './options.ts';
import { preprintCopies } from './preprint-servers.ts';
import { readFacts, readIds } from './read-facts.ts';
import { type Ask, defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.crossref.org/';

/** `[[2019, 12, 23]]`, shorter, or `[[null]]`. */
const Dated = part(z.object({ 'date-parts': z.array(z.array(z.unknown())) }));
const Author = z.object({ given: Text, family: Text, name: Text });
const Related = z.object({ id: Text });

const CrossrefWork = z.object({
  DOI: z.string(),
  title: listOf(Text),
  author: listOf(Author),
  published: Dated,
  issued: Dated,
  link: listOf(CrossrefLink),
  license: listOf(CrossrefLicense),
  resource: part(z.object({ primary: part(z.object({ URL: Text })) })),
  type: Text,
  subtype: Text,
  relation: part(z.object({ 'has-preprint': listOf(Related), 'is-preprint-of': listOf(Related) })),
});
type CrossrefWork = z.output<typeof CrossrefWork>;

/** Anything else, a list of works included, is not the answer to the question for one DOI. */
const Answer = z.object({
  status: z.literal('ok'),
  'message-type': z.literal('work'),
  message: CrossrefWork,
});

const yearOf = ({ published, issued }: CrossrefWork): number | undefined =>
  saidYear((published ?? issued)?.['date-parts'][0]?.[0]);

/** Posted content that is no text before review. */
const OTHER_POSTED: ReadonlySet<string> = new Set(['dissertation', 'report', 'letter']);

/** Preprint servers deposit `vor` with their links, or nothing: the kind of the record tells what the version is. */
const isPreprint = ({ type, subtype, relation }: CrossrefWork): boolean =>
  (type === 'posted-content' && !OTHER_POSTED.has(subtype ?? '')) ||
  subtype === 'preprint' ||
  (relation?.['is-preprint-of'].length ?? 0) > 0;

const preprintsOf = ({ relation }: CrossrefWork): readonly string[] =>
  relation?.['has-preprint'].flatMap(({ id }) => id ?? []) ?? [];

const factsOf = (work: CrossrefWork): Learnt =>
  readFacts({
    ids: readIds({ doi: work.DOI }),
    title: work.title[0],
    year: yearOf(work),
    authors: work.author.map(({ given, family, name }) => name ?? [given, family].filter(Boolean).join(' ')),
  });

const workUrl = (doi: Doi, baseUrl: string | null): string =>
  apiUrl(baseUrl ?? BASE_URL, `works/${encodeURIComponent(doi)}`).href;

function askFor(doi: Doi, options: ResolverOptions, mailto: string | undefined): Ask {
  const email = options.email ?? mailto;
  const { api_key, base_url } = options;
  return {
    url: workUrl(doi, base_url),
    role: 'metadata',
    ...(email !== undefined && { secretQuery: { mailto: email } }),
    ...(api_key !== null && { secretHeaders: { 'crossref-plus-api-token': `Bearer ${api_key}` } }),
  };
}

/** The publishers' services that answer nobody without a key. */
const KEY_OF = { 'api.elsevier.com': 'elsevier_api_key', 'api.wiley.com': 'wiley_tdm_token' } as const;
type Keys = Readonly<Record<(typeof KEY_OF)[keyof typeof KEY_OF], string | null>>;

function missingKey(host: string, keys: Keys): string | undefined {
  const key = Object.hasOwn(KEY_OF, host) ? KEY_OF[host as keyof typeof KEY_OF] : undefined;
  return key !== undefined && keys[key] === null ? `resolvers.crossref.${key}` : undefined;
}

const secret = (what: string) =>
  z.string().min(1).nullable().default(null).describe(what).meta({ kind: 'secret' });

/**
 * https://api.crossref.org: one GET per DOI. The contact address goes with the secrets: records can then be shown to
 * others. A key is a Metadata Plus token. The publishers' text-mining services are asked only with their own keys.
 */
export const crossref = defineResolver({
  name: 'crossref',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {
    elsevier_api_key: secret('key of dev.elsevier.com; without it links to api.elsevier.com are not asked'),
    wiley_tdm_token: secret('text-mining token of Wiley; without it links to api.wiley.com are not asked'),
  },
  fileHeaders: ({ elsevier_api_key, wiley_tdm_token }) => ({
    ...(elsevier_api_key !== null && { 'api.elsevier.com': { 'x-els-apikey': elsevier_api_key } }),
    ...(wiley_tdm_token !== null && { 'api.wiley.com': { 'wiley-tdm-client-token': wiley_tdm_token } }),
  }),
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: workUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi, arxiv }, { ask, options, mailto, learn, lead, today }) {
    const answer = doi && (await ask.json(askFor(doi, options, mailto), Answer));
    if (!answer) return;
    const { message } = answer;
    learn(factsOf(message));
    const page = message.resource?.primary?.URL;
    // As the stack will ask it: the DOI's redirect leads to the same page, which is then read once.
    if (page !== undefined) leadTo(page.replace(/^http:/i, 'https:'), lead);
    yield* candidatesOfLinks({
      links: message.link,
      licenses: message.license,
      isPreprint: isPreprint(message),
      today,
      missingKey: (host) => missingKey(host, options),
    });
    // The work of an arXiv id has its own resolver for that file.
    const preprints = preprintsOf(message).filter((id) => arxiv === undefined || !parseArxiv(id));
    yield* preprintCopies(preprints, { evidence: 'relation has-preprint', lead });
  },
});
