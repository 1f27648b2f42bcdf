import type { Instant } from './clock.ts';
import type { Role } from './manifest-record.ts';

export type DeferredWhy = 'rate' | 'retry-after' | 'breaker-open' | 'budget-spent' | 'disk-full';

/**
 * Not an error but a control value: the host of this request is not to be asked before `until`. Thrown by the layers of
 * the HTTP stack, never caught by resolvers or download; the pipeline tries other plans of the tier, then parks the work.
 */
export class Deferred extends Error {
  readonly until: Instant;
  readonly host: string;
  readonly role: Role;
  readonly why: DeferredWhy;

  constructor(wait: { until: Instant; host: string; role: Role; why: DeferredWhy }) {
    super(`${wait.host} is not to be asked yet (${wait.why})`);
    this.name = 'Deferred';
    this.until = wait.until;
    this.host = wait.host;
    this.role = wait.role;
    this.why = wait.why;
  }
}
