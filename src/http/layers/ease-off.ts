import { isArchived } from '../../core/archived.ts';
import type { Clock } from '../../core/clock.ts';
import { asksToWait } from '../../core/errors.ts';
import type { HttpResponse } from '../client.ts';
import { perLane } from '../rate-limit/per-lane.ts';
import { type RatePolicies, rateRole } from '../rate-limit/policies.ts';
import { remainingBudget } from '../rate-limit/quota-headers.ts';
import { type Strain, type StrainChange, strain } from '../rate-limit/strain.ts';
import { type Hop, type HopLayer, hopFacts, hostOf } from './hop.ts';

export interface EaseOffDeps {
  readonly policies: Pick<RatePolicies, 'stretch' | 'intervalMs' | 'isSpaced'>;
  readonly clock: Clock;
}

/** A 429 that only says that the day's budget is spent is no complaint about the pace. */
const isRefusal = (response: HttpResponse): boolean =>
  asksToWait(response) && (remainingBudget(response.headers, () => 0)?.remainingUsd ?? 1) > 0;

/**
 * Slows a host in one role when it refuses or its latency rises, and eases it back, always within its policy: the layer
 * above holds requests to stretched intervals, whichever limiter counts them. Every change is on record. Each process
 * judges by its own answers.
 */
export function easeOff({ policies, clock }: EaseOffDeps): HopLayer {
  const strains = perLane<Strain>(() => strain());
  const noteChange = (hop: Hop, change: StrainChange): void => {
    const { verb: _verb, ...facts } = hopFacts(hop);
    const intervalMs = Math.round(policies.intervalMs(hostOf(hop), hop.role));
    const { kind, cause, stretch, latencyMs, usualMs } = change;
    hop.note({
      ...facts,
      status: kind,
      reason: kind === 'slowed' ? 'backoff' : 'ok',
      extra: {
        cause,
        stretch: Number(stretch.toFixed(2)),
        interval_ms: intervalMs,
        latency_ms: Math.round(latencyMs),
        usual_ms: Math.round(usualMs),
      },
    });
  };
  const learn = (hop: Hop, response: HttpResponse, latencyMs: number): void => {
    const host = hostOf(hop);
    const change = strains.of(host, rateRole(hop.role)).answered({
      isRefused: isRefusal(response),
      // Where nothing spaces requests, they wait for each other and for us: that says nothing about the host.
      latencyMs: policies.isSpaced(host, hop.role) ? latencyMs : 0,
    });
    if (!change) return;
    policies.stretch(host, hop.role, change.stretch);
    noteChange(hop, change);
  };
  return (next) => async (hop) => {
    const startedAt = clock.now();
    const response = await next(hop);
    if (!isArchived(response)) learn(hop, response, clock.now() - startedAt);
    return response;
  };
}
