import { REASONS, type Reason } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { showCount, showDuration, showShare } from './figures.ts';

/** What to say about a reason; one that a later version added is told as it is. */
export function factsOf(reason: string): { readonly meaning: string; readonly advice: string } {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : { meaning: '', advice: '' };
}

/** A host this slow holds workers that others could use. */
const SLOW_MS = 10_000;
const SHOWN_HOSTS = 3;

/** A suggestion, and the host it is about: names come from outside and are escaped by whoever renders them. */
export interface Advice {
  readonly host?: string;
  readonly text: string;
}

/** What should I change? Most rewarding first; empty when nothing needs changing. */
export function advise(metrics: Metrics): readonly Advice[] {
  return [...adviceOnWaiting(metrics), ...adviceOnReasons(metrics), ...adviceOnHosts(metrics)];
}

function adviceOnWaiting({ waiting }: Metrics): readonly Advice[] {
  if (waiting === 0) return [];
  return [{ text: `${showCount(waiting)} works still wait: \`resume\` goes on with them.` }];
}

function adviceOnReasons({ reasons }: Metrics): readonly Advice[] {
  return byCount(reasons)
    .filter(([reason]) => Object.hasOwn(REASONS, reason) && REASONS[reason as Reason].outcome !== 'good')
    .map(([reason, works]) => ({ text: `${showCount(works)} × ${reason}: ${factsOf(reason).advice}` }));
}

function adviceOnHosts({ hosts, slo }: Metrics): readonly Advice[] {
  const pushy = Object.entries(hosts)
    .filter(([, { status_429 }]) => slo.ratio_429.met === false && status_429 > 0)
    .sort(([, a], [, b]) => b.status_429 - a.status_429)
    .slice(0, SHOWN_HOSTS)
    .map(([host, { status_429, requests }]) => ({
      host,
      text: `answered ${showShare(status_429 / requests)} of ${showCount(requests)} requests with 429: give it a slower rate in \`rate_limit.policies\`.`,
    }));
  const slow = Object.entries(hosts)
    .filter(([, { latency_p95_ms }]) => (latency_p95_ms ?? 0) >= SLOW_MS)
    .sort(([, a], [, b]) => (b.latency_p95_ms ?? 0) - (a.latency_p95_ms ?? 0))
    .slice(0, SHOWN_HOSTS)
    .map(([host, { latency_p95_ms }]) => ({
      host,
      text: `needs up to ${showDuration(latency_p95_ms ?? 0)} for an answer: look whether another source has its papers.`,
    }));
  return [...pushy, ...slow];
}

/** Largest first; ties by name. */
export const byCount = (counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
