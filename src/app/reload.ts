import type { LoadedConfig } from '../config/assemble-config.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { isSection, type KeyPath, keyName } from '../config/setting.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';

/** Asks for the configuration to be read again; a request from before anyone listened is not lost. */
export interface Reloads {
  subscribe(listen: () => void): void;
}

/** SIGHUP: read the configuration again. Without a listener it would end the process, as a closed terminal does. */
export function listenForReload(): Reloads & Disposable {
  let listener: (() => void) | undefined;
  let wasAsked = false;
  const onSignal = (): void => {
    if (listener) listener();
    else wasAsked = true;
  };
  process.on('SIGHUP', onSignal);
  return {
    subscribe(listen) {
      listener = listen;
      if (wasAsked) listen();
    },
    [Symbol.dispose]: () => void process.off('SIGHUP', onSignal),
  };
}

/** What a running process takes over: limits, policies and keys. Who is asked, and where, stays as it was started. */
function withLimits(running: Config, next: Config, resolvers: readonly string[]): Config {
  const options = resolvers.map((name) => {
    const { enabled, base_url } = resolverOptions(running, name);
    return [name, { ...resolverOptions(next, name), enabled, base_url }];
  });
  return {
    ...running,
    rate_limit: {
      ...running.rate_limit,
      default: next.rate_limit.default,
      policies: next.rate_limit.policies,
    },
    http: { ...running.http, headers: next.http.headers, max_connections: next.http.max_connections },
    orchestrator: {
      ...running.orchestrator,
      max_per_host: next.orchestrator.max_per_host,
      max_per_resolver: next.orchestrator.max_per_resolver,
    },
    budgets: next.budgets,
    resolvers: { ...running.resolvers, ...Object.fromEntries(options) },
  };
}

/** Keys whose values differ, by name: values may be secret. */
function* differences(a: unknown, b: unknown, path: KeyPath = []): Generator<string> {
  if (!isSection(a) || !isSection(b)) {
    if (JSON.stringify(a) !== JSON.stringify(b)) yield keyName(path);
    return;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    yield* differences(a[key], b[key], [...path, key]);
}

export interface Reloaded {
  readonly loaded: LoadedConfig;
  readonly changed: readonly string[];
  /** Keys that are read only when a process starts. */
  readonly ignored: readonly string[];
}

/** The running configuration with what a reload may change. */
export function reloaded(running: LoadedConfig, next: LoadedConfig, resolvers: readonly string[]): Reloaded {
  const config = withLimits(running.config, next.config, resolvers);
  return {
    loaded: { ...running, config, origins: next.origins },
    changed: [...differences(running.config, config)],
    ignored: [...differences(config, next.config)].filter((key) => key !== 'run_id'),
  };
}

export interface ReloadDeps {
  readonly running: LoadedConfig;
  readonly resolvers: readonly string[];
  /** Reads the same file, with the environment and the flags the process was started with. */
  readonly read: () => Promise<LoadedConfig>;
  readonly apply: (loaded: LoadedConfig) => void;
  readonly emit: Emit;
}

/** Reads and applies, one reload after the other. A configuration with a mistake changes nothing. */
export function reloader(deps: ReloadDeps): () => Promise<void> {
  const { resolvers, read, apply, emit } = deps;
  let { running } = deps;
  let last = Promise.resolve();
  const notice = (message: string): void => emit({ type: 'notice', message });
  const reload = async (): Promise<void> => {
    const { loaded, changed, ignored } = reloaded(running, await read(), resolvers);
    running = loaded;
    apply(loaded);
    notice(
      changed.length === 0
        ? 'configuration read again: no change'
        : `configuration reloaded: ${changed.join(', ')}`,
    );
    if (ignored.length > 0) notice(`these changes need a restart: ${ignored.join(', ')}`);
  };
  return () => {
    last = last.then(reload).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      const problems = error.message.split('\n').join('; ');
      emit({ type: 'warning', message: `the new configuration is not used: ${problems}` });
    });
    return last;
  };
}
