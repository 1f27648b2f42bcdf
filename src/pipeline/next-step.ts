import type { KnownArtifact } from '../core/artifact.ts';
import type { Instant } from '../core/clock.ts';
import { LONGEST_WAIT_MS } from '../core/longest-wait.ts';
import type { Format, Plan } from '../core/plan.ts';
import type { Delay, Progress } from '../core/progress.ts';
import { addressKey } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import { isOutdated } from './known-as.ts';
import { isDoubtful, isFallback, isSettled } from './rank-held.ts';
import { chooseBest } from './rank-plans.ts';
import {
  type BoundResolver,
  firstRequest,
  type NextRequest,
  NO_REQUEST,
  type Route,
  requestTo,
  type Standpoint,
} from './route.ts';

/**
 * What a work does next. One work's life: (adopt a file a crash left behind) → (ask whether the stored file changed) →
 * per tier: ask a resolver, examine held files again where it told more of the work, fetch its plans best first, ask the next … → pay for a file if nothing free came → fetch HTML
 * if nothing better came → publish the best file that is held → conclude.
 */
export type Step =
  | { readonly kind: 'adopt'; readonly request: NextRequest }
  | { readonly kind: 'revalidate'; readonly request: NextRequest }
  | AskStep
  | { readonly kind: 'ask-together'; readonly asks: readonly AskStep[]; readonly request: NextRequest }
  | { readonly kind: 'fetch'; readonly plan: Plan; readonly request: NextRequest }
  | { readonly kind: 'examine'; readonly request: NextRequest }
  | { readonly kind: 'publish'; readonly request: NextRequest }
  | { readonly kind: 'wait'; readonly delay: Delay; readonly request: NextRequest }
  | { readonly kind: 'next-tier'; readonly request: NextRequest }
  | { readonly kind: 'conclude'; readonly request: NextRequest };

export interface AskStep {
  readonly kind: 'ask';
  readonly bound: BoundResolver;
  readonly tier: string;
  readonly request: NextRequest;
}

export interface Situation {
  /** With the identifiers learnt so far. */
  readonly work: Work;
  readonly progress: Progress;
  readonly known: KnownArtifact | undefined;
  /** Of the lease it is in. */
  readonly token: number;
  readonly route: Route;
  readonly now: Instant;
  readonly tierParallel: boolean;
  readonly askAll: boolean;
  readonly maxFetches: number;
  /** Asked for, best first. */
  readonly formats: readonly Format[];
}

export const resolverKey = (name: string): string => `resolver:${name}`;
export const planKey = (plan: Plan): string => `url:${addressKey(plan.url)}`;

/** Leads no page of which has been read. */
export const openLeads = (progress: Progress): readonly string[] =>
  progress.leads.filter((url) => !progress.visited.includes(addressKey(url)));

/** A page that a resolver has read already, as a landing page. */
export const isRead = ({ visited }: Progress, { url, expected }: Plan): boolean =>
  expected === 'html' && visited.includes(addressKey(url));

const standpoint = (progress: Progress): Standpoint => ({
  leads: openLeads(progress),
  answers: progress.answers,
});

export function nextStep(situation: Situation): Step {
  const { progress, known, token } = situation;
  if (progress.isCondemned) return { kind: 'conclude', request: NO_REQUEST };
  if (progress.publishing && progress.publishing.missedBy !== token)
    return { kind: 'adopt', request: NO_REQUEST };
  if (known && !progress.revalidated) return stepOfKnown(situation, known);
  if (progress.heldFiles?.some((file) => isOutdated(file, situation.work)))
    return { kind: 'examine', request: NO_REQUEST };
  if (progress.heldFiles?.some((file) => isSettled(file, situation.formats))) return lastStep(progress);
  if (progress.fetches >= situation.maxFetches) return lastStep(progress);
  return progress.tier < situation.route.length ? stepOfTier(situation) : stepOfLast(situation);
}

export const REVALIDATION_KEY = 'revalidation';

function stepOfKnown(situation: Situation, known: KnownArtifact): Step {
  const request = known.etag || known.lastModified ? requestTo(known.url, 'artifact') : NO_REQUEST;
  return earliestWait(situation, [{ key: REVALIDATION_KEY, request }]) ?? { kind: 'revalidate', request };
}

/** What a work still waits for; a wait beyond the longest comes from a clock that was wrong. */
function waitFor({ progress, now }: Situation, key: string): Delay | undefined {
  const delay = progress.deferred[key];
  return delay && delay.until > now && delay.until <= now + LONGEST_WAIT_MS ? delay : undefined;
}

const isPutOff = (situation: Situation, key: string): boolean => waitFor(situation, key) !== undefined;

