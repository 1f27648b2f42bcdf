import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { Failure } from '../core/errors.ts';
import { type Identifiers, parseArxiv, type WorkId } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import type { Learnt, Work } from '../core/work.ts';
import { apiUrl } from './api-url.ts';
import { arxivCopy } from './arxiv-copy.ts';
import { listOf, Numeral, part, Text, Year } from './lenient-fields.ts';
import { offerAddress } from './offer-address.ts';
import type { ResolverOptions } from './options.ts';
import { readFacts, readIds } from './read-facts.ts';
import { readJson, told } from './read-json.ts';
import {
  type Ask,
  type BatchAnswer,
  type BatchContext,
  defineResolver,
  type TextAnswer,
} from './resolver.ts';

const BASE_URL = 'https://api.semanticscholar.org/graph/v1/';
const FIELDS = 'title,year,authors,externalIds,openAccessPdf';

/** One paper, alone or as an entry of a batch: the same shape. */
const Paper = z.object({
  paperId: z.string(),
  title: Text,
  year: Year,
  authors: listOf(z.object({ name: Text })),
  externalIds: part(z.object({ DOI: Text, ArXiv: Text, PubMed: Numeral, PubMedCentral: Numeral })),
  openAccessPdf: part(z.object({ url: Text, status: Text, license: Text })),
});
type Paper = z.output<typeof Paper>;

/** The name it is asked by, the same in the path and in a batch. */
function paperName({ doi, arxiv, pmid, pmcid }: Work): string | undefined {
  if (doi !== undefined) return `DOI:${doi}`;
  if (arxiv !== undefined) return `ARXIV:${arxiv.replace(/v\d+$/, '')}`;
  if (pmid !== undefined) return `PMID:${pmid}`;
  return pmcid === undefined ? undefined : `PMCID:${pmcid.replace(/^PMC/, '')}`;
}

function paperUrl(work: Work, baseUrl: string | null): string | undefined {
  const name = paperName(work);
  if (name === undefined) return undefined;
  const [kind, id] = name.split(/:(.*)/s, 2);
  const url = apiUrl(baseUrl ?? BASE_URL, `paper/${kind}:${encodeURIComponent(id ?? '')}`);
  url.searchParams.set('fields', FIELDS);
  return url.href;
}

const idsOf = ({ externalIds: ids }: Paper): Identifiers =>
  readIds({ doi: ids?.DOI, arxiv: ids?.ArXiv, pmid: ids?.PubMed, pmcid: ids?.PubMedCentral });

const factsOf = (paper: Paper): Learnt =>
  readFacts({
    ids: idsOf(paper),
    title: paper.title,
    year: paper.year,
    authors: paper.authors.map(({ name }) => name),
  });

/** `CLOSED` is about the journal: an address beside it is asked only when it is arXiv's. `CCBY` is how it writes CC BY. */
function* filesOf(paper: Paper, work: Work, lead: (url: string) => void): Iterable<Candidate> {
  const { url, status, license: said } = paper.openAccessPdf ?? {};
  const license = readLicense(
    said?.replace(/^CC(?=BY)/i, 'CC-').replace(/(?<=BY[\w-]{0,20})(NC|ND|SA)/gi, '-$1'),
  );
  const inArxiv = url === undefined ? undefined : parseArxiv(url);
  if (url !== undefined && (status !== 'CLOSED' || inArxiv))
    yield* offerAddress(
      url,
      { ...(license !== undefined && { license }), evidence: `openAccessPdf ${status ?? 'without status'}` },
      lead,
    );
  const { arxiv } = idsOf(paper);
  if (arxiv && inArxiv === undefined && work.arxiv === undefined) yield arxivCopy(arxiv, 'externalIds.ArXiv');
}

type Terms = Pick<BatchContext<ResolverOptions>, 'ask' | 'options'>;

/** Asks with the key, if there is one; the anonymous pool's 429 is told for what it is. */
async function askText(
  request: Omit<Ask, 'role'>,
  { ask, options: { api_key } }: Terms,
  accept: readonly number[] = [],
): Promise<TextAnswer> {
  const key = api_key === null ? {} : { secretHeaders: { 'x-api-key': api_key } };
  const statuses = api_key === null ? [...accept, 429] : accept;
  const reply = await ask.text({ ...request, role: 'metadata', ...key }, statuses);
  if (reply.status !== 429) return reply;
  throw new Failure(
    'budget-spent',
    'Semantic Scholar has no room for anonymous calls: set resolvers.semantic_scholar.api_key',
    { url: request.url, httpStatus: 429 },
  );
}

async function askFor(url: string, terms: Terms): Promise<Paper | undefined> {
  const reply = await askText({ url }, terms, [404]);
  return reply.status === 404 ? undefined : readJson(reply, Paper);
}

/** Ids in one POST, at most. The answer is aligned with them; unknown ones are null. */
const BATCH_SIZE = 500;
const Papers = z.array(z.unknown());

async function askForMany(
  works: readonly Work[],
  context: BatchContext<ResolverOptions>,
): Promise<ReadonlyMap<WorkId, BatchAnswer>> {
  const url = apiUrl(context.options.base_url ?? BASE_URL, 'paper/batch');
  url.searchParams.set('fields', FIELDS);
  const body = JSON.stringify({ ids: works.map(paperName) });
  const headers = { 'content-type': 'application/json' };
  const reply = await askText({ url: url.href, method: 'POST', headers, body }, context);
  const papers = readJson(reply, Papers);
  return new Map(
    works.flatMap(({ id }, index) => (papers[index] ? [[id, { record: papers[index] }] as const] : [])),
  );
}

/**
 * https://api.semanticscholar.org: one GET per work, by DOI, arXiv id, PMID or PMCID. Callers without a key share one
 * pool that is nearly always empty (429 without Retry-After): asking again today does not help them.
 */
export const semanticScholar = defineResolver({
  name: 'semantic_scholar',
  tier: 'direct_oa',
  enabledByDefault: true,
  baseUrl: BASE_URL,
  own: {},
  accepts: (work) => paperName(work) !== undefined,
  first(work, { base_url }) {
    const url = paperUrl(work, base_url);
    return url === undefined ? undefined : { url, role: 'metadata' };
  },
  async *plans(work, { ask, options, learn, lead, answer }) {
    const url = paperUrl(work, options.base_url);
    if (url === undefined) return;
    const paper = answer === undefined ? await askFor(url, { ask, options }) : told(answer, Paper);
    if (!paper) return;
    learn(factsOf(paper));
    yield* filesOf(paper, work, lead);
  },
  batch: { size: BATCH_SIZE, isWhole: true, takes: (work) => paperName(work) !== undefined, ask: askForMany },
});
