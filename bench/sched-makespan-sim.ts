/** Makespan of the production scheduler against the bound of politeness, scenarios A to I, in virtual time. */
import { simulateScheduler } from './simulation/run-scheduler.ts';
import { lowerBoundMs, SCENARIOS } from './simulation/workload.ts';

const targets: Readonly<Record<number, number>> = { 32: 1.03, 128: 1.01 };
const names = process.argv.slice(2);
const results = [];
for (const [name, make] of Object.entries(SCENARIOS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const workers of [8, 32, 128]) {
    const load = make();
    const limits = { workers, maxPerHost: 4 };
    const wallStart = performance.now();
    const { makespanMs, tooClose } = await simulateScheduler(load, limits);
    const ratio = makespanMs / lowerBoundMs(load, limits);
    const target = name === 'G' ? 1.03 : targets[workers];
    results.push({
      scenario: load.name,
      workers,
      ratio: Number(ratio.toFixed(4)),
      target: target ?? null,
      met: target === undefined ? null : ratio <= target,
      starts_too_close: tooClose,
      simulated_s: Math.round(makespanMs / 1000),
      wall_s: Number(((performance.now() - wallStart) / 1000).toFixed(1)),
    });
    console.error(JSON.stringify(results.at(-1)));
  }
}
console.log(JSON.stringify({ bench: 'sched-makespan-sim', works: 10_000, hosts: 300, results }, null, 2));
process.exit(results.every(({ met, starts_too_close }) => met !== false && starts_too_close === 0) ? 0 : 1);
