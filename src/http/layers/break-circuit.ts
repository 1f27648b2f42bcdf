import { isArchived } from '../../core/archived.ts';
import { Deferred } from '../../core/deferred.ts';
import { asksToWait, Failure, type Reason } from '../../core/errors.ts';
import type { Breaker, Verdict } from '../breaker/breaker.ts';
import type { BreakerRegistry } from '../breaker/breaker-registry.ts';
import type { HttpResponse } from '../client.ts';
import { rateRole } from '../rate-limit/policies.ts';
import { type BodyEnd, whenBodyEnds } from './body-end.ts';
import { type Hop, type HopLayer, hopFacts, hostOf } from './hop.ts';

/** Failures that speak against the host: it did not answer, or not in time. 429 does not: it answers. */
const COUNTED = new Set<Reason>(['timeout', 'too-slow', 'conn-error', 'dns-error', 'tls-error']);

/** What an error says about the host; what the caller threw or aborted, or our own storage did, says nothing. */
function verdictOn(error: unknown): Verdict {
  if (!(error instanceof Failure) || error.reason === 'storage-error') return 'none';
  return COUNTED.has(error.reason) ? 'bad' : 'good';
}

const verdictOf = (end: BodyEnd): Verdict => (end.kind === 'failed' ? verdictOn(end.error) : 'good');

const isServerError = (response: HttpResponse): boolean =>
  response.status >= 500 && !asksToWait(response) && !isArchived(response);

/** Leaves a host alone that keeps failing. Each exchange counts once, at its worst moment. */
export function breakCircuit(breakers: BreakerRegistry): HopLayer {
  const enter = (hop: Hop, breaker: Breaker) => {
    const admission = breaker.admit();
    if (admission.kind === 'go') return admission.ticket;
    const host = hostOf(hop);
    hop.note({ ...hopFacts(hop), status: 'breaker-open', reason: 'breaker-open' });
    if (admission.kind === 'down') {
      throw new Failure('breaker-open', `${host} failed too often and is left alone for this run`, { host });
    }
    throw new Deferred({ until: admission.until, host, role: rateRole(hop.role), why: 'breaker-open' });
  };
  return (next) => async (hop) => {
    const breaker = breakers.of(hostOf(hop));
    const ticket = enter(hop, breaker);
    try {
      const response = await next(hop);
      if (!isServerError(response)) {
        return whenBodyEnds(response, (end) => breaker.report(ticket, verdictOf(end)));
      }
      breaker.report(ticket, 'bad');
      return response;
    } catch (error) {
      breaker.report(ticket, verdictOn(error));
      throw error;
    }
  };
}
