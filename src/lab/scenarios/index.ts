import { UserError } from '../../core/errors.ts';
import { dice } from '../dice.ts';
import { BUMPY } from './bumpy.ts';
import { DEPOSITED } from './deposited.ts';
import { HEALTHY } from './healthy.ts';
import { IMPOSTORS } from './impostors.ts';
import { INDEXED } from './indexed.ts';
import { MISLEADING } from './misleading.ts';
import { REFUSED } from './refused.ts';
import type { Scenario } from './scenario.ts';

/** All scenarios; a new one is one line in one of the lists. */
export const SCENARIOS: readonly Scenario[] = [
  ...HEALTHY,
  ...INDEXED,
  ...DEPOSITED,
  ...BUMPY,
  ...REFUSED,
  ...IMPOSTORS,
  ...MISLEADING,
];

export interface Mix {
  readonly seed: number;
  readonly works: number;
  /** Labels to include; `undefined`: the default mix. */
  readonly faults?: readonly string[];
}

function chosen(faults: readonly string[] | undefined): readonly Scenario[] {
  if (faults === undefined) return SCENARIOS.filter(({ weight }) => weight > 0);
  const unknown = faults.filter((label) => !SCENARIOS.some((scenario) => scenario.label === label));
  if (unknown.length > 0 || faults.length === 0) {
    const known = SCENARIOS.map(({ label }) => label).join(', ');
    throw new UserError(`lab: no scenario is called ${unknown.join(', ') || '""'}; there are: ${known}`);
  }
  return SCENARIOS.filter(({ label }) => faults.includes(label));
}

/** A scenario named by hand but outside the default mix still gets its share. */
const weightOf = ({ weight }: Scenario): number => weight || 1;

/**
 * Which scenario each work plays: shares by weight with the largest remainders rounded up, every scenario at least once
 * when there is room for two of each, in seeded order.
 */
export function dealScenarios(mix: Mix): readonly Scenario[] {
  const scenarios = chosen(mix.faults);
  const total = scenarios.reduce((sum, one) => sum + weightOf(one), 0);
  const least = mix.works >= scenarios.length * 2 ? 1 : 0;
  const shares = scenarios.map((scenario) => {
    const exact = (mix.works * weightOf(scenario)) / total;
    return { scenario, count: Math.max(least, Math.floor(exact)), remainder: exact - Math.floor(exact) };
  });

  let missing = mix.works - shares.reduce((sum, { count }) => sum + count, 0);
  const byRemainder = shares.toSorted((one, other) => other.remainder - one.remainder);
  for (let at = 0; missing > 0; at = (at + 1) % byRemainder.length) {
    const share = byRemainder[at];
    if (share) share.count += 1;
    missing -= 1;
  }
  const byCount = shares.toSorted((one, other) => other.count - one.count);
  for (let at = 0; missing < 0; at = (at + 1) % byCount.length) {
    const share = byCount[at];
    if (!share || share.count <= least) continue;
    share.count -= 1;
    missing += 1;
  }
  const deck = shares.flatMap(({ scenario, count }) => Array.from({ length: count }, () => scenario));
  return dice(mix.seed, 'deal').shuffle(deck);
}
