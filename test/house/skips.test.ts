import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasonsIn, SKIP_REASONS, skipConditions } from '../support/skip-reasons.ts';

const SOURCES = globSync('test/**/*.test.ts').map((file) => [file, readFileSync(file, 'utf8')] as const);

test('every condition under which a test is skipped has a reason to be told', () => {
  const met = SOURCES.filter(([file]) => !file.includes('house/')).flatMap(([file, source]) =>
    skipConditions(source).map((condition) => ({ file, condition })),
  );
  expect(met.length).toBeGreaterThan(50);
  const isKnown = (condition: string): boolean => SKIP_REASONS.some(([pattern]) => pattern.test(condition));
  expect(met.filter(({ condition }) => !isKnown(condition))).toEqual([]);
});

test('a file tells what its skipped tests lack, each once', () => {
  const source = 'test.skipIf(!hasPoppler)(); test.skipIf(!hasPoppler)(); describe.skipIf(!exists(shell))();';
  expect(reasonsIn(source)).toEqual(['Poppler (pdfinfo, pdftotext)', 'one of bash, zsh, fish']);
});

test('no test is tried again until it passes', () => {
  const retried = SOURCES.filter(([, source]) => /\bretry: \d+,? *(?:timeout|\})/.test(source));
  expect(retried.map(([file]) => file)).toEqual([]);
});
