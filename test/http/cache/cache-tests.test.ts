import { describe, expect, test } from 'vitest';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import { sqliteCacheStore } from '../../../src/http/cache/sqlite.ts';
import { sharedIsAbsent } from '../../support/shared-data.ts';
import { type Case, readCases } from './corpus.ts';
import { layerStage, type OpenStage, runCase } from './run-case.ts';
import { stackStage } from './stack-stage.ts';

const maxBytes = 1_000_000;

async function score(open: OpenStage) {
  const cases = readCases();
  const missed = new Map<string, string>();
  for (const one of cases) {
    const why = await runCase(one, open);
    if (why !== undefined) missed.set(one.id, why);
  }
  const byId = new Map(cases.map((one) => [one.id, one]));
  /** As its authors count: a case passes only if those it builds upon do. */
  const passes = (one: Case): boolean =>
    !missed.has(one.id) && one.depends_on.every((id) => byId.has(id) && passes(byId.get(id)!));
  const count = (kind: Case['kind']) => {
    const all = cases.filter((one) => one.kind === kind);
    return { passed: all.filter(passes).length, of: all.length };
  };
  return {
    required: count('required'),
    optimal: count('optimal'),
    misses: cases
      .filter((one) => one.kind !== 'check' && !passes(one))
      .map(({ id, kind }) => `${kind} ${id}: ${missed.get(id) ?? 'a case it builds upon is missed'}`),
  };
}

describe.skipIf(sharedIsAbsent)('third-party cases of RFC 9111', () => {
  test('the cache in memory passes all that is required and most of what is optimal', async () => {
    const { required, optimal, misses } = await score(layerStage(() => memoryCacheStore({ maxBytes })));
    console.log(`required ${required.passed} of ${required.of}, optimal ${optimal.passed} of ${optimal.of}`);
    console.log(`missed:\n${misses.join('\n')}`);
    expect(required).toEqual({ passed: 137, of: 137 });
    expect(optimal.of).toBe(77);
    expect(optimal.passed).toBeGreaterThanOrEqual(69);
  });

  test('the cache in SQLite passes as many', async () => {
    const warn = (message: string) => expect.fail(message);
    const { required, optimal } = await score(
      layerStage((clock) => sqliteCacheStore(':memory:', { maxBytes, clock, warn })),
    );
    expect(required.passed).toBe(137);
    expect(optimal.passed).toBeGreaterThanOrEqual(69);
  });

  test('the whole client passes as many, over a real connection', async () => {
    const { required, optimal, misses } = await score(stackStage);
    expect(misses.filter((miss) => miss.startsWith('required'))).toEqual([]);
    expect(required).toEqual({ passed: 137, of: 137 });
    expect(optimal.passed).toBeGreaterThanOrEqual(69);
  }, 60_000);

  test('no cache at all passes as few as the authors of the cases found', async () => {
    const { required, optimal } = await score(layerStage(undefined));
    expect([required.passed, optimal.passed]).toEqual([18, 0]);
  });
});
