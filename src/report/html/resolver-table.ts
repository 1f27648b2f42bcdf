import type { Counts } from '../../core/metrics.ts';
import type { Report } from '../build-report.ts';
import { showCount, showNumber, showOr } from '../figures.ts';
import { bar } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { table } from './table.ts';

/** Skips are counted as `resolver:reason`. */
function skipsByResolver(skips: Counts): ReadonlyMap<string, number> {
  const by = new Map<string, number>();
  for (const [name, count] of Object.entries(skips)) {
    const resolver = name.slice(0, name.lastIndexOf(':'));
    by.set(resolver, (by.get(resolver) ?? 0) + count);
  }
  return by;
}

/** What each resolver gave, and what asking it took. */
export function resolverTable({ metrics }: Report): Markup {
  const { attempts, successes, html: pages, skips, failures, retries } = metrics.resolvers;
  const skipped = skipsByResolver(skips);
  const gave = (name: string): number => (successes[name] ?? 0) + (pages[name] ?? 0);
  const names = [
    ...new Set([...[attempts, successes, pages, failures, retries].flatMap(Object.keys), ...skipped.keys()]),
  ].sort((a, b) => gave(b) - gave(a) || (a < b ? -1 : 1));
  if (names.length === 0) return html``;
  const most = Math.max(...names.map(gave));
  return table({
    caption: 'Yield by resolver',
    columns: [
      { title: 'resolver' },
      { title: 'PDF or XML', kind: 'n' },
      { title: 'HTML', kind: 'n' },
      { title: 'requests and cache hits', kind: 'n' },
      { title: 'skips', kind: 'n' },
      { title: 'failures', kind: 'n' },
      { title: 'retries', kind: 'n' },
      { title: 'files compared', kind: 'bar' },
    ],
    rows: names.map((name) => [
      html`${name}`,
      html`${showCount(successes[name] ?? 0)}`,
      html`${showCount(pages[name] ?? 0)}`,
      html`${showCount(attempts[name] ?? 0)}`,
      html`${showCount(skipped.get(name) ?? 0)}`,
      html`${showCount(failures[name] ?? 0)}`,
      html`${showCount(retries[name] ?? 0)}`,
      bar(
        [
          { value: gave(name), tone: 'html_only' },
          { value: successes[name] ?? 0, tone: 'saved' },
        ],
        most,
      ),
    ]),
  });
}

/** What each source brought that no other did, and what that cost. */
export function sourceTable({ sources }: Report): Markup {
  const rows = Object.entries(sources).sort(
    ([a, x], [b, y]) => y.only - x.only || y.saved - x.saved || (a < b ? -1 : 1),
  );
  if (rows.length === 0) return html``;
  const most = Math.max(...rows.map(([, { saved }]) => saved));
  return html`<h3>What was each source worth?</h3>
<p class="quiet small">“Only it”: every other source was asked, and none named a place that might have done as well. “Not compared”: some were not asked, since a source is asked only when those before it gave nothing; what they have is not known.</p>
${table({
  caption: 'Marginal contribution and cost by source',
  columns: [
    { title: 'source' },
    { title: 'works it named a place for', kind: 'n' },
    { title: 'saved through it', kind: 'n' },
    { title: 'only it', kind: 'n' },
    { title: 'not compared', kind: 'n' },
    { title: 'requests', kind: 'n' },
    { title: 'per saved work', kind: 'n' },
    { title: 'only it, of those saved', kind: 'bar' },
  ],
  rows: rows.map(([name, one]) => [
    html`${name}`,
    html`${showCount(one.named)}`,
    html`${showCount(one.saved)}`,
    html`${showCount(one.only)}`,
    html`${showCount(one.not_compared)}`,
    html`${showCount(one.requests)}`,
    html`${showOr(one.requests_per_saved, showNumber)}`,
    bar(
      [
        { value: one.saved, tone: 'cached' },
        { value: one.only, tone: 'saved' },
      ],
      most,
    ),
  ]),
})}`;
}
