import { minHeap } from '../../src/workers/min-heap.ts';
import type { SimulationLimits, SimulationResult } from './run-scheduler.ts';
import { API_SERVICE_MS, type Workload } from './workload.ts';

/** The peer: workers take works in input order and sleep in the limiter, as most tools do. An outage is waited out. */
export function simulateNaive(load: Workload, { workers, maxPerHost }: SimulationLimits): SimulationResult {
  const freeAt = minHeap<null>();
  for (let worker = 0; worker < workers; worker++) freeAt.push(0, null);
  const nextStart = new Map<string, number>();
  const slots = new Map<string, number[]>();
  const ends: number[] = [];
  for (const { hosts, serviceMs } of load.works) {
    let now = freeAt.pop()?.key ?? 0;
    for (const [at, host] of hosts.entries()) {
      const busy = (slots.get(host) ?? []).filter((end) => end > now).sort((a, b) => a - b);
      const slotAt = busy.length >= maxPerHost ? busy[busy.length - maxPerHost]! : now;
      const outUntil = load.outage?.host === host ? load.outage.untilMs : 0;
      const start = Math.max(now, slotAt, outUntil, nextStart.get(host) ?? 0);
      nextStart.set(host, start + load.intervalMs(host));
      now = start + (at === hosts.length - 1 ? serviceMs : API_SERVICE_MS);
      slots.set(host, [...busy, now]);
    }
    ends.push(now);
    freeAt.push(now, null);
  }
  ends.sort((a, b) => a - b);
  return {
    makespanMs: ends.at(-1)!,
    t50Ms: ends[Math.floor(ends.length / 2)]!,
    t90Ms: ends[Math.floor(ends.length * 0.9)]!,
    tooClose: 0,
  };
}
