import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { type Doi, parseDoi } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import type { Learnt } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { leadTo } from './lead-to.ts';
import { listOf, part, Text, Year } from './lenient-fields.ts';
import { addressKind, offerAddress } from './offer-address.ts';
import { readFacts } from './read-facts.ts';
import { defineResolver } from './resolver.ts';

const BASE_URL = 'https://doaj.org/api/v4/';
const PAGE_SIZE = 10;

const License = z.object({ type: Text });
const Article = z.object({
  bibjson: z.object({
    title: Text,
    year: Year,
    author: listOf(z.object({ name: Text })),
    identifier: listOf(z.object({ type: Text, id: Text })),
    link: listOf(z.object({ type: Text, url: Text, content_type: Text })),
    license: listOf(License),
    journal: part(z.object({ license: listOf(License) })),
  }),
});
type Article = z.output<typeof Article>;
type Link = Article['bibjson']['link'][number];

const Answer = z.object({ total: z.number(), results: z.array(z.unknown()) });

/** The query is one segment of the path, slashes of the DOI included; quoted, since a DOI may hold signs of its syntax. */
const searchUrl = (doi: Doi, baseUrl: string | null): string => {
  const query = `doi:"${doi.replace(/["\\]/g, '\\$&')}"`;
  const url = apiUrl(baseUrl ?? BASE_URL, `search/articles/${encodeURIComponent(query)}`);
  url.searchParams.set('pageSize', String(PAGE_SIZE));
  return url.href;
};

/** DOIs stand there in any case, as links, or not at all. */
const doiOf = ({ bibjson }: Article): Doi | undefined =>
  bibjson.identifier
    .filter(({ type, id }) => type?.toLowerCase() === 'doi' && id !== undefined)
    .map(({ id }) => parseDoi(id ?? ''))
    .find((doi) => doi !== undefined);

const factsOf = ({ bibjson: { title, year, author } }: Article): Learnt =>
  readFacts({ title, year, authors: author.map(({ name }) => name) });

/** `content_type` is free text, and a link called PDF is more often a page than a file. */
function* filesOf(link: Link, license: string | undefined, lead: (url: string) => void): Iterable<Candidate> {
  const { url, content_type: said } = link;
  if (url === undefined || link.type?.toLowerCase() !== 'fulltext') return;
  const claims = {
    hostType: 'publisher',
    version: 'published',
    ...(license !== undefined && { license }),
    evidence: `link fulltext ${said ?? 'without type'}`,
  } as const;
  const isPdf = /pdf/i.test(said ?? '') || (said === undefined && addressKind(url) === 'file');
  if (isPdf) yield* offerAddress(url, claims, lead);
  else leadTo(url, lead);
}

/** https://doaj.org/api/docs: one search per DOI, no key. All it lists is open access, mostly as landing pages. */
export const doaj = defineResolver({
  name: 'doaj',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, { base_url }) => doi && { url: searchUrl(doi, base_url), role: 'metadata' },
  async *plans({ doi }, { ask, options, learn, lead }) {
    if (doi === undefined) return;
    const answer = await ask.json({ url: searchUrl(doi, options.base_url), role: 'metadata' }, Answer);
    const articles = listOf(Article).parse(answer?.results ?? []);
    for (const article of articles.filter((one) => doiOf(one) === doi)) {
      learn(factsOf(article));
      const { license: own, journal, link } = article.bibjson;
      const license = readLicense([...own, ...(journal?.license ?? [])][0]?.type);
      for (const one of link) yield* filesOf(one, license, lead);
    }
  },
});
