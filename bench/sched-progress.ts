/** When half and nine tenths of the works are done, naive over ours; A with 32 workers. */
import { simulateNaive } from './simulation/run-naive.ts';
import { simulateScheduler } from './simulation/run-scheduler.ts';
import { SCENARIOS } from './simulation/workload.ts';

const limits = { workers: 32, maxPerHost: 4 };
const load = SCENARIOS['A']!();
const naive = simulateNaive(load, limits);
const ours = await simulateScheduler(load, limits);
const t50 = naive.t50Ms / ours.t50Ms;
const t90 = naive.t90Ms / ours.t90Ms;
const met = t50 >= 4 && t90 >= 1.5;
console.log(
  JSON.stringify(
    {
      bench: 'sched-progress',
      scenario: load.name,
      workers: 32,
      t50: Number(t50.toFixed(2)),
      t90: Number(t90.toFixed(2)),
      targets: { t50: 4, t90: 1.5 },
      met,
    },
    null,
    2,
  ),
);
process.exit(met ? 0 : 1);
