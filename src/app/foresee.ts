import { Failure } from '../core/errors.ts';
import { type Identifiers, parseIdentifier } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import type { Work } from '../core/work.ts';
import type { BoundResolver } from '../pipeline/route.ts';
import type { Ask, ResolveContext } from '../resolvers/resolver.ts';

/** A control value: the resolver wanted to ask this. Not a `Failure`, so that no resolver catches it. */
class WouldAsk extends Error {
  readonly ask: Ask;

  constructor(ask: Ask) {
    super(`would ask ${ask.url}`);
    this.ask = ask;
  }
}

/** What a resolver does before it needs an answer. */
export type Foreseen =
  | {
      readonly kind: 'something';
      readonly candidates: readonly Candidate[];
      readonly request: Ask | undefined;
    }
  | {
      readonly kind: 'nothing';
      readonly why: string;
      /** It may have something to do once other sources have answered. */
      readonly isForNow: boolean;
    };

interface Situation {
  readonly work: Work;
  readonly mailto: string | undefined;
  readonly leads?: readonly string[];
  readonly refused?: readonly string[];
}

/** Runs a resolver up to its first question, which is not sent. */
async function untilFirstAsk(
  { resolver, options }: BoundResolver,
  { work, mailto, leads = [], refused = [] }: Situation,
): Promise<{ readonly candidates: readonly Candidate[]; readonly request: Ask | undefined }> {
  const candidates: Candidate[] = [];
  const stop = (ask: Ask) => Promise.reject(new WouldAsk(ask));
  const context: ResolveContext<BoundResolver['options']> = {
    ask: { text: stop, json: stop },
    options,
    mailto,
    learn: () => {},
    lead: () => {},
    leads,
    refused,
    // Dates stand in answers, and none comes.
    today: '',
    answer: undefined,
    signal: new AbortController().signal,
  };
  try {
    for await (const candidate of resolver.plans(work, context)) candidates.push(candidate);
  } catch (error) {
    // What a resolver does not expect comes wrapped, as a mistake of its code.
    const asked = error instanceof Failure ? error.cause : error;
    if (!(asked instanceof WouldAsk)) throw error;
    return { candidates, request: asked.ask };
  }
  return { candidates, request: undefined };
}

const SOME_PAGE = 'https://www.example.org/article/1';
const SOME_FILE = 'https://www.example.org/article/1.pdf';
const SOME_ADDRESS = 'somebody@example.org';

/** What a resolver would do for a work, and why it would do nothing. */
export async function foresee(bound: BoundResolver, situation: Situation): Promise<Foreseen> {
  const { resolver } = bound;
  if (!resolver.accepts(situation.work, [])) return notAccepted(bound, situation);
  const { candidates, request } = await untilFirstAsk(bound, situation);
  if (candidates.length > 0 || request) return { kind: 'something', candidates, request };
  return { kind: 'nothing', ...(await whySilent(bound, situation)) };
}

async function notAccepted(bound: BoundResolver, situation: Situation): Promise<Foreseen> {
  const { work } = situation;
  const { resolver } = bound;
  if (!resolver.accepts(work, [SOME_PAGE]))
    return { kind: 'nothing', why: `no identifier it can use: ${takenBy(resolver, work)}`, isForNow: false };
  const { candidates, request } = await untilFirstAsk(bound, { ...situation, leads: [SOME_PAGE] });
  const why = candidates.length > 0 || request ? READS_PAGES : LOOKS_FOR_CAPTURES;
  return { kind: 'nothing', why, isForNow: true };
}

const READS_PAGES = 'reads landing pages that other sources name; none is known yet';
const LOOKS_FOR_CAPTURES = 'looks for captures of files that could not be had; none failed yet';

type Taking = Pick<BoundResolver['resolver'], 'accepts'>;

/** Which identifiers it takes, and why those of this work are none of them. */
function takenBy(resolver: Taking, { arxiv, doi }: Pick<Work, 'arxiv' | 'doi'>): string {
  const kinds = SAMPLES.filter(([, ids]) => resolver.accepts(sampleWork(ids), [])).map(([name]) => name);
  if (kinds.length === 0) return 'it takes only those of its own works';
  const takes = `it takes ${kinds.join(' or ')}`;
  return arxiv !== undefined && doi === undefined && kinds.includes(A_DOI)
    ? `${takes}, and the DOI that arXiv derives from its own id is not asked for`
    : takes;
}

/** Why a resolver was skipped for a work, looking back. */
export const whySkipped = (resolver: Taking, work: Work): string =>
  resolver.accepts(work, [])
    ? `no identifier it can use was known yet: ${takenBy(resolver, {})}`
    : resolver.accepts(work, [SOME_PAGE])
      ? 'no page or file that other sources named was left for it'
      : `this work has no identifier it can use: ${takenBy(resolver, work)}`;

const A_DOI = 'a DOI';
const SAMPLES: readonly (readonly [string, Identifiers])[] = (
  [
    [A_DOI, '10.1234/sample'],
    ['an OpenAlex id', 'W1234567890'],
    ['an arXiv id', 'arXiv:2104.12255'],
    ['a PMCID', 'PMC1234567'],
    ['a PMID', 'pmid:12345678'],
    ['an address', SOME_PAGE],
  ] as const
).flatMap(([name, text]) => {
  const ids = parseIdentifier(text);
  return ids ? [[name, ids] as const] : [];
});

const sampleWork = (ids: Identifiers): Work => ({ ...ids, id: 'sample' as Work['id'] });

/** It was silent: what would have to be different for it to do something? */
async function whySilent(
  bound: BoundResolver,
  situation: Situation,
): Promise<{ readonly why: string; readonly isForNow: boolean }> {
  const { name } = bound.resolver;
  const speaks = async (other: BoundResolver, changed: Partial<Situation> = {}): Promise<boolean> => {
    const { candidates, request } = await untilFirstAsk(other, { ...situation, ...changed });
    return candidates.length > 0 || request !== undefined;
  };
  const withEmail = { ...bound, options: { ...bound.options, email: SOME_ADDRESS } };
  if (await speaks(withEmail)) return { why: 'no contact address: set mailto', isForNow: false };
  const withKey = { ...bound, options: { ...bound.options, api_key: 'some-key' } };
  if (await speaks(withKey)) return { why: `no key: set resolvers.${name}.api_key`, isForNow: false };
  if (await speaks(bound, { leads: [SOME_PAGE] })) return { why: READS_PAGES, isForNow: true };
  if (await speaks(bound, { refused: [SOME_FILE] })) return { why: LOOKS_FOR_CAPTURES, isForNow: true };
  return { why: 'knows no place of it without asking, and would ask nobody', isForNow: false };
}
