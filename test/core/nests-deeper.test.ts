import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedBomb, nestsDeeper } from '../../src/core/nests-deeper.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('the depth of any JSON is told as it is, whatever stands in its strings', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
      const depth = depthOf(value);
      const text = JSON.stringify(value);
      expect(nestsDeeper(text, depth)).toBe(false);
      if (depth > 0) expect(nestsDeeper(text, depth - 1)).toBe(true);
    }),
  );
});

test.each([
  ['"[[["', false],
  ['["\\"[[", "\\\\", [1]]', false],
  ['[[[1]]]', true],
  ['"never ends [[[', false],
])('%s', (text, isDeep) => {
  expect(nestsDeeper(text, 2)).toBe(isDeep);
});

test('backslashes without end take linear time', () => {
  const startedAt = performance.now();
  expect(nestsDeeper(`"${'\\"'.repeat(1_000_000)}`, 64)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test('an answer of megabytes that nests without end is told before it is parsed; a short one is parsed', () => {
  expect(isNestedBomb('['.repeat(2_000_000))).toBe(true);
  expect(isNestedBomb(`{"a":"${'['.repeat(2_000_000)}"}`)).toBe(false);
  expect(isNestedBomb('['.repeat(1000))).toBe(false);
});
