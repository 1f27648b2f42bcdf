import { expect, test } from 'vitest';
import { runVirtually } from '../lab/virtual-lab.ts';

const FROM_MS = 20_000;
const LASTS_MS = 600_000;

test('ten minutes without a network cost 400 works ten minutes, and nothing else', async () => {
  const world = { works: 400 };
  const calm = await runVirtually({ world });
  const cut = await runVirtually({ world, outage: { fromMs: FROM_MS, toMs: FROM_MS + LASTS_MS } });
  expect(calm.outcomes.size).toBe(400);
  expect(calm.elapsedMs).toBeGreaterThan(FROM_MS);
  expect(Object.fromEntries(cut.outcomes)).toEqual(Object.fromEntries(calm.outcomes));
  expect(cut.triedAgain).toBe(calm.triedAgain);
  // What was on its way when the network went; nothing is sent afterwards.
  expect(cut.refused).toBeLessThanOrEqual(32);
  expect(cut.elapsedMs - calm.elapsedMs).toBeGreaterThan(LASTS_MS - 10_000);
  expect(cut.elapsedMs - calm.elapsedMs).toBeLessThan(LASTS_MS + 15_000);
}, 120_000);
