import type { KnownArtifact } from '../core/artifact.ts';
import type { Instant } from '../core/clock.ts';
import type { Plan } from '../core/plan.ts';
import type { Delay, Progress } from '../core/progress.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
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
 * per tier: ask a resolver, fetch its plans best first, ask the next … → pay for a file if nothing free came → fetch HTML
 * if nothing better came → conclude.
 */
export type Step =
  | { readonly kind: 'adopt'; readonly request: NextRequest }
  | { readonly kind: 'revalidate'; readonly request: NextRequest }
  | {
      readonly kind: 'ask';
      readonly bound: BoundResolver;
      readonly tier: string;
      readonly request: NextRequest;
    }
  | { readonly kind: 'fetch'; readonly plan: Plan; readonly request: NextRequest }
  | { readonly kind: 'wait'; readonly delay: Delay; readonly request: NextRequest }
  | { readonly kind: 'next-tier'; readonly request: NextRequest }
  | { readonly kind: 'conclude'; readonly request: NextRequest };

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
  readonly maxFetches: number;
}

export const resolverKey = (name: string): string => `resolver:${name}`;
export const planKey = (plan: Plan): string => `url:${canonicalUrl(plan.url)}`;

/** Leads no page of which has been read. */
export const openLeads = (progress: Progress): readonly string[] =>
  progress.leads.filter((url) => !progress.visited.includes(canonicalUrl(url)));

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
  if (progress.fetches >= situation.maxFetches) return { kind: 'conclude', request: NO_REQUEST };
  return progress.tier < situation.route.length ? stepOfTier(situation) : stepOfLast(situation);
}

export const REVALIDATION_KEY = 'revalidation';

function stepOfKnown(situation: Situation, known: KnownArtifact): Step {
  const request = known.etag || known.lastModified ? requestTo(known.url, 'artifact') : NO_REQUEST;
  return earliestWait(situation, [{ key: REVALIDATION_KEY, request }]) ?? { kind: 'revalidate', request };
}

const isPutOff = ({ progress, now }: Situation, key: string): boolean =>
  (progress.deferred[key]?.until ?? 0) > now;

function stepOfTier(situation: Situation): Step {
  const { progress, route, tierParallel } = situation;
  const tier = route[progress.tier];
  const unasked = tier?.resolvers.filter((bound) => !progress.asked.includes(bound.resolver.name)) ?? [];
  const askable = unasked.find((bound) => !isPutOff(situation, resolverKey(bound.resolver.name)));
  const ask = askable && tier && askStep(situation, askable, tier.name);
  const fetch = fetchStep(situation, progress.plans);
  const step = tierParallel ? (ask ?? fetch) : (fetch ?? ask);
  if (step) return step;
  const waits = [...progress.plans.map(planWait), ...unasked.map((bound) => resolverWait(situation, bound))];
  return earliestWait(situation, waits) ?? { kind: 'next-tier', request: NO_REQUEST };
}

/** Money is spent only after every tier failed to give something for nothing, and HTML taken only after that. */
function stepOfLast(situation: Situation): Step {
  const { paidPlans = [], htmlPlans } = situation.progress;
  const fetchOrWait = (plans: readonly Plan[]) =>
    fetchStep(situation, plans) ?? earliestWait(situation, plans.map(planWait));
  return fetchOrWait(paidPlans) ?? fetchOrWait(htmlPlans) ?? { kind: 'conclude', request: NO_REQUEST };
}

const askStep = ({ work, progress }: Situation, bound: BoundResolver, tier: string): Step => ({
  kind: 'ask',
  bound,
  tier,
  request: firstRequest(bound, work, standpoint(progress)),
});

function fetchStep(situation: Situation, plans: readonly Plan[]): Step | undefined {
  const fetchable = plans.filter((plan) => !isPutOff(situation, planKey(plan)));
  const plan = chooseBest(fetchable, situation.progress.misses);
  return plan && { kind: 'fetch', plan, request: requestTo(plan.url, 'artifact') };
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
function earliestWait({ progress, now }: Situation, waits: readonly Wait[]): Step | undefined {
  let earliest: Extract<Step, { kind: 'wait' }> | undefined;
  for (const { key, request } of waits) {
    const delay = progress.deferred[key];
    if (!delay || delay.until <= now) continue;
    if (!earliest || delay.until < earliest.delay.until) earliest = { kind: 'wait', delay, request };
  }
  return earliest;
}
