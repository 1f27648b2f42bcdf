import type { Instant } from '../core/clock.ts';
import type { Deferred } from '../core/deferred.ts';
import type { Reason } from '../core/errors.ts';
import { LONGEST_WAIT_MS } from '../core/longest-wait.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { Plan } from '../core/plan.ts';
import type { Delay, Miss, Progress } from '../core/progress.ts';
import { joinConflicts } from '../core/same-work.ts';
import { addressKey } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { DownloadResult, PartShelf } from '../download/download.ts';
import { reachOfAsk, reachOfFetch } from './conclude.ts';
import { planKey, REVALIDATION_KEY, resolverKey, type Step } from './next-step.ts';
import { troubleMet } from './trouble-met.ts';

/** The work as its sources have made it known by now; what the input said is never overwritten. */
export const withIdentifiers = (work: Work, { learnt, conflicts }: Progress): Work => ({
  ...learnt,
  ...work,
  ...(conflicts && { conflicts: joinConflicts(work.conflicts, conflicts) }),
});

export const withMiss = (progress: Progress, miss: Miss): Progress => ({
  ...progress,
  misses: [...progress.misses, miss],
});

/** The resolver has had its turn; what a batch had told for it is used up. */
export function withAsked(progress: Progress, name: string): Progress {
  const { answers, ...rest } = progress;
  const left = Object.entries(answers ?? {}).filter(([resolver]) => resolver !== name);
  return {
    ...rest,
    asked: [...progress.asked, name],
    ...(left.length > 0 && { answers: Object.fromEntries(left) }),
  };
}

/** The state with what a broken transfer has left by now. */
export function withPart({ part: _before, ...progress }: Progress, { part }: PartShelf): Progress {
  return part ? { ...progress, part } : progress;
}

/** The plan is used up, whatever came of it. */
export function withTried(progress: Progress, plan: Plan): Progress {
  const canonical = addressKey(plan.url);
  const others = (plans: readonly Plan[]) => plans.filter((one) => addressKey(one.url) !== canonical);
  return {
    ...progress,
    plans: others(progress.plans),
    htmlPlans: others(progress.htmlPlans),
    ...(progress.paidPlans && { paidPlans: others(progress.paidPlans) }),
    tried: [...progress.tried, canonical],
    fetches: progress.fetches + 1,
  };
}

/** The plan is used up without a request: the page had been read on the way. */
export const withRead = (progress: Progress, plan: Plan): Progress => ({
  ...withTried(progress, plan),
  fetches: progress.fetches,
});

/** Where a page came in place of the file, the page itself may still be wanted. */
export const withoutFile = (
  progress: Progress,
  { url }: Plan,
  { page }: Pick<Extract<DownloadResult, { kind: 'refused' }>, 'page'>,
): Progress => (page ? { ...progress, noFiles: [...(progress.noFiles ?? []), addressKey(url)] } : progress);

export const missOfPlan = (plan: Plan, reason: Reason): Miss => ({
  resolver: plan.resolver,
  tier: plan.tier,
  reason,
  reach: reachOfFetch(reason),
  url: plan.url,
  ...(plan.hostType && { hostType: plan.hostType }),
});

export interface PutOff {
  readonly deferred: Deferred;
  /** Of the step. */
  readonly records: readonly AttemptRecord[];
  readonly now: Instant;
  readonly maxParkMs: number;
}

/**
 * The step waits for its host; a work that has waited `maxParkMs` in all gives the step up instead, so that no run is
 * endless.
 */
export function putOff(
  progress: Progress,
  step: Step,
  { deferred, records, now, maxParkMs }: PutOff,
): Progress {
  const patienceIsOver =
    progress.parkedMs + Math.max(0, deferred.until - now) > maxParkMs && progress.parkedMs > 0;
  const { why, host } = deferred;
  const delay = { until: Math.min(deferred.until, now + LONGEST_WAIT_MS), why, host };
  if (step.kind === 'revalidate') {
    return patienceIsOver
      ? { ...progress, revalidated: true }
      : withDeferred(progress, REVALIDATION_KEY, delay);
  }
  if (step.kind === 'ask') {
    const { name } = step.bound.resolver;
    const met = metBy(progress, resolverKey(name), troubleMet(records, name));
    if (!patienceIsOver) return withDeferred(progress, resolverKey(name), { ...delay, ...met });
    const reason = reasonOf(deferred, met);
    return withMiss(withAsked(progress, name), {
      resolver: name,
      tier: step.tier,
      reason,
      reach: reachOfAsk(reason),
      isOfSource: true,
    });
  }
  if (step.kind !== 'fetch') return progress;
  const met = metBy(progress, planKey(step.plan), troubleMet(records, step.plan.resolver));
  if (!patienceIsOver) return withDeferred(progress, planKey(step.plan), { ...delay, ...met });
  return withMiss(withTried(progress, step.plan), missOfPlan(step.plan, reasonOf(deferred, met)));
}

/** What the step has met by now, or when it was put off before. */
function metBy({ deferred }: Progress, key: string, now: Reason | undefined): Pick<Delay, 'met'> {
  const met = now ?? deferred[key]?.met;
  return met ? { met } : {};
}

const withDeferred = (progress: Progress, key: string, delay: Delay): Progress => ({
  ...progress,
  deferred: { ...progress.deferred, [key]: delay },
});

function reasonOf({ why }: Deferred, { met }: Pick<Delay, 'met'>): Reason {
  switch (why) {
    case 'breaker-open':
      return met ?? why;
    case 'budget-spent':
      return why;
    case 'disk-full':
      return 'storage-error';
    case 'rate':
    case 'retry-after':
      return 'retry-after';
  }
}
