/** The hottest host stands last in the input: a window in queue order would find it too late. */
import { simulateScheduler } from './simulation/run-scheduler.ts';
import { lowerBoundMs, workload } from './simulation/workload.ts';

const limits = { workers: 32, maxPerHost: 4 };
const load = workload('hottest host last', {
  works: 10_000,
  hosts: 300,
  zipf: 1.1,
  order: 'hottest-last',
  intervalMs: () => 1000,
});
const { makespanMs, tooClose } = await simulateScheduler(load, limits);
const ratio = makespanMs / lowerBoundMs(load, limits);
const met = ratio <= 1.02 && tooClose === 0;
console.log(
  JSON.stringify(
    {
      bench: 'sched-adversarial',
      workers: 32,
      ratio: Number(ratio.toFixed(4)),
      target: 1.02,
      starts_too_close: tooClose,
      met,
    },
    null,
    2,
  ),
);
process.exit(met ? 0 : 1);
