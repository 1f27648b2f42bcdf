import { describe, expect, test } from 'vitest';
import { reloaded, reloader } from '../../src/app/reload.ts';
import type { LoadedConfig } from '../../src/config/assemble-config.ts';
import { parseConfig } from '../../src/config/load.ts';
import { UserError } from '../../src/core/errors.ts';
import type { Event } from '../../src/core/events.ts';
import { RESOLVERS } from '../../src/resolvers/index.ts';

const NAMES = RESOLVERS.map(({ name }) => name);
const config = (values: unknown): LoadedConfig => parseConfig({ given: { values, origin: 'test' } });

describe('reloaded', () => {
  test('takes over limits, policies and keys', () => {
    const next = config({
      rate_limit: { default: { artifact: '9/second' }, policies: { 'a.org': { landing: '1/minute' } } },
      orchestrator: { max_per_host: 9, max_per_resolver: { arxiv: 1 } },
      http: { headers: { 'a.org': { 'x-key': 'secret' } } },
      budgets: { openalex_usd_per_day: 2 },
      resolvers: { openalex: { api_key: 'secret', min_interval_s: 3 } },
    });
    const { loaded, changed, ignored } = reloaded(config({}), next, NAMES);
    expect(loaded.config).toEqual(next.config);
    expect(changed.toSorted()).toEqual([
      'budgets.openalex_usd_per_day',
      'http.headers["a.org"]',
      'orchestrator.max_per_host',
      'orchestrator.max_per_resolver.arxiv',
      'rate_limit.default.artifact',
      'rate_limit.policies["a.org"]',
      'resolvers.openalex.api_key',
      'resolvers.openalex.min_interval_s',
    ]);
    expect(ignored).toEqual([]);
  });

  test('leaves everything else as it was started, and names it', () => {
    const running = config({ out: '/a' });
    const next = config({
      out: '/b',
      resolvers: { order: ['arxiv'], unpaywall: { base_url: 'https://elsewhere.org/' } },
      http: { timeout_read_s: 1 },
      rate_limit: { backend: 'sqlite' },
    });
    const { loaded, changed, ignored } = reloaded(running, next, NAMES);
    expect(loaded.config).toEqual(running.config);
    expect(changed).toEqual([]);
    expect(ignored).toContain('out');
    expect(ignored).toContain('resolvers.order');
    expect(ignored).toContain('resolvers.unpaywall.base_url');
    expect(ignored).toContain('http.timeout_read_s');
    expect(ignored).toContain('rate_limit.backend');
  });
});

describe('reloader', () => {
  const setUp = (answers: (LoadedConfig | Error)[]) => {
    const events: Event[] = [];
    const applied: LoadedConfig[] = [];
    const reload = reloader({
      running: config({}),
      resolvers: NAMES,
      read: async () => {
        const answer = answers.shift()!;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      apply: (loaded) => void applied.push(loaded),
      emit: (event) => void events.push(event),
    });
    return { events, applied, reload };
  };
  const fast = config({ rate_limit: { default: { metadata: '100/second' } } });

  test('applies what changed and says so, without a value', async () => {
    const secret = config({ resolvers: { core: { api_key: 'canary-7431' } } });
    const { events, applied, reload } = setUp([fast, secret, secret]);
    await reload();
    await Promise.all([reload(), reload()]);
    expect(applied).toHaveLength(3);
    expect(applied[1]!.config.rate_limit.default.metadata).toBe('5/second');
    expect(events).toEqual([
      { type: 'notice', message: 'configuration reloaded: rate_limit.default.metadata' },
      {
        type: 'notice',
        message: 'configuration reloaded: rate_limit.default.metadata, resolvers.core.api_key',
      },
      { type: 'notice', message: 'configuration read again: no change' },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  test('a configuration with mistakes changes nothing, is reported, and a later one is used', async () => {
    const { events, applied, reload } = setUp([new UserError('config: a is wrong\nconfig: b too'), fast]);
    await reload();
    expect(applied).toEqual([]);
    expect(events).toEqual([
      {
        type: 'warning',
        message: 'the new configuration is not used: config: a is wrong; config: b too',
      },
    ]);
    await reload();
    expect(applied).toHaveLength(1);
  });
});
