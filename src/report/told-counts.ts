import type { Metrics } from '../core/metrics.ts';
import { showCount, showNoun, showWorks } from './figures.ts';

/** `html_only` counts pages that came now: those of earlier runs are told here. */
export const cachedNote = (outcome: string, { cached_html }: Metrics): string =>
  outcome === 'cached' && cached_html > 0 ? ` (${showCount(cached_html)} of them HTML)` : '';

/** Files of other papers, which works that got theirs elsewhere later may have brought too. */
export const setAsideText = ({ set_aside = 0, quarantined }: Metrics): string | undefined =>
  set_aside === 0
    ? undefined
    : `${showNoun(set_aside, 'file')} of other papers ${set_aside === 1 ? 'lies' : 'lie'} in quarantine/; ` +
      `${showWorks(quarantined)} ended quarantined`;

/** Nothing is missed by works that were found to be another one. */
export const duplicatesText = ({ reasons }: Metrics): string | undefined => {
  const count = reasons['duplicate-work'] ?? 0;
  if (count === 0) return undefined;
  return `${showWorks(count)} ${count === 1 ? 'is the same as another one, which has' : 'are the same as other ones, which have'} the file`;
};
