import { type Gathered, isSection, type KeyPath, keyName, type Problem, type Setting } from './setting.ts';

/** Spellings of earlier designs, with what took their place. */
const RENAMED: Readonly<Record<string, string>> = {
  workers: 'orchestrator.workers',
  resolver_order: 'resolvers.order',
  enable_head_precheck: 'download.head_precheck',
  'orchestrator.max_workers': 'orchestrator.workers',
  'http.timeout': 'http.timeout_read_s and http.timeout_connect_s',
  'http.cache_enabled': 'http.cache.enabled',
  'http.cache_dir': 'http.cache.path',
  'http.cache_backend': 'http.cache.backend',
  'http.cache_url': 'http.cache.url',
  'http.breaker.reset_timeout': 'http.breaker.open_s',
  'rate_limit.redis_url': 'rate_limit.url',
  'rate_limit.connection_string': 'rate_limit.url',
  'artifacts.cas_backend': 'artifacts.root',
  'resolvers.s2': 'resolvers.semantic_scholar',
};

/** Keys whose behaviour is no longer a choice. */
const GONE: Readonly<Record<string, string>> = {
  'download.atomic_write': 'files are always written atomically',
  'telemetry.manifest_path': 'the manifest is always <out>/<run_id>/manifest.jsonl',
};

/** What to say about a key that once existed. */
export function wordOnOldKey(path: KeyPath): string | undefined {
  const name = keyName(path);
  if (Object.hasOwn(RENAMED, name)) return `is not a known key; it is now ${RENAMED[name]}`;
  return Object.hasOwn(GONE, name) ? `is not a known key; ${GONE[name]}` : undefined;
}

const OLD_KEY = 'resolver_rate_limits';

export interface Migrated extends Gathered {
  readonly warnings: readonly string[];
}

/** `resolver_rate_limits: { unpaywall: 1.5 }` meant seconds between two requests: now `min_interval_s` of the resolver. */
export function migrateOldKeys(settings: readonly Setting[]): Migrated {
  const old = settings.filter(({ path }) => path[0] === OLD_KEY);
  if (old.length === 0) return { settings, problems: [], warnings: [] };

  const taken = new Set(settings.map(({ path }) => keyName(path)));
  const problems: Problem[] = [];
  const moved = settings.flatMap((setting): readonly Setting[] => {
    const [section, resolver, ...rest] = setting.path;
    if (section !== OLD_KEY) return [setting];
    if (resolver === undefined) {
      if (!isSection(setting.value))
        problems.push({ ...setting, text: 'must be a section: resolver -> seconds' });
      return [];
    }
    const path = ['resolvers', resolver, 'min_interval_s', ...rest];
    if (taken.has(keyName(path))) {
      const text = `cannot stand beside ${keyName(path)}: it is the old name of the same thing`;
      problems.push({ path: setting.path, text, origin: setting.origin });
    }
    return [{ ...setting, path }];
  });
  const [first] = old;
  const warnings = [
    `config: ${OLD_KEY} is deprecated; write resolvers.<name>.min_interval_s (from ${first?.origin})`,
  ];
  return { settings: moved, problems, warnings };
}
