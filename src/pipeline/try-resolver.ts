import { acceptsLicense } from '../core/accepted-licenses.ts';
import { Failure, OutOfRoom, type Reason } from '../core/errors.ts';
import type { Claim } from '../core/outcome.ts';
import type { Candidate, Plan } from '../core/plan.ts';
import type { Miss, Progress } from '../core/progress.ts';
import { addressKey, isHttpUrl, parseUrl } from '../core/url.ts';
import type { Learnt } from '../core/work.ts';
import type { PageRead } from '../download/download.ts';
import { AskedTooMuch, withinBudget } from './ask-budget.ts';
import { createAsker } from './asker.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import { reachOfAsk } from './conclude.ts';
import { judgePages } from './judge-pages.ts';
import { type AskStep, openLeads } from './next-step.ts';
import { named, noteLocked, nothingFrom } from './nothing-from.ts';
import { rankPlans } from './rank-plans.ts';
import { tellOnce } from './tell-once.ts';
import { withAsked, withIdentifiers, withMiss } from './update-progress.ts';

/** A resolver is drained into at most this many candidates before anything is fetched. */
const MAX_CANDIDATES = 50;

/** What an answer makes of a state, which may have gone on since the question was asked. */
type File = (progress: Progress) => StepResult | Promise<StepResult>;

/** Asks one resolver and files what it found under the tier. */
export async function tryResolver(one: Case, step: AskStep, progress: Progress): Promise<StepResult> {
  const file = await askResolver(one, step, progress);
  return file(progress);
}

/** Asks only: several may be asked side by side, and their answers filed one after the other. */
export async function askResolver(one: Case, step: AskStep, progress: Progress): Promise<File> {
  const { resolver } = step.bound;
  const asked = (now: Progress) => withAsked(now, resolver.name);
  const work = withIdentifiers(one.held.work, progress);
  if (!resolver.accepts(work, openLeads(progress))) {
    one.journal.note({ status: 'resolver-skip', reason: 'no-identifier', stage: 'resolve', ...named(step) });
    const miss = { ...named(step), reason: 'no-identifier', reach: 'identifier', isOfSource: true } as const;
    return (now) => goOn(withMiss(asked(now), miss));
  }
  if (progress.answers?.[resolver.name] === null)
    return (now) => nothingFrom(one, step, { progress: asked(now) });
  const gathering = gather(one, step, progress);
  try {
    const candidates = await gathering.candidates;
    return (now) => {
      const found = withCandidates(one, gathering.learnt(asked(now)), { step, candidates });
      noteLocked(one, step, candidates);
      if (candidates.every(({ needs }) => needs !== undefined))
        return nothingFrom(one, step, {
          progress: found,
          isSilent: candidates.length > 0,
          isUnasked: gathering.isUnasked,
        });
      return judgePages(one, found, gathering.pages);
    };
  } catch (error) {
    // Whoever gives up has learnt nothing of the source: it is asked again.
    one.holding.signal.throwIfAborted();
    if (!(error instanceof Failure) || error instanceof OutOfRoom) throw error;
    if (error.httpStatus === 404 || error.httpStatus === 410)
      return (now) => nothingFrom(one, step, { progress: gathering.learnt(asked(now)) });
    if (error.reason === 'internal-error') tellOfMistake(one, step, error);
    const { reason, url } = error;
    const miss: Miss = {
      ...named(step),
      reason,
      reach: reachOfAsk(reason),
      isOfSource: true,
      ...(url !== undefined && { url }),
    };
    return (now) => goOn(withMiss(gathering.learnt(asked(now)), miss));
  }
}

/** A source whose code fails is left out; the next one is asked. */
function tellOfMistake({ deps, journal }: Case, step: AskStep, { message, cause }: Failure): void {
  const stack = cause instanceof Error ? cause.stack : undefined;
  journal.note({
    status: 'download-error',
    reason: 'internal-error',
    stage: 'resolve',
    ...named(step),
    extra: { problem: message, ...(stack && { stack }) },
  });
  tellOnce(deps.emit, `${message}; works go on with the next source`);
}

/** What another copy of the same file would only repeat, or was refused for what it is. */
const REPEATED_BY_COPIES: ReadonlySet<Reason> = new Set([
  'policy-type',
  'policy-size',
  'policy-license',
  'wrong-paper',
  'too-large',
  'encrypted',
  'duplicate-url',
  'no-candidates',
]);

/** Files that sources named and that gave nothing; trouble with the sources themselves is not among them. */
function refusedFiles({ misses, claims }: Progress): readonly string[] {
  const claimed = new Set(claims.map(({ url }) => url));
  const refused = misses.flatMap(({ url, reason }) =>
    url !== undefined && claimed.has(url) && !REPEATED_BY_COPIES.has(reason) ? [url] : [],
  );
  return [...new Set(refused)];
}

interface Gathering {
  readonly candidates: Promise<readonly Candidate[]>;
  /** Adds what was learnt on the way, also when the resolver failed later. */
  readonly learnt: (progress: Progress) => Progress;
  /** Landing pages that came whole, and PDFs that came in their place. */
  readonly pages: readonly PageRead[];
  readonly isUnasked: () => boolean;
}

