import { expect, test } from 'vitest';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';

/** Three works at one host, everything quick: few enough steps to die at each of them. */
const SMALL: Partial<Scenario> = {
  processes: 1,
  workers: 2,
  interruptions: 1,
  hasSecondRun: false,
  leaseTtlMs: 5000,
  retryBackoffMs: 200,
};
/** A seed without any fault of its own: the one death is all that happens. */
const QUIET: ReadonlySet<string> = new Set();
const SEED = 58;

test.each([
  ['a kill', false],
  ['a power cut', true],
])(
  '%s at any step, before or after its effect, breaks no promise',
  { timeout: 120_000 },
  async (_, withPower) => {
    const { firstSteps, violations, works } = await simulate({ seed: SEED, allowed: QUIET, scenario: SMALL });
    expect(violations).toEqual([]);
    expect(works).toBeGreaterThan(2);
    expect(firstSteps).toBeGreaterThan(100);
    for (let step = 1; step <= firstSteps; step++) {
      for (const isBefore of [true, false]) {
        const dieAt = { step, isBefore, withPower };
        const report = await simulate({ seed: SEED, allowed: QUIET, scenario: SMALL, dieAt });
        expect(report.violations, `step ${step}, ${isBefore ? 'before' : 'after'} its effect`).toEqual([]);
      }
    }
  },
);
