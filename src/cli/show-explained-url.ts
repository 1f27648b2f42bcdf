import type { ExplainedRobots } from '../app/explain-robots.ts';
import type { ExplainedUrl } from '../app/explain-url.ts';
import { printTable } from './print-table.ts';
import { breakerText } from './show-explained-config.ts';
import type { Terminal } from './terminal.ts';

const guardText = ({ guard }: ExplainedUrl): string =>
  guard.verdict === 'allowed'
    ? `allowed; ${guard.note}`
    : `refused (${guard.reason}): ${guard.message}; nothing would be asked`;

function robotsText(robots: ExplainedRobots): string {
  if (!robots.fetched) return robots.why;
  const delay = robots.crawl_delay_s === null ? '' : `, at least ${robots.crawl_delay_s} s between requests`;
  return `${robots.allowed ? 'allows' : 'does not allow'} this URL${delay}`;
}

function dialText({ connect_to, proxy, guard }: ExplainedUrl): string {
  if (guard.verdict === 'refused') return 'nowhere';
  if (connect_to !== null) return `to ${connect_to} instead of the host (http.connect_to)`;
  return proxy ? 'through http.proxy' : 'to the host itself';
}

const BOUND_BY = { role: 'its own rate', host: 'total of the host', domain: 'total of the domain' } as const;

const everyText = (intervalMs: number): string =>
  intervalMs === 0 ? '-' : `${Number(intervalMs.toFixed(1))} ms`;

/** Rates of the roles, then the totals that they share, and which of them keeps requests apart. */
function showLimits(terminal: Terminal, { roles, totals }: ExplainedUrl): void {
  printTable(
    terminal,
    [
      { title: 'limit' },
      { title: 'rate' },
      { title: 'every', align: 'right' },
      { title: 'kept apart by' },
      { title: 'at once', align: 'right' },
      { title: 'entry' },
      { title: 'from' },
      { title: 'robots.txt' },
    ],
    [
      ...roles.map((one) => [
        one.role,
        one.rate,
        everyText(one.interval_ms),
        one.bound_by === null ? 'nothing' : BOUND_BY[one.bound_by],
        one.max_concurrent ?? '-',
        one.entry,
        one.origin,
        one.robots,
      ]),
      ...(totals ? [totals.host, totals.domain] : []).map((total, index) => [
        index === 0 ? `all roles of ${total.of}` : `all hosts of ${total.of}`,
        total.rate,
        everyText(total.interval_ms),
        '-',
        total.max_concurrent ?? '-',
        total.entry ?? '-',
        total.origin,
        '-',
      ]),
    ],
  );
}

/** What `explain --url` tells a person. */
export function showExplainedUrl(terminal: Terminal, explained: ExplainedUrl, robots: ExplainedRobots): void {
  const { roles, resolvers, slots, slows_down, breaker, retry } = explained;
  printTable(
    terminal,
    [{ title: 'about' }, { title: explained.url }],
    [
      ['guard', guardText(explained)],
      ['asked as', explained.asked_as ?? '-'],
      ['https upgrade', explained.https_upgrade ? 'yes, http URLs are tried as https' : 'no'],
      ['canonical URL', explained.canonical_url],
      ['host key', explained.host_key],
      ['connects', dialText(explained)],
      ['robots.txt', robotsText(robots)],
      [
        'asked by',
        resolvers.map(({ name, api_key }) => `${name} (key ${api_key})`).join(', ') || 'whoever finds it',
      ],
      ['rates are counted by', explained.counted_by],
      ['requests to the host at once', slots.max_per_host],
      [
        'the host is asked slower',
        `up to ${slows_down.refusals_up_to} times after several 429, up to ${slows_down.latency_up_to} times when it answers slower than usual`,
      ],
      ['the host is left alone', breakerText(breaker)],
      ['tries of a request', retry.max_attempts],
    ],
  );
  if (roles.length === 0) return;
  terminal.print('');
  showLimits(terminal, explained);
  terminal.print('');
  printTable(
    terminal,
    [{ title: 'role' }, { title: 'header' }, { title: 'value' }],
    roles.flatMap(({ role, headers }) => Object.entries(headers).map(([name, value]) => [role, name, value])),
  );
}