function gather(one: Case, step: AskStep, progress: Progress): Gathering {
  const leads: string[] = [];
  const visited: string[] = [];
  const pages: PageRead[] = [];
  const { formats, askAll } = one.deps.options;
  const keep = (page: PageRead) => void pages.push(page);
  let learnt: Learnt = {};
  let hasAsked = false;
  const { bound, tier } = step;
  const { signal } = one.holding;
  const context = {
    ask: withinBudget(
      createAsker({
        send: one.deps.send,
        bound,
        tier,
        signal,
        note: (attempt) => {
          hasAsked = true;
          one.journal.note({ stage: 'resolve', ...attempt });
        },
        visited: (hops) => visited.push(...hops.map((url) => addressKey(url))),
        pages: one.pages,
        isRead: (url) => [...progress.visited, ...visited].includes(addressKey(url)),
        ...(formats.includes('html') && { pageRead: keep }),
        ...(formats.includes('pdf') && !askAll && { fileRead: keep }),
      }),
    ),
    options: bound.options,
    mailto: one.deps.options.mailto,
    learn: (facts: Learnt) => {
      learnt = { ...facts, ...learnt };
    },
    lead: (url: string) => void leads.push(url),
    leads: openLeads(progress),
    refused: refusedFiles(progress),
    today: one.deps.clock.wall().toISOString(),
    answer: progress.answers?.[bound.resolver.name],
    signal,
  };
  const work = withIdentifiers(one.held.work, progress);
  return {
    pages,
    // What a batch told was asked; one that needs no request answers by itself.
    isUnasked: () => !hasAsked && context.answer === undefined && step.request.host !== '',
    candidates: one.batchTrouble
      ? Promise.reject(one.batchTrouble)
      : drain(bound.resolver.plans(work, context)),
    learnt: (before) => ({
      ...before,
      learnt: { ...learnt, ...before.learnt },
      leads: [...new Set([...before.leads, ...leads])].slice(0, MAX_CANDIDATES),
      visited: [...new Set([...before.visited, ...visited])],
    }),
  };
}

/** A resolver that never comes to an end is stopped; what it had found by then counts. */
async function drain(candidates: AsyncIterable<Candidate>): Promise<readonly Candidate[]> {
  const drained: Candidate[] = [];
  try {
    for await (const candidate of candidates) {
      drained.push(candidate);
      if (drained.length >= MAX_CANDIDATES) break;
    }
  } catch (error) {
    if (!(error instanceof AskedTooMuch)) throw error;
    if (drained.length === 0) throw new Failure('attempt-limit', error.message);
  }
  return drained;
}

interface Finding {
  readonly step: AskStep;
  readonly candidates: readonly Candidate[];
}

/** Keeps every claim; plans only those that can be fetched, are wanted and were not tried. */
function withCandidates(one: Case, progress: Progress, { step, candidates }: Finding): Progress {
  const claims = [
    ...progress.claims,
    ...candidates.map((candidate) => claimOf(candidate, named(step).resolver)),
  ];
  const tried = new Set(progress.tried);
  const triedAsPage = tried.difference(new Set(progress.noFiles));
  const planned = [...progress.plans, ...progress.htmlPlans, ...(progress.paidPlans ?? [])];
  const seen = new Set(planned.map(({ url }) => addressKey(url)));
  let next: Progress = { ...progress, claims };
  const fresh: Plan[] = [];
  for (const candidate of candidates.filter(({ needs }) => needs === undefined)) {
    const plan: Plan = { ...candidate, ...named(step) };
    const key = addressKey(plan.url);
    const isTried = plan.expected === 'html' ? triedAsPage.has(key) : tried.has(key);
    if (isTried || seen.has(key) || !isFetchable(plan.url)) continue;
    seen.add(key);
    if (plan.priceUsd !== undefined && !one.deps.options.paysForFiles) continue;
    const refused = refusedByPolicy(one, plan);
    if (refused) next = withMiss(next, { ...named(step), reason: refused, reach: 'plan', url: plan.url });
    else fresh.push(plan);
  }
  const { formats } = one.deps.options;
  const htmlLast = (plan: Plan) => plan.expected === 'html' && formats[0] !== 'html';
  const isPriced = ({ priceUsd }: Plan) => priceUsd !== undefined;
  const inTurn = fresh.filter((plan) => !htmlLast(plan) && !isPriced(plan));
  const plans = rankPlans([...next.plans, ...inTurn], { formats, orderOf: one.deps.orderOf });
  const paidPlans = [...(next.paidPlans ?? []), ...fresh.filter(isPriced)];
  return {
    ...next,
    plans,
    htmlPlans: [...next.htmlPlans, ...fresh.filter((plan) => htmlLast(plan) && !isPriced(plan))],
    ...(paidPlans.length > 0 && { paidPlans }),
  };
}

const isFetchable = (url: string): boolean => {
  const parsed = parseUrl(url);
  return parsed !== undefined && isHttpUrl(parsed);
};

function refusedByPolicy({ deps, journal }: Case, plan: Plan): 'policy-type' | 'policy-license' | undefined {
  const { formats, acceptedLicenses } = deps.options;
  const reason = !formats.includes(plan.expected)
    ? 'policy-type'
    : !acceptsLicense(acceptedLicenses, plan.license)
      ? 'policy-license'
      : undefined;
  const { resolver, tier, url } = plan;
  if (reason) journal.note({ status: 'content-policy-skip', reason, stage: 'prepare', resolver, tier, url });
  return reason;
}

function claimOf(candidate: Candidate, resolver: string): Claim {
  const { url, license, version, hostType, evidence } = candidate;
  return {
    resolver,
    url,
    ...(license !== undefined && { license }),
    ...(version !== undefined && { version }),
    ...(hostType !== undefined && { hostType }),
    ...(evidence !== undefined && { evidence }),
  };
}
