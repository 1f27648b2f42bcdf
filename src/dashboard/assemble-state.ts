import { maskDeep } from '../core/mask-secrets.ts';
import { plainText } from '../core/plain-text.ts';
import type { LaneBacklog, QueueStats } from '../ledger/queue.ts';
import type { LiveCounts } from './live-counts.ts';
import type { DashboardState, HostRow } from './state.ts';

const SHOWN_HOSTS = 30;
const LONGEST = 500;

export interface StateParts {
  readonly run: DashboardState['run'];
  readonly seenFrom: DashboardState['seen_from'];
  readonly queue: QueueStats;
  readonly lanes: readonly LaneBacklog[];
  readonly counts: LiveCounts;
  /** What is known of the host beyond the queue. */
  readonly hostRow: (lane: LaneBacklog) => Promise<HostRow>;
}

/** Text from outside as it may be shown: one line, nothing that hides or turns round what stands beside it. */
export const harmless = <T>(value: T): T => maskDeep(value, (text) => plainText(text, LONGEST));

/** Most work first: it decides when the run ends. The lane without a host needs none. */
export async function assembleState(parts: StateParts): Promise<DashboardState> {
  const { run, seenFrom, queue, lanes, counts } = parts;
  const { processed, works_per_s, ...counted } = counts.view();
  const left = queue.queued + queue.in_progress;
  const hosts = lanes
    .filter(({ lane }) => lane.host !== '')
    .toSorted((a, b) => b.queued - a.queued || (a.lane.host < b.lane.host ? -1 : 1));
  return harmless({
    version: 1 as const,
    run,
    seen_from: seenFrom,
    queue,
    ...counted,
    processed,
    total: processed + left,
    works_per_s,
    left_ms:
      works_per_s > 0 && left > 0 && queue.offline === undefined
        ? Math.round((left / works_per_s) * 1000)
        : null,
    hosts: await Promise.all(hosts.slice(0, SHOWN_HOSTS).map(parts.hostRow)),
    more_hosts: Math.max(0, hosts.length - SHOWN_HOSTS),
  });
}
