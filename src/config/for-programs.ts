import { readText } from '../platform/read-text.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import type { LoadedConfig } from './assemble-config.ts';
import { loadConfig as load, parseConfig as parse } from './load.ts';
import type { Env } from './read-env.ts';

export interface ConfigExtras {
  /** Resolvers of the program itself, after the built-in ones; their section is `resolvers.<name>`. */
  readonly resolvers?: readonly Resolver[];
  /** Keys as `DTKG_…`. `loadConfig` takes that of the process where nothing is said, `parseConfig` none. */
  readonly env?: Env;
}

/** A configuration from values of a program, checked as a file would be. Throws `UserError` with every problem. */
export const parseConfig = (values: unknown = {}, { resolvers = [], env }: ConfigExtras = {}): LoadedConfig =>
  parse({ given: { values, origin: 'the program' }, ...(env && { env }) }, resolvers);

export interface LoadExtras extends ConfigExtras {
  /** Values below those of the file. */
  readonly values?: unknown;
}

/** A configuration from a YAML or JSON file and the environment; without a path, from the environment alone. */
export const loadConfig = (
  path?: string,
  { resolvers = [], env = process.env, values }: LoadExtras = {},
): Promise<LoadedConfig> =>
  load({
    readText,
    env,
    resolvers,
    ...(path !== undefined && { path }),
    ...(values !== undefined && { given: { values, origin: 'the program' } }),
  });
