import { z } from 'zod';
import { Failure } from '../core/errors.ts';
import type { Identifiers, WorkId } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { isSameWork } from '../core/same-work.ts';
import type { Learnt, Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { arxivCopy } from './arxiv-copy.ts';
import { listOf, Numeral, Text, Year } from './lenient-fields.ts';
import { offerAddress } from './offer-address.ts';
import type { ResolverOptions } from './options.ts';
import { readFacts, readIds } from './read-facts.ts';
import { readJson, told } from './read-json.ts';
import { type BatchAnswer, type BatchContext, defineResolver } from './resolver.ts';

const BASE_URL = 'https://api.core.ac.uk/v3/';
/** One work may stand there several times, once for each merging that failed. */
const LIMIT = 10;
/** Ten calls a minute for all works: only together do many of them get their turn. */
const BATCH_SIZE = 20;
/** More are answered with 504. */
const BATCH_LIMIT = 100;

const CoreWork = z.object({
  id: Numeral,
  doi: Text,
  arxivId: Text,
  pubmedId: Numeral,
  title: Text,
  yearPublished: Year,
  authors: listOf(z.object({ name: Text })),
  downloadUrl: Text,
  sourceFulltextUrls: listOf(Text),
  links: listOf(z.object({ type: Text, url: Text })),
});
type CoreWork = z.output<typeof CoreWork>;
const CoreWorks = listOf(CoreWork);

const Answer = z.object({ totalHits: z.number(), results: z.array(z.unknown()) });

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function queryFor({ doi, arxiv, pmid }: Work): string | undefined {
  if (doi !== undefined) return `doi:${quoted(doi)}`;
  if (arxiv !== undefined) return `arxivId:${quoted(arxiv.replace(/v\d+$/, ''))}`;
  return pmid === undefined ? undefined : `pubmedId:${quoted(pmid)}`;
}

/** With its last slash: without it the API redirects. */
function searchUrl(query: string, limit: number, baseUrl: string | null): string {
  const url = apiUrl(baseUrl ?? BASE_URL, 'search/works/');
  url.searchParams.set('q', query);
  url.searchParams.set('limit', String(limit));
  return url.href;
}

const idsOf = ({ doi, arxivId, pubmedId }: CoreWork): Identifiers =>
  readIds({ doi, arxiv: arxivId, pmid: pubmedId });

const isAbout = (work: Work, record: CoreWork): boolean => isSameWork(work, idsOf(record));

const factsOf = (work: CoreWork): Learnt =>
  readFacts({
    ids: idsOf(work),
    title: work.title,
    year: work.yearPublished,
    authors: work.authors.map(({ name }) => name),
  });

const bearer = (key: string | null) =>
  key === null ? {} : { secretHeaders: { authorization: `Bearer ${key}` } };

/** Anonymous callers share a small daily allowance; when it is spent, asking again today does not help. */
async function askFor(
  url: string,
  { ask, options }: Pick<BatchContext<ResolverOptions>, 'ask' | 'options'>,
): Promise<readonly CoreWork[]> {
  const { api_key } = options;
  const reply = await ask.text(
    { url, role: 'metadata', ...bearer(api_key) },
    api_key === null ? [404, 429] : [404],
  );
  if (reply.status === 404) return [];
  if (reply.status === 429)
    throw new Failure('budget-spent', 'CORE answers no more anonymous calls: set resolvers.core.api_key', {
      url,
      httpStatus: 429,
    });
  return CoreWorks.parse(readJson(reply, Answer).results);
}

/** Only what is read of a record is kept: with a key it comes with the whole text. */
async function askForMany(
  works: readonly Work[],
  context: BatchContext<ResolverOptions>,
): Promise<ReadonlyMap<WorkId, BatchAnswer>> {
  const query = works.flatMap((work) => queryFor(work) ?? []).join(' OR ');
  const found = await askFor(searchUrl(query, BATCH_LIMIT, context.options.base_url), context);
  const answers = works.map(
    (work) => [work.id, { record: found.filter((one) => isAbout(work, one)) }] as const,
  );
  return new Map(answers.filter(([, { record }]) => record.length > 0));
}

/** The copy at its source first: CORE's own often refuses programs. With a key the API hands the file out itself. */
function* filesOf(
  work: CoreWork,
  { options, lead }: { readonly options: ResolverOptions; readonly lead: (url: string) => void },
): Iterable<Candidate> {
  const claims = { hostType: 'repository' } as const;
  for (const url of work.sourceFulltextUrls)
    yield* offerAddress(url, { ...claims, evidence: 'sourceFulltextUrls' }, lead);
  const linked = work.links.filter(({ type }) => type === 'download').map(({ url }) => url);
  for (const url of new Set([work.downloadUrl, ...linked]))
    if (url !== undefined) yield* offerAddress(url, { ...claims, evidence: 'downloadUrl' }, lead);
  if (options.api_key !== null && work.id !== undefined && work.downloadUrl !== undefined)
    yield {
      url: apiUrl(options.base_url ?? BASE_URL, `works/${encodeURIComponent(work.id)}/download`).href,
      expected: 'pdf',
      ...claims,
      evidence: 'CORE API download',
    };
}

/** https://api.core.ac.uk/docs/v3: a search by DOI, arXiv id or PMID, for one work or for many; a key raises the limits. */
export const core = defineResolver({
  name: 'core',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  fileHeaders: ({ api_key, base_url }) =>
    api_key === null
      ? {}
      : { [new URL(base_url ?? BASE_URL).hostname]: { authorization: `Bearer ${api_key}` } },
  accepts: (work) => queryFor(work) !== undefined,
  first(work, { base_url }) {
    const query = queryFor(work);
    return query === undefined ? undefined : { url: searchUrl(query, LIMIT, base_url), role: 'metadata' };
  },
  async *plans(work, { ask, options, learn, lead, answer }) {
    const query = queryFor(work) ?? '';
    const found =
      answer === undefined
        ? await askFor(searchUrl(query, LIMIT, options.base_url), { ask, options })
        : told(answer, CoreWorks);
    const offered = new Set<string>();
    for (const record of found.filter((one) => isAbout(work, one))) {
      const facts = factsOf(record);
      learn(facts);
      const files = [...filesOf(record, { options, lead })];
      if (facts.arxiv && work.arxiv === undefined) files.push(arxivCopy(facts.arxiv, 'arxivId'));
      for (const file of files) {
        if (!offered.has(file.url)) yield file;
        offered.add(file.url);
      }
    }
  },
  batch: {
    size: BATCH_SIZE,
    isWhole: true,
    takes: (work) => queryFor(work) !== undefined,
    ask: askForMany,
  },
});
