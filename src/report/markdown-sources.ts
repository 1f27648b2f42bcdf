import type { HostCounts, Metrics } from '../core/metrics.ts';
import type { Report } from './build-report.ts';
import { escapeMarkdown as safe } from './escape-markdown.ts';
import { showBytes, showCount, showDuration, showNumber, showOr } from './figures.ts';
import { mannersText, pacesAt } from './manners.ts';
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
  const head = ['resolver', 'requests and cache hits', 'PDF or XML', 'HTML', 'skips', 'failures', 'retries'];
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
      showCount(one.not_compared),
      showCount(one.requests),
      showOr(one.requests_per_saved, showNumber),
    ]);
  const head = [
    'source',
    'works it named a place for',
    'saved through it',
    'only it',
    'not compared',
    'requests',
    'per saved work',
  ];
  return [
    '## What was each source worth?',
    '',
    '“Only it”: every other source was asked, and none named a place that might have done as well. “Not compared”: some were',
    'not asked, since a source is asked only when those before it gave nothing; what they have is not known. A dry run',
    '(`--dry-run`) asks all of a tier and compares them evenly.',
    '',
    ...markdownTable(head, rows),
    '',
  ];
}

export function hostTables(report: Report): readonly string[] {
  const hosts = Object.entries(report.metrics.hosts).sort(([, a], [, b]) => b.requests - a.requests);
  return [...slowest(hosts), ...politeness(report, hosts)];
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

function politeness(report: Report, hosts: readonly NamedHost[]): readonly string[] {
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
      showGaps(report, name),
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
  return ['## Was I polite?', '', mannersText(report), '', ...markdownTable(head, rows), '', ...more];
}

const PACES = {
  free: '',
  kept: '',
  'too-fine': ' (not judged)',
  'too-fast': ' (faster than the policy)',
} as const;

const showGaps = (report: Report, host: string): string =>
  pacesAt(report, host)
    .map(({ role, gapMs, pace }) => `${role} ${showDuration(gapMs)}${PACES[pace]}`)
    .join(', ') || '–';
