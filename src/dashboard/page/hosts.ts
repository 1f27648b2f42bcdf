import { showCount, showDuration } from '../../report/figures.ts';
import type { DashboardState, HostRow } from '../state.ts';
import { type Child, el, table } from './dom.ts';

/** `5 a second`, `one every 3.0 s`. */
function limitText({ interval_ms }: HostRow): string {
  if (interval_ms === 0) return 'not spaced';
  if (interval_ms < 1000) return `${Math.round(10_000 / interval_ms) / 10} a second`;
  return interval_ms === 1000 ? 'one a second' : `one every ${showDuration(interval_ms)}`;
}

const BREAKER_WORDS = {
  closed: { text: '✓ closed', tone: 'good' },
  'half-open': { text: 'half open', tone: 'warn' },
  open: { text: '✗ open', tone: 'bad' },
  down: { text: '✗ down', tone: 'bad' },
} as const;

function breakerText({ breaker }: HostRow): Child {
  if (breaker === null) return el('span', { class: 'quiet' }, 'not known here');
  const { text, tone } = BREAKER_WORDS[breaker];
  return el('span', { class: `${tone} nowrap` }, text);
}

function nextText({ waits_ms, why }: HostRow): Child {
  // Rounded, so that a line does not change with every millisecond.
  if (waits_ms < 1000 && why === '')
    return el('span', { class: 'quiet' }, waits_ms === 0 ? 'now' : 'within a second');
  const wait = `in ${showDuration(Math.ceil(waits_ms / 1000) * 1000)}`;
  return why === '' ? wait : `${wait} (${why})`;
}

/** Hosts with work waiting, the one with most first. */
export function hostsView({ hosts, more_hosts }: Pick<DashboardState, 'hosts' | 'more_hosts'>): Child[] {
  if (hosts.length === 0) return [el('p', { class: 'quiet' }, 'No host is waited for.')];
  return [
    table({
      caption: 'Hosts with their limit, what waits for them, and when they may be asked next',
      head: [
        { text: 'host' },
        { text: 'role' },
        { text: 'limit' },
        { text: 'waiting', isNumber: true },
        { text: 'in flight', isNumber: true },
        { text: 'next request' },
        { text: 'breaker' },
      ],
      rows: hosts.map((host) => [
        host.host,
        host.role,
        el('span', { class: 'nowrap' }, limitText(host)),
        showCount(host.queued),
        showCount(host.in_flight),
        nextText(host),
        breakerText(host),
      ]),
    }),
    more_hosts > 0 && el('p', { class: 'note' }, `And ${showCount(more_hosts)} more.`),
  ];
}
