/**
 * What a test that is skipped lacks, by the condition of its `skipIf`. Every condition in the tests stands here
 * (`test/house/skips.test.ts`), so that the end of a test run can say why something was not tested.
 */
export const SKIP_REASONS: readonly (readonly [condition: RegExp, lacks: string])[] = [
  [
    /sharedIsAbsent|hasCorp|hasFixtures|hasReplies|REPLIES|CASES|naughty|corpus/i,
    'the test data in ../shared',
  ],
  [/hasPoppler/, 'Poppler (pdfinfo, pdftotext)'],
  [/promtool|hasPrometheus/i, 'Prometheus (prometheus, promtool)'],
  [/chromiumIsAbsent/, 'Chromium'],
  [/canMakeNamespaces/, 'the right to make network namespaces, or iproute2'],
  [/canFakeTime/, 'faketime'],
  [/canMount/, 'the right to mount a small file system'],
  [/hasFullDevice/, '/dev/full'],
  [/exists\('bash'\)/, 'bash'],
  [/exists\(shell\)/, 'one of bash, zsh, fish'],
  [/oldNode/, 'a Node older than 24'],
  [/SCRIPT/, '`script`, which gives a program a terminal'],
];

/** The conditions under which tests of a source text are skipped. */
export const skipConditions = (source: string): readonly string[] =>
  [...source.matchAll(/(?:skipIf|runIf)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)].map(
    ([, condition = '']) => condition,
  );

/** What tests of a source text may lack. */
export const reasonsIn = (source: string): readonly string[] => [
  ...new Set(
    skipConditions(source).map(
      (condition) => SKIP_REASONS.find(([pattern]) => pattern.test(condition))?.[1] ?? condition,
    ),
  ),
];
