import { isDeepStrictEqual } from 'node:util';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { secretKeysIn } from '../config/secrets-in.ts';
import { isSection, type KeyPath, keyName } from '../config/setting.ts';
import { UserError } from '../core/errors.ts';
import { plainText } from '../core/plain-text.ts';
import type { FoundRun } from './find-run.ts';

/**
 * A folder of runs may come from somebody else. What is stored with a run is data: it names no code to be run, and sends no
 * secret of the operator elsewhere. `own` is what the operator says now: file, environment and flags, without the run.
 */

const pluginsIn = (values: unknown): readonly unknown[] => {
  const said = isSection(values) ? values['plugins'] : undefined;
  return Array.isArray(said) ? said : [];
};

/** Plug-ins are named by the operator; a run that had some does not go on without a word. */
function refuseWithoutPlugins({ run, config }: FoundRun, own: LoadedConfig): void {
  const stored = pluginsIn(config);
  if (stored.length === 0 || own.origins.has('plugins')) return;
  const names = JSON.stringify(stored);
  throw new UserError(
    `run ${run.run_id} was started with plugins ${plainText(names)}, and no code is loaded because a folder of runs names it: ` +
      'give them again with -c FILE or DTKG_PLUGINS, or set plugins to [] to go on without',
  );
}

/** Sections, places and tiers of resolvers that nobody has added this time. */
function withoutStrangers(resolvers: unknown, known: ReadonlySet<string>): unknown {
  if (!isSection(resolvers)) return resolvers;
  const kept = (names: unknown): unknown =>
    Array.isArray(names) ? names.filter((name) => known.has(String(name))) : names;
  const entries = Object.entries(resolvers).flatMap(([key, value]) => {
    if (key === 'order') return [[key, kept(value)]];
    if (key === 'tiers' && isSection(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([tier, names]) => [tier, kept(names)]))]];
    return key === 'tier_parallel' || known.has(key) ? [[key, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** What a run was started with, as far as it is taken from there. */
export function storedValues(found: FoundRun, own: LoadedConfig): unknown {
  refuseWithoutPlugins(found, own);
  if (!isSection(found.config)) return found.config;
  const { plugins: _plugins, resolvers, ...values } = found.config;
  if (resolvers === undefined) return values;
  if (pluginsIn(found.config).length === 0) return { ...values, resolvers };
  const known = new Set(own.resolvers.map(({ name }) => name));
  return { ...values, resolvers: withoutStrangers(resolvers, known) };
}

/** Where requests go, and whom they are shown to. */
const GOES: readonly KeyPath[] = [
  ['http', 'connect_to'],
  ['http', 'verify_tls'],
  ['http', 'ca_file'],
  ['http', 'allow_http_hosts'],
  ['telemetry', 'otlp', 'endpoint'],
];

/** Local files and folders that are read or written. */
const TOUCHES: readonly KeyPath[] = [
  ['inputs', 'ids'],
  ['inputs', 'works'],
  ['artifacts', 'root'],
  ['http', 'cache', 'path'],
  ['telemetry', 'csv_path'],
];

const valueAt = (config: Config, path: KeyPath): unknown =>
  path.reduce<unknown>((value, key) => (isSection(value) ? value[key] : undefined), config);

const baseUrls = ({ resolvers }: LoadedConfig): readonly KeyPath[] =>
  resolvers.map(({ name }) => ['resolvers', name, 'base_url']);

const baseUrlIn = (config: Config, [, name = '']: KeyPath): unknown =>
  resolverOptions(config, name)?.base_url ?? null;

/** Of these keys those whose value is neither the operator's nor the default. */
function taken(own: LoadedConfig, loaded: LoadedConfig, paths: readonly KeyPath[]): readonly KeyPath[] {
  return paths.filter((path) => {
    const read = path[0] === 'resolvers' ? baseUrlIn : valueAt;
    return !isDeepStrictEqual(read(own.config, path), read(loaded.config, path));
  });
}

/** Keys, tokens and headers that are given now were given for the places that the operator knows. */
export function refuseRedirectedSecrets({ run }: FoundRun, own: LoadedConfig, loaded: LoadedConfig): void {
  const redirects = taken(own, loaded, [...GOES, ...baseUrls(loaded)]).map(keyName);
  const secrets = secretKeysIn(loaded).map(keyName);
  if (redirects.length === 0 || secrets.length === 0) return;
  throw new UserError(
    `run ${run.run_id} was started with ${redirects.join(', ')}, which would decide where ${secrets.join(', ')} ` +
      `${secrets.length === 1 ? 'goes' : 'go'}: give ${redirects.length === 1 ? 'it' : 'them'} again with -c FILE, ` +
      'or go on without secrets',
  );
}

/** What is said when a run goes on: everything outside its own folder that it was told to use. */
export const takenFromRun = ({ run }: FoundRun, own: LoadedConfig, loaded: LoadedConfig): readonly string[] =>
  taken(own, loaded, [...GOES.slice(2), ...TOUCHES, ...baseUrls(loaded)]).map((path) => {
    const value = path[0] === 'resolvers' ? baseUrlIn(loaded.config, path) : valueAt(loaded.config, path);
    return `note: ${keyName(path)} is ${plainText(JSON.stringify(value))}, as run ${run.run_id} was started`;
  });
