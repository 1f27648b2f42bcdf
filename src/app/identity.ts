import { type Config, resolverOptions } from '../config/schema.ts';
import type { HeaderMap } from '../http/client.ts';
import type { Identity } from '../http/layers/role-headers.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import type { Resolver } from '../resolvers/resolver.ts';

function userAgent({ http, mailto }: Config, version: string): string {
  const named = http.user_agent.replaceAll('{version}', version);
  return mailto === null
    ? named.replace(/\s*\(\+mailto:\{mailto\}\)/, '').replaceAll('{mailto}', '')
    : named.replaceAll('{mailto}', mailto);
}

/** Who asks, with the keys that files of some resolvers are fetched with, each bound to its host. */
export function identityOf(
  config: Config,
  version: string,
  resolvers: readonly Resolver[] = RESOLVERS,
): Identity {
  const keys = resolvers.map(({ name, fileHeaders }) => fileHeaders(resolverOptions(config, name)));
  const hostHeaders: Record<string, HeaderMap> = {};
  for (const [host, headers] of [...keys, config.http.headers].flatMap(Object.entries<HeaderMap>))
    hostHeaders[host] = { ...hostHeaders[host], ...headers };
  return { userAgent: userAgent(config, version), hostHeaders };
}
