import { createHash } from 'node:crypto';
import type { LoadedConfig } from './assemble-config.ts';
import { mapMarked } from './redact.ts';
import { isSection } from './setting.ts';

/** JSON with the keys of every object in order, so that equal values give equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isSection(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(',')}}`;
}

/**
 * SHA-256 of what decides behaviour: the effective configuration without secrets, paths and the run id. Two runs with
 * the same hash would do the same with the same works. Tiers are hashed as a list, since their order is behaviour.
 */
export function configHash({ config, schema }: Pick<LoadedConfig, 'config' | 'schema'>): string {
  const { run_id: _, ...rest } = config;
  const tiers = Object.entries(config.resolvers.tiers);
  const behaviour = mapMarked({ ...rest, resolvers: { ...rest.resolvers, tiers } }, schema, () => undefined);
  return createHash('sha256').update(canonicalJson(behaviour)).digest('hex');
}