function stepOfTier(situation: Situation): Step {
  const { progress, route, tierParallel, askAll } = situation;
  const tier = route[progress.tier];
  const unasked = tier?.resolvers.filter((bound) => !progress.asked.includes(bound.resolver.name)) ?? [];
  const asks = unasked
    .filter((bound) => !isPutOff(situation, resolverKey(bound.resolver.name)))
    .map((bound) => askStep(situation, bound, tier?.name ?? ''));
  const [ask] = asks;
  const fetch = fetchStep(situation, progress.plans);
  const step = tierParallel || askAll ? (togetherStep(situation, asks) ?? ask ?? fetch) : (fetch ?? ask);
  if (step) return step;
  const waits = [...progress.plans.map(planWait), ...unasked.map((bound) => resolverWait(situation, bound))];
  return earliestWait(situation, waits) ?? { kind: 'next-tier', request: NO_REQUEST };
}

/** Nothing is left to ask for. */
const lastStep = ({ heldFiles = [] }: Progress): Step => ({
  kind: heldFiles.length > 0 ? 'publish' : 'conclude',
  request: NO_REQUEST,
});

/**
 * Money is spent only after every tier failed to give something for nothing, and HTML taken only after that. Nobody pays
 * for a second opinion on a file that came for nothing; but every page is asked, since one that is proven is better than
 * a file that is not.
 */
function stepOfLast(situation: Situation): Step {
  const { htmlPlans, heldFiles = [] } = situation.progress;
  const hasFile = heldFiles.some(({ artifact }) => !isFallback(artifact, situation.formats));
  const paidPlans = hasFile ? [] : (situation.progress.paidPlans ?? []);
  const fetchOrWait = (plans: readonly Plan[]) =>
    fetchStep(situation, plans) ?? earliestWait(situation, plans.map(planWait));
  const paid = fetchOrWait(paidPlans);
  if (paid) return paid;
  const hasProof = heldFiles.some((file) => !isDoubtful(file));
  return (hasProof ? undefined : fetchOrWait(htmlPlans)) ?? lastStep(situation.progress);
}

/** Of one work at one time; hosts and resolvers have limits of their own. */
const MAX_TOGETHER = 8;

/**
 * Sources that can be asked side by side: those that can use what is known of the work by now. Where requests count more
 * than time, one that is better asked for many works at once is not among them; if it comes first it goes first: all works
 * meet at it, and cost it one request.
 */
function togetherStep(
  { work, progress, tierParallel }: Situation,
  asks: readonly AskStep[],
): Step | undefined {
  const leads = openLeads(progress);
  const isBatched = ({ resolver }: BoundResolver) =>
    !tierParallel && resolver.batch?.takes(work) === true && progress.answers?.[resolver.name] === undefined;
  if (asks[0] && isBatched(asks[0].bound)) return undefined;
  const together = asks
    .filter(
      ({ bound, request }) => request.host !== '' && bound.resolver.accepts(work, leads) && !isBatched(bound),
    )
    .slice(0, MAX_TOGETHER);
  const [first] = together;
  if (!first || together.length < 2) return undefined;
  return { kind: 'ask-together', asks: together, request: first.request };
}

const askStep = ({ work, progress }: Situation, bound: BoundResolver, tier: string): AskStep => ({
  kind: 'ask',
  bound,
  tier,
  request: firstRequest(bound, work, standpoint(progress)),
});

function fetchStep(situation: Situation, plans: readonly Plan[]): Step | undefined {
  const fetchable = plans.filter((plan) => !isPutOff(situation, planKey(plan)));
  const plan = chooseBest(fetchable, situation.progress.misses);
  if (!plan) return undefined;
  const request = isRead(situation.progress, plan) ? NO_REQUEST : requestTo(plan.url, 'artifact');
  return { kind: 'fetch', plan, request };
}

interface Wait {
  readonly key: string;
  readonly request: NextRequest;
}

const planWait = (plan: Plan): Wait => ({ key: planKey(plan), request: requestTo(plan.url, 'artifact') });

const resolverWait = ({ work, progress }: Situation, bound: BoundResolver): Wait => ({
  key: resolverKey(bound.resolver.name),
  request: firstRequest(bound, work, standpoint(progress)),
});

/** A tier is not left while something in it is only put off. */
function earliestWait(situation: Situation, waits: readonly Wait[]): Step | undefined {
  let earliest: Extract<Step, { kind: 'wait' }> | undefined;
  for (const { key, request } of waits) {
    const delay = waitFor(situation, key);
    if (!delay) continue;
    if (!earliest || delay.until < earliest.delay.until) earliest = { kind: 'wait', delay, request };
  }
  return earliest;
}
