import { nearest } from './nearest.ts';
import type { Config, ResolverFacts } from './schema.ts';
import { resolverOptions } from './schema.ts';
import type { Problem } from './setting.ts';

/** Old short names people still type. */
const SHORT_NAMES: Readonly<Record<string, string>> = { s2: 'semantic_scholar', epmc: 'europe_pmc' };

const unknownResolver = (name: string, known: readonly string[]): string => {
  const close = known.find((one) => one === SHORT_NAMES[name]) ?? nearest(name, known);
  return `names no resolver that is known: ${JSON.stringify(name)}${close ? `; did you mean ${close}?` : ''}`;
};

/** Tier -> resolvers, in the order of trying. */
export type Tiers = Readonly<Record<string, readonly string[]>>;

/** Names that are unknown, or stand twice in `order` or within the tiers of one source. */
export function resolverProblems(
  order: readonly string[],
  tierLayers: readonly Tiers[],
  known: readonly string[],
): readonly Problem[] {
  const problems: Problem[] = [];
  const check = (names: readonly string[], path: readonly string[], seen: Set<string>): void => {
    for (const name of names) {
      if (!known.includes(name)) problems.push({ path, text: unknownResolver(name, known) });
      else if (seen.has(name)) problems.push({ path, text: `names ${name} a second time` });
      seen.add(name);
    }
  };
  check(order, ['resolvers', 'order'], new Set());
  for (const layer of tierLayers) {
    const seen = new Set<string>();
    for (const [tier, names] of Object.entries(layer)) check(names, ['resolvers', 'tiers', tier], seen);
  }
  return problems;
}

/**
 * Tiers keep the order they are written in: each comes after the one written before it, a tier that is not known yet
 * right after it (or first of all).
 */
function tierOrder(known: readonly string[], written: readonly string[]): readonly string[] {
  const order = [...known];
  written.forEach((tier, index) => {
    const before = index === 0 ? -1 : order.indexOf(written[index - 1] ?? '');
    const at = order.indexOf(tier);
    if (at > before) return;
    if (at >= 0) order.splice(at, 1);
    order.splice(before + (at >= 0 ? 0 : 1), 0, tier);
  });
  return order;
}

/** Lays the tiers of one source over those below: what it names belongs to its tiers alone. */
function layTiers(below: Tiers, layer: Tiers): Tiers {
  const claimed = new Set(Object.values(layer).flat());
  const order = tierOrder(Object.keys(below), Object.keys(layer));
  return Object.fromEntries(
    order.map((tier) => [tier, layer[tier] ?? (below[tier] ?? []).filter((name) => !claimed.has(name))]),
  );
}

/** All tiers with their members: a resolver of `order` that nobody placed is in `direct_oa`. */
export function settleTiers(
  layers: readonly Tiers[],
  order: readonly string[],
  resolvers: readonly ResolverFacts[],
): Tiers {
  const laid = layers.reduce(layTiers, {});
  const members = new Map(Object.entries(laid));
  const placed = new Set(Object.values(laid).flat());
  for (const one of resolvers.filter(({ name }) => order.includes(name) && !placed.has(name))) {
    const home = one.enabledByDefault ? 'direct_oa' : one.tier;
    members.set(home, [...(members.get(home) ?? []), one.name]);
  }
  return Object.fromEntries([...members].filter(([, names]) => names.length > 0));
}

/** Says for every resolver whether it is enabled: as written, else when `order` names it. */
export function settleEnabled(config: Config, names: readonly string[]): Config {
  const enabled = names.map((name) => {
    const options = resolverOptions(config, name);
    return [name, { ...options, enabled: options.enabled ?? config.resolvers.order.includes(name) }];
  });
  return { ...config, resolvers: { ...config.resolvers, ...Object.fromEntries(enabled) } };
}

/** Who is asked, tier by tier, each tier in the order of `resolvers.order`. */
export function resolverRoute(config: Config): readonly { tier: string; resolvers: readonly string[] }[] {
  const { order, tiers } = config.resolvers;
  const runs = order.filter((name) => resolverOptions(config, name).enabled !== false);
  return Object.entries(tiers)
    .map(([tier, names]) => ({ tier, resolvers: runs.filter((name) => names.includes(name)) }))
    .filter((one) => one.resolvers.length > 0);
}
