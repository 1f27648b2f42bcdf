import { SLO_TARGETS, type Sli, type SliName, type SloTarget } from '../core/metrics.ts';

/** Indicators that a run does not measure by itself, and who does. */
const UNMEASURED: Readonly<Partial<Record<SliName, string>>> = {
  corruption: 'not measured by a run: `catalog verify` compares stored files with the catalog',
};

/** Judges every indicator but those `exempt`, once and in this place. */
export function judge(
  values: Readonly<Record<SliName, number | null>>,
  exempt: readonly SliName[] = [],
): Readonly<Record<SliName, Sli>> {
  const judged = Object.entries(SLO_TARGETS).map(([name, slo]): [string, Sli] => {
    const value = values[name as SliName];
    const met = exempt.includes(name as SliName) ? null : isMet(value, slo);
    const note = value === null ? UNMEASURED[name as SliName] : undefined;
    return [name, { value, target: slo.target, met, ...(note !== undefined && { note }) }];
  });
  return Object.fromEntries(judged) as Record<SliName, Sli>;
}

function isMet(value: number | null, { bound, target }: SloTarget): boolean | null {
  if (value === null || target === null) return null;
  switch (bound) {
    case 'at-least':
      return value >= target;
    case 'at-most':
      return value <= target;
    case 'below':
      return value < target;
    case 'none':
      return null;
  }
}

/** Rounded to a millionth; null when there is nothing to divide by. */
export const ratio = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1e6) / 1e6 : null;
