import type { Metrics } from '../core/metrics.ts';
import { showCount, showNoun, showWorks } from './figures.ts';
import { MOST_WORKS } from './remark-tally.ts';

/** `html_only` counts pages that came now: those of earlier runs are told here. */
export const cachedNote = (outcome: string, { cached_html }: Metrics): string =>
  outcome === 'cached' && cached_html > 0 ? ` (${showCount(cached_html)} of them HTML)` : '';

/** Files that were not the paper, which works that got theirs elsewhere later may have brought too. */
export const setAsideText = ({ set_aside = 0, quarantined }: Metrics): string | undefined =>
  set_aside === 0
    ? undefined
    : `${showNoun(set_aside, 'file')} that ${set_aside === 1 ? 'is' : 'are'} not the paper asked for ` +
      `${set_aside === 1 ? 'lies' : 'lie'} in quarantine/; ${showWorks(quarantined)} ended quarantined`;

/** Works whose DOI is likely mistyped. */
export function unknownDoisText({ unknown_dois = 0 }: Metrics): string | undefined {
  if (unknown_dois === 0) return undefined;
  const least = unknown_dois >= MOST_WORKS ? 'at least ' : '';
  return `doi.org does not know the DOI of ${least}${showWorks(unknown_dois)} (it answered 404): look whether ${unknown_dois === 1 ? 'it is' : 'they are'} mistyped`;
}

/** Places that are asked only with a key that is not set, one line for each key. */
export const missingKeysTexts = ({ missing_keys = {} }: Metrics): readonly string[] =>
  Object.entries(missing_keys).map(
    ([key, works]) =>
      `${works >= MOST_WORKS ? 'at least ' : ''}${showWorks(works)} ${works === 1 ? 'has' : 'have'} a place that is asked only with \`${key}\`, which is not set`,
  );

/** Nothing is missed by works that were found to be another one. */
export const duplicatesText = ({ reasons }: Metrics): string | undefined => {
  const count = reasons['duplicate-work'] ?? 0;
  if (count === 0) return undefined;
  return `${showWorks(count)} ${count === 1 ? 'is the same as another one, which has' : 'are the same as other ones, which have'} the file`;
};
