/** Makespan of a tool that leases in order and sleeps in the limiter, over ours; B, D and F with 32 workers. */
import { simulateNaive } from './simulation/run-naive.ts';
import { simulateScheduler } from './simulation/run-scheduler.ts';
import { SCENARIOS } from './simulation/workload.ts';

const TARGETS = { B: 2.5, D: 4, F: 1.5 } as const;
const limits = { workers: 32, maxPerHost: 4 };
const results = [];
for (const [name, target] of Object.entries(TARGETS)) {
  const load = SCENARIOS[name]!();
  const ratio = simulateNaive(load, limits).makespanMs / (await simulateScheduler(load, limits)).makespanMs;
  results.push({
    scenario: load.name,
    naive_over_ours: Number(ratio.toFixed(3)),
    target,
    met: ratio >= target,
  });
}
console.log(JSON.stringify({ bench: 'sched-vs-naive', workers: 32, results }, null, 2));
process.exit(results.every(({ met }) => met) ? 0 : 1);
