import type { LoadedConfig } from '../config/assemble-config.ts';
import { resolverOptions } from '../config/schema.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import type { Route } from '../pipeline/route.ts';

/** The tiers of this configuration, with every resolver bound to its options. */
export function wireRoute({ config, resolvers }: Pick<LoadedConfig, 'config' | 'resolvers'>): Route {
  const byName = new Map(resolvers.map((resolver) => [resolver.name, resolver]));
  let order = 0;
  return resolverRoute(config).map(({ tier, resolvers: names }) => ({
    name: tier,
    resolvers: names.flatMap((name) => {
      const resolver = byName.get(name);
      const options = resolverOptions(config, name);
      const email = options.email ?? config.mailto;
      return resolver ? [{ resolver, options: { ...options, email }, order: ++order }] : [];
    }),
  }));
}

/** A resolver's place in the whole order; plans of the catalog itself come last. */
export function orderIn(route: Route): (resolver: string) => number {
  const orders = new Map(
    route.flatMap(({ resolvers }) => resolvers.map((one) => [one.resolver.name, one.order])),
  );
  return (resolver) => orders.get(resolver) ?? orders.size + 1;
}
