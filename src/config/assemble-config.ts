import { UserError } from '../core/errors.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import { type Issue, problemsOf } from './describe-issue.ts';
import { type Merged, merge, type Origins, originOf } from './merge.ts';
import { migrateOldKeys } from './old-keys.ts';
import { readProxyEnv } from './proxy-env.ts';
import { type Env, readEnv } from './read-env.ts';
import { withoutSecrets } from './redact.ts';
import { brokenRules, doubts } from './rules.ts';
import { type Config, configSchema } from './schema.ts';
import { allowsType, nodeAt, type SchemaNode } from './schema-node.ts';
import { type Gathered, isSection, keyName, type Problem, type Setting, settingsOf } from './setting.ts';
import { resolverProblems, settleEnabled, settleTiers, type Tiers } from './settle-resolvers.ts';

/** Everything a configuration is made of; a later source wins over an earlier one. */
export interface ConfigSources {
  /** Values from a program or a stored run, under the name they are reported by. */
  readonly given?: { readonly values: unknown; readonly origin: string };
  /** As `readYaml` has read it. */
  readonly file?: Gathered;
  readonly env?: Env;
  readonly flags?: readonly Setting[];
}

export interface LoadedConfig {
  readonly config: Config;
  readonly origins: Origins;
  /** All that may be asked, the caller's own among them: the section `resolvers` follows from this list. */
  readonly resolvers: readonly Resolver[];
  readonly warnings: readonly string[];
  /** The schema it was checked against: keys, defaults, and which of them are secrets or paths. */
  readonly schema: SchemaNode;
  /** What to keep with a run and give to a later `resume` as `given`: everything but secrets. */
  readonly storable: unknown;
  /** Every source of a tier is asked before anything is fetched, in the batches of an ordinary run (`--dry-run`). */
  readonly askAll?: boolean;
}

/** Generating code for a schema pays off from the third parse on; here there are two. */
const ONCE = { jitless: true };
const NOTHING: Gathered = { settings: [], problems: [] };

/** A section that holds only comments reads as null in YAML: it sets nothing. */
const emptySections = (settings: readonly Setting[], root: SchemaNode): readonly Setting[] =>
  settings.map((setting) => {
    const node = setting.value === null ? nodeAt(root, setting.path) : undefined;
    return node && allowsType(node, 'object') && !allowsType(node, 'null')
      ? { ...setting, value: {} }
      : setting;
  });

function refuse(problems: readonly Problem[], origins: Origins): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ path, text, origin = originOf(origins, path) }) => {
    const about = path.length === 0 ? text : `${keyName(path)} ${text}`;
    return `config: ${about}${origin === undefined ? '' : ` (from ${origin})`}`;
  });
  throw new UserError([...new Set(lines)].join('\n'));
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const tiersIn = (settings: readonly Setting[]): Tiers =>
  Object.fromEntries(
    settings.flatMap(({ path: [section, key, tier], value }) =>
      section === 'resolvers' && key === 'tiers' && tier !== undefined ? [[tier, textsIn(value)]] : [],
    ),
  );

function gather(sources: ConfigSources, root: SchemaNode, resolvers: readonly string[]) {
  const given = sources.given ? settingsOf(sources.given.values, sources.given.origin) : NOTHING;
  const file = sources.file ?? NOTHING;
  const env = readEnv(sources.env ?? {}, root, resolvers);
  const proxy = readProxyEnv(sources.env ?? {});
  const layers = [proxy.settings, given.settings, file.settings, env.settings, sources.flags ?? []];
  const migrated = migrateOldKeys(layers.flat());
  return {
    settings: emptySections(migrated.settings, root),
    tierLayers: layers.map(tiersIn),
    problems: [...given.problems, ...file.problems, ...env.problems, ...migrated.problems],
    warnings: [...env.warnings, ...proxy.warnings, ...migrated.warnings],
  };
}

const orderIn = ({ resolvers }: Merged['value']): readonly string[] =>
  textsIn(isSection(resolvers) ? resolvers['order'] : undefined);

/** Rules are checked as far as they can be: sections with a wrong value of their own are looked at with their defaults. */
function ruleProblems(
  value: Merged['value'],
  issues: readonly Issue[],
  check: (value: unknown) => readonly Problem[],
) {
  const broken = new Set(issues.flatMap((issue) => issue.path.slice(0, 1).map(String)));
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const healthy = Object.entries(value).filter(([key]) => !broken.has(key) && !unknown.includes(key));
  return check(Object.fromEntries(healthy)).filter(({ path }) => !broken.has(path[0] ?? ''));
}

/**
 * Defaults < the machine's proxy < given < file < environment < flags, checked as a whole: every problem is reported, one line each, in one
 * `UserError`.
 */
export function assembleConfig(sources: ConfigSources, resolvers: readonly Resolver[]): LoadedConfig {
  const names = resolvers.map((one) => one.name);
  const schema = configSchema(resolvers);
  const defaults = schema.parse({}, ONCE);
  const { settings, tierLayers, problems, warnings } = gather(sources, schema, names);
  const { value, origins } = merge(defaults, settings);

  const parsed = schema.safeParse(value, { ...ONCE, reportInput: true });
  const issues = parsed.error?.issues ?? [];
  const wrongNames = resolverProblems(orderIn(value), tierLayers, names);
  const rules = ruleProblems(value, issues, (part) => brokenRules(schema.parse(part, ONCE), names));
  refuse([...problems, ...problemsOf(issues, schema), ...wrongNames, ...rules], origins);

  const read: Config = schema.parse(value, ONCE);
  const tiers = settleTiers([defaults.resolvers.tiers, ...tierLayers], read.resolvers.order, resolvers);
  const said: Config = { ...read, resolvers: { ...read.resolvers, tiers } };
  const config = settleEnabled(said, names);
  return {
    config,
    origins,
    resolvers,
    warnings: [...warnings, ...doubts(config, names)],
    schema,
    storable: withoutSecrets(said, schema),
  };
}
