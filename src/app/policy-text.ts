import type { RatePolicy } from '../http/rate-limit/limiter.ts';

const UNITS: Readonly<Record<number, string>> = {
  1000: 'second',
  60_000: 'minute',
  3_600_000: 'hour',
  86_400_000: 'day',
};

/** A rate as people write it: `1/3second`, `5/second and 90000/day, bursts of 3`. */
export function policyText({ rates, burst }: RatePolicy): string {
  if (rates.length === 0) return 'not limited';
  const each = rates.map(
    ({ count, periodMs }) => `${count}/${UNITS[periodMs] ?? `${periodMs / 1000}second`}`,
  );
  return each.join(' and ') + (burst > 1 ? `, bursts of ${burst}` : '');
}
