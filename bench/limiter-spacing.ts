/**
 * How exactly the limiters keep to a policy, in the server's log: no two starts closer than the interval less max(2 %,
 * 2 ms), throughput at least 97 % of the policy; at 1000/second no 100 ms over the policy by more than 5 %. Prints JSON.
 */
import { loadavg } from 'node:os';
import { type Backend, measureSpacing, type Spacing } from './limiter/measure-spacing.ts';

const RATES = [
  { rate: '1/3second', seconds: 16 },
  { rate: '10/second', seconds: 8 },
  { rate: '100/second', seconds: 5 },
  { rate: '1000/second', seconds: 3 },
];
const SETUPS: readonly { backend: Backend; processes: number }[] = [
  { backend: 'memory', processes: 1 },
  { backend: 'sqlite', processes: 1 },
  { backend: 'sqlite', processes: 4 },
  { backend: 'multiprocess', processes: 1 },
  { backend: 'multiprocess', processes: 4 },
];

const isKept = (one: Spacing): boolean =>
  one.interval_ms < 2
    ? one.busiest_100_ms <= one.policy_100_ms * 1.05
    : one.gaps_below === 0 && one.throughput_of_policy >= 0.97;

const [only] = process.argv.slice(2);
const results: (Spacing & { kept: boolean })[] = [];
for (const { rate, seconds } of RATES.filter((one) => only === undefined || one.rate === only)) {
  for (const setup of SETUPS) {
    const measured = await measureSpacing({ ...setup, rate, seconds });
    results.push({ ...measured, kept: isKept(measured) });
  }
}
const load = loadavg().map((one) => Number(one.toFixed(2)));
console.log(
  JSON.stringify({ name: 'limiter-spacing', met: results.every(({ kept }) => kept), results, load }, null, 2),
);
if (results.some(({ kept }) => !kept)) process.exitCode = 1;
