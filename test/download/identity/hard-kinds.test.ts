import { describe, expect, test } from 'vitest';
import type { IdentityVerdict } from '../../../src/core/identity.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { factsOfSheet, hardPairs } from './labelled-pairs.ts';

/** Verdicts of every kind, over works that no rule was written for. */
const results = Map.groupBy(
  [...hardPairs(91, 20)].map(({ isRight, kind, work, sheet }) => ({
    kind,
    isRight,
    verdict: identify(work, factsOfPdf(factsOfSheet(sheet))).verdict,
  })),
  ({ kind, isRight }) => `${isRight ? 'right' : 'wrong'} ${kind}`,
);
const count = (kind: string, verdict: IdentityVerdict): number =>
  results.get(kind)?.filter((one) => one.verdict === verdict).length ?? 0;
const kindsOf = (side: string): readonly string[] =>
  [...results.keys()].filter((kind) => kind.startsWith(side));

describe('what is not the paper', () => {
  test.each(kindsOf('wrong'))('is never taken for it: %s', (kind) => {
    expect(count(kind, 'proven')).toBe(0);
  });
});

describe('what is the paper', () => {
  test.each(kindsOf('right'))('is never set aside: %s', (kind) => {
    expect(count(kind, 'wrong')).toBe(0);
  });

  test('is known by all it says, but for a few', () => {
    const kinds = kindsOf('right').filter((kind) => !kind.includes('doi:'));
    const unsure = kinds.reduce((sum, kind) => sum + count(kind, 'unsure'), 0);
    expect(unsure / (kinds.length * 20)).toBeLessThan(0.03);
  });

  test('is known by its DOI alone wherever that is printed', () => {
    for (const place of ['xmp-doi', 'foot-doi', 'head-doi', 'split-doi', 'cited-as', 'sage'])
      expect(count(`right doi:${place}`, 'proven'), place).toBeGreaterThanOrEqual(18);
  });
});
