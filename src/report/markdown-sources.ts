import type { HostCounts, Metrics } from '../core/metrics.ts';
import type { Report } from './build-report.ts';
import { escapeMarkdown as safe } from './escape-markdown.ts';
import { showBytes, showCount, showDuration, showNumber, showOr } from './figures.ts';
import { markdownTable } from './markdown-table.ts';

const SHOWN_HOSTS = 50;
const SLOWEST = 5;

export function resolverTable({ resolvers }: Metrics): readonly string[] {
  const { attempts, successes, html, skips, failures, retries } = resolvers;
  const skipsBy = new Map<string, number>();
  for (const [key, count] of Object.entries(skips)) {
    const name = key.slice(0, key.lastIndexOf(':'));
    skipsBy.set(name, (skipsBy.get(name) ?? 0) + count);
  }
  const names = new Set([attempts, successes, html, failures, retries].flatMap(Object.keys));
  for (const name of skipsBy.keys()) names.add(name);
  const rows = [...names]
    .sort()
    .map((name) => [
      safe(name),
      showCount(attempts[name] ?? 0),
      showCount(successes[name] ?? 0),
      showCount(html[name] ?? 0),
      showCount(skipsBy.get(name) ?? 0),
      showCount(failures[name] ?? 0),
      showCount(retries[name] ?? 0),
    ]);
  const head = ['resolver', 'attempts', 'files', 'html', 'skips', 'failures', 'retries'];
  return ['## Resolvers', '', ...markdownTable(head, rows), ''];
}

/** What each source brought that no other did, and what it cost. */
export function sourceTable({ sources }: Report): readonly string[] {
  const rows = Object.entries(sources)
    .sort(([a, x], [b, y]) => y.only - x.only || y.saved - x.saved || (a < b ? -1 : 1))
    .map(([name, one]) => [
      safe(name),
      showCount(one.named),
      showCount(one.saved),
      showCount(one.only),
      showCount(one.requests),
      showOr(one.requests_per_saved, showNumber),
    ]);
  const head = [
    'source',
    'works it named a place for',
    'saved through it',
    'only it',
    'requests',
    'per saved work',
  ];
  return [
    '## What was each source worth?',
    '',
    '“Only it”: no other source that was asked named a place that might have done as well. A source is asked only when those',
    'before it gave nothing; a dry run (`--dry-run`) asks all of a tier and compares them evenly.',
    '',
    ...markdownTable(head, rows),
    '',
  ];
}

export function hostTables(metrics: Metrics): readonly string[] {
  const hosts = Object.entries(metrics.hosts).sort(([, a], [, b]) => b.requests - a.requests);
  return [...slowest(hosts), ...politeness(metrics, hosts)];
}

type NamedHost = readonly [string, HostCounts];

function slowest(hosts: readonly NamedHost[]): readonly string[] {
  const rows = hosts
    .filter(([, { latency_p95_ms }]) => latency_p95_ms !== null)
    .sort(([, a], [, b]) => (b.latency_p95_ms ?? 0) - (a.latency_p95_ms ?? 0))
    .slice(0, SLOWEST)
    .map(([name, host]) => [
      safe(name),
      showOr(host.latency_p50_ms, showDuration),
      showOr(host.latency_p95_ms, showDuration),
      showDuration(host.sleep_ms),
    ]);
  const head = ['host', 'answer p50', 'answer p95', 'waited for it'];
  return ['## Who was slow?', '', ...markdownTable(head, rows), ''];
}

function politeness({ slo }: Metrics, hosts: readonly NamedHost[]): readonly string[] {
  const rows = hosts
    .slice(0, SHOWN_HOSTS)
    .map(([name, host]) => [
      safe(name),
      showCount(host.requests),
      showBytes(host.bytes),
      showCount(host.status_429),
      showCount(host.failures),
      showCount(host.retries),
      host.slowed > 0 ? `${showCount(host.slowed)}, to 1/${showNumber(host.max_stretch)}` : '–',
      showGaps(host),
    ]);
  const head = [
    'host',
    'requests',
    'bytes',
    '429',
    'failures',
    'retries',
    'slowed down',
    'smallest gap between starts',
  ];
  const more =
    hosts.length > SHOWN_HOSTS ? [`And ${showCount(hosts.length - SHOWN_HOSTS)} more hosts.`, ''] : [];
  const verdict =
    slo.ratio_429.met === false
      ? 'Not enough: more than one request in a hundred was answered with 429.'
      : 'Fewer than one request in a hundred was answered with 429.';
  return ['## Was I polite?', '', verdict, '', ...markdownTable(head, rows), '', ...more];
}

const showGaps = ({ min_gap_ms }: HostCounts): string =>
  Object.entries(min_gap_ms)
    .map(([role, ms]) => `${role} ${showDuration(ms)}`)
    .join(', ') || '–';
