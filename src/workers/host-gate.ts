import type { Instant } from '../core/clock.ts';
import type { Role } from '../core/manifest-record.ts';
import type { HostKey } from '../core/url.ts';

/** What the scheduler may know of politeness: answered from the limiter and the breakers, without taking anything. */
export interface HostGate {
  /** When the next request to this host in this role may start; now or earlier means: at once. */
  readyAt(host: HostKey, role: Role): Promise<Instant>;
  /** Time between two starts under the policy; 0 where nothing limits them. */
  intervalMs(host: HostKey, role: Role): number;
  /** Time between two starts of the host in all roles, and of its site in all hosts; 0 where nothing limits them. */
  totals(host: HostKey): { readonly hostMs: number; readonly siteMs: number };
  /** When these alone would let the next request start. */
  totalsReadyAt(host: HostKey): Promise<{ readonly host: Instant; readonly site: Instant }>;
  /** Whose host it is: hosts of one site share what a single host may take. */
  siteOf(host: HostKey): string;
}
