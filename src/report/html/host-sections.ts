import type { Role } from '../../core/manifest-record.ts';
import type { HostCounts } from '../../core/metrics.ts';
import type { Report } from '../build-report.ts';
import { showBytes, showCount, showDuration, showNoun, showNumber, showOr } from '../figures.ts';
import { mannersText, type Pace, pacesAt } from '../manners.ts';
import { bar, key } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { table } from './table.ts';

const SHOWN_SLOW = 12;
/** The rest is folded away. */
const SHOWN_POLITE = 20;
const FOLDED_POLITE = 500;

type NamedHost = readonly [string, HostCounts];

const hostsBy = ({ metrics }: Report, rank: (host: HostCounts) => number): readonly NamedHost[] =>
  Object.entries(metrics.hosts)
    .filter(([, host]) => rank(host) > 0)
    .sort(([a, x], [b, y]) => rank(y) - rank(x) || (a < b ? -1 : 1));

/** Who was slow? */
export function slowSection(report: Report): Markup {
  const { requests, rate_delay: delay } = report.metrics.timing;
  const lead =
    requests.count === 0
      ? 'No request was made.'
      : `${showNoun(requests.count, 'request')}: half were answered within ${showOr(requests.p50_ms, showDuration)}, 95 % within ${showOr(requests.p95_ms, showDuration)}, the slowest took ${showOr(requests.max_ms, showDuration)}. Before a request politeness cost up to ${showOr(delay.p95_ms, showDuration)} in 95 % of cases.`;
  return html`<section id="slow" aria-labelledby="slow-title">
<h2 id="slow-title">Who was slow?</h2>
<p class="lead">${lead}</p>
${latency(report)}
${waiting(report)}
</section>`;
}

function latency(report: Report): Markup {
  const hosts = hostsBy(report, ({ latency_p95_ms }) => latency_p95_ms ?? 0);
  if (hosts.length === 0) return html``;
  const most = hosts[0]?.[1].latency_p95_ms ?? 0;
  return html`${table({
    caption: 'Time to answer, slowest hosts first',
    columns: [
      { title: 'host' },
      { title: 'requests', kind: 'n' },
      { title: 'half within', kind: 'n' },
      { title: '95 % within', kind: 'n' },
      { title: 'compared', kind: 'bar' },
    ],
    rows: hosts.slice(0, SHOWN_SLOW).map(([name, host]) => [
      html`${name}`,
      html`${showCount(host.requests)}`,
      html`${showOr(host.latency_p50_ms, showDuration)}`,
      html`${showOr(host.latency_p95_ms, showDuration)}`,
      bar(
        [
          { value: host.latency_p95_ms ?? 0, tone: 'faint' },
          { value: host.latency_p50_ms ?? 0, tone: 'calm' },
        ],
        most,
      ),
    ]),
  })}${key([
    { tone: 'calm', text: 'half of the answers' },
    { tone: 'faint', text: '95 % of the answers' },
  ])}`;
}

function waiting(report: Report): Markup {
  const hosts = hostsBy(report, ({ sleep_ms }) => sleep_ms);
  if (hosts.length === 0) return html``;
  return html`<h3>Where time went to waiting</h3>
${table({
  caption: 'Waiting for politeness or after failures, over all workers',
  columns: [
    { title: 'host' },
    { title: 'waited', kind: 'n' },
    { title: 'bytes', kind: 'n' },
    { title: 'compared', kind: 'bar' },
  ],
  rows: hosts
    .slice(0, SHOWN_SLOW)
    .map(([name, host]) => [
      html`${name}`,
      html`${showDuration(host.sleep_ms)}`,
      html`${showBytes(host.bytes)}`,
      bar([{ value: host.sleep_ms, tone: 'quarantined' }], hosts[0]?.[1].sleep_ms ?? 0),
    ]),
})}`;
}

/** Was I polite? */
export function politeSection(report: Report): Markup {
  const hosts = hostsBy(report, ({ requests }) => requests);
  const folded = hosts.slice(SHOWN_POLITE, SHOWN_POLITE + FOLDED_POLITE);
  const more = hosts.length - SHOWN_POLITE - folded.length;
  return html`<section id="polite" aria-labelledby="polite-title">
<h2 id="polite-title">Was I polite?</h2>
<p class="lead">${mannersText(report)}</p>
${hosts.length > 0 && manners(report, hosts.slice(0, SHOWN_POLITE), 'Manners by host')}
${
  folded.length > 0 &&
  html`<details><summary>${showNoun(folded.length, 'more host')}</summary>${manners(report, folded, 'Manners by host, those asked less often')}</details>`
}
${more > 0 && html`<p class="quiet">And ${showCount(more)} more hosts with still fewer requests.</p>`}
</section>`;
}

const manners = (report: Report, hosts: readonly NamedHost[], caption: string): Markup =>
  table({
    caption,
    columns: [
      { title: 'host' },
      { title: 'requests', kind: 'n' },
      { title: 'policy' },
      { title: 'fastest spacing seen' },
      { title: 'told 429', kind: 'n' },
      { title: 'Retry-After' },
      { title: 'slowed down' },
      { title: 'failures', kind: 'n' },
    ],
    rows: hosts.map(([name, host]) => [
      html`${name}`,
      html`${showCount(host.requests)}`,
      policyOf(report, name),
      spacing(report, name),
      html`${showCount(host.status_429)}`,
      retryAfter(report, name),
      html`${host.slowed > 0 ? `${showNoun(host.slowed, 'time')}, to 1/${showNumber(host.max_stretch)}` : '–'}`,
      html`${showCount(host.failures)}`,
    ]),
  });

const rolesOf = (report: Report, host: string) =>
  Object.entries(report.policies[host] ?? {}) as [Role, NonNullable<Report['policies'][string][Role]>][];

const policyOf = (report: Report, host: string): Markup => {
  const roles = rolesOf(report, host);
  return roles.length === 0
    ? html`–`
    : html`${roles.map(([role, { rate }]) => html`<div class="pace">${role} ${rate}</div>`)}`;
};

const PACES: Readonly<Record<Pace, Markup>> = {
  free: html``,
  kept: html`<span class="yes">✓ kept</span>`,
  'too-fine': html`<span class="quiet">too fine to judge</span>`,
  'too-fast': html`<span class="no">✗ faster than the policy</span>`,
};

function spacing(report: Report, name: string): Markup {
  const paces = pacesAt(report, name);
  if (paces.length === 0) return html`<span class="quiet">asked once</span>`;
  return html`${paces.map(
    ({ role, gapMs, pace }) => html`<div class="pace">${role} ${showDuration(gapMs)} ${PACES[pace]}</div>`,
  )}`;
}

function retryAfter({ retry_after }: Report, name: string): Markup {
  const host = retry_after[name];
  if (!host) return html`<span class="quiet">never</span>`;
  return host.early === 0
    ? html`<span class="yes">✓ obeyed</span> ${showNoun(host.asked, 'time')}`
    : html`<span class="no">✗ ${showNoun(host.early, 'request')} too early</span>, asked ${showNoun(host.asked, 'time')}`;
}
