import { expect, test } from 'vitest';
import { createSeenWorks } from '../../src/work/seen-works.ts';

test('every work of a long list is new once, and known from then on', () => {
  const isNew = createSeenWorks();
  const ids = Array.from({ length: 100_000 }, (_, n) => `W${2_000_000_000 + n * 7}`);
  expect(ids.filter(isNew)).toHaveLength(ids.length);
  expect(ids.filter(isNew)).toEqual([]);
});
