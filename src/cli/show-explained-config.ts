import type { ExplainedConfig } from '../app/explain.ts';
import { printTable } from './print-table.ts';
import type { Terminal } from './terminal.ts';

/** What `explain` tells a person: who is asked, who is not, and how patiently. */
export function showExplainedConfig(terminal: Terminal, explained: ExplainedConfig): void {
  const { resolvers, disabled, limits } = explained;
  printTable(
    terminal,
    [
      { title: '#', align: 'right' },
      { title: 'resolver' },
      { title: 'tier' },
      { title: 'asks' },
      { title: 'own rate' },
      { title: 'key' },
    ],
    resolvers.map((one) => [
      one.position,
      one.name,
      one.tier,
      one.base_url ?? '-',
      one.rate ?? '-',
      one.api_key,
    ]),
  );
  terminal.print(
    explained.tier_parallel
      ? '\nResolvers of a tier are asked side by side; the next tier only when it gave nothing.\n'
      : '\nResolvers are asked one after the other; the next tier only when one gave nothing.\n',
  );
  if (disabled.length > 0) {
    printTable(
      terminal,
      [{ title: 'not asked' }, { title: 'why' }],
      disabled.map(({ name, why }) => [name, why]),
    );
    terminal.print('');
  }
  printTable(
    terminal,
    [{ title: 'rate of' }, { title: 'role' }, { title: 'is' }, { title: 'from' }],
    limits.rates.map((one) => [one.entry, one.role, one.rate, one.origin]),
  );
  terminal.print('');
  printTable(terminal, [{ title: 'limit' }, { title: 'value' }], limitRows(explained));
}

function limitRows(explained: ExplainedConfig): readonly (readonly [string, string | number])[] {
  const { limits, retry, breaker, timeouts, robots } = explained;
  return [
    ['rates are counted by', limits.counted_by],
    ['requests to one host at once', limits.max_per_host],
    ...Object.entries(limits.max_per_resolver).map(
      ([name, limit]) => [`requests of ${name} at once`, limit] as const,
    ),
    ['requests at once', limits.max_connections],
    ['a longer wait parks the work', `${limits.park_after_s} s`],
    [
      'tries of a request',
      `${retry.max_attempts}, on ${retry.retry_statuses.join(', ')} and lost connections`,
    ],
    ['waits between them', `${retry.strategy}, ${retry.base_delay_ms} to ${retry.max_delay_ms} ms`],
    [
      'Retry-After is waited for',
      `up to ${Math.min(retry.retry_after_cap_s, limits.park_after_s)} s, then the work is parked`,
    ],
    ['a host is left alone', breakerText(breaker)],
    ['time to connect', `${timeouts['connect_s']} s`],
    ['time to the headers', `${timeouts['headers_s']} s`],
    ['time between bytes', `${timeouts['read_s']} s`],
    ['time in all', `${timeouts['total_s']} s`],
    ['least speed after 30 s', `${timeouts['min_bytes_per_s']} bytes/s`],
    ['robots.txt', robots.enabled ? `obeyed, believed for ${robots.ttl_seconds} s` : 'not asked'],
  ];
}

export const breakerText = (breaker: ExplainedConfig['breaker']): string =>
  breaker.enabled
    ? `after ${breaker.failure_threshold} failures in ${breaker.window_s} s, for ${breaker.open_s} to ${breaker.max_open_s} s`
    : 'never (http.breaker is off)';
