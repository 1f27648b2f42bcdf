import type { ArtifactVersion, Format, Plan } from '../core/plan.ts';
import type { Miss } from '../core/progress.ts';

const VERSION_RANK: Readonly<Record<ArtifactVersion, number>> = { published: 0, accepted: 1, submitted: 2 };

export interface Ranking {
  /** Formats asked for, best first. */
  readonly formats: readonly Format[];
  readonly orderOf: (resolver: string) => number;
}

/** Best first: resolver order, then format, then version, then known licence (DESIGN 4). Equal plans keep their order. */
export function rankPlans(plans: readonly Plan[], { formats, orderOf }: Ranking): readonly Plan[] {
  const worth = (plan: Plan): readonly number[] => [
    orderOf(plan.resolver),
    formats.indexOf(plan.expected),
    plan.version ? VERSION_RANK[plan.version] : 3,
    plan.license ? 0 : 1,
  ];
  return plans
    .map((plan) => ({ plan, worth: worth(plan) }))
    .sort((a, b) => compare(a.worth, b.worth))
    .map(({ plan }) => plan);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Of ranked plans the first; once a publisher of this work has refused, a repository copy before further publishers. */
export function chooseBest(ranked: readonly Plan[], misses: readonly Miss[]): Plan | undefined {
  const publisherRefused = misses.some((miss) => miss.hostType === 'publisher');
  const repository = publisherRefused ? ranked.find((plan) => plan.hostType === 'repository') : undefined;
  return repository ?? ranked[0];
}
