import { SLO_TARGETS, type Sli, type SliName, type SloTarget } from '../core/metrics.ts';

/** Judges every indicator but those `exempt`, once and in this place. */
export function judge(
  values: Readonly<Record<SliName, number | null>>,
  exempt: readonly SliName[] = [],
): Readonly<Record<SliName, Sli>> {
  const judged = Object.entries(SLO_TARGETS).map(([name, slo]): [string, Sli] => {
    const value = values[name as SliName];
    const met = exempt.includes(name as SliName) ? null : isMet(value, slo);
    return [name, { value, target: slo.target, met }];
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
