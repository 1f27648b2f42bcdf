import { type Counts, SLO_TARGETS } from '../../core/metrics.ts';
import { OUTCOMES } from '../../core/outcome.ts';
import { byCount } from '../advise.ts';
import type { Report } from '../build-report.ts';
import { showBytes, showCount, showDuration, showNumber, showOr, showShare, showWorks } from '../figures.ts';
import { worksOf } from '../headline.ts';
import { inputWords, NO_INPUT } from '../input-words.ts';
import { moreUnsure } from '../rest-of-list.ts';
import { cachedNote, setAsideText } from '../told-counts.ts';
import { bar, columns, key, outcomesIn, shares } from './charts.ts';
import { html, type Markup, withCode } from './markup.ts';
import { resolverTable, sourceTable } from './resolver-table.ts';
import { table } from './table.ts';

/** What an outcome means, for those who read the word for the first time. */
const OUTCOME_WORDS = {
  saved: 'a verified PDF or XML file, stored',
  cached: 'stored by an earlier run and still what the source has',
  html_only: 'full text as HTML, since nothing better came',
  skipped: 'left alone by policy or by robots.txt, or the same as another work',
  quarantined: 'a file came, but not the paper asked for',
  failed: 'no file could be had',
} as const;

/** What did I get? */
export const gotSection = (report: Report): Markup => html`<section id="got" aria-labelledby="got-title">
<h2 id="got-title">What did I get?</h2>
<p class="lead">${leadOf(report)}</p>
${input(report)}
${tiles(report)}
${outcomes(report)}
${identity(report)}
${overTime(report)}
${byTier(report)}
${resolverTable(report)}
${sourceTable(report)}
</section>`;

function input({ metrics }: Report): Markup {
  const words = inputWords(metrics);
  return html`<p>${words === undefined ? NO_INPUT : `What became of the input: ${words}.`}</p>`;
}

function leadOf({ metrics, kinds }: Report): string {
  const list = byCount(kinds).map(([kind, count]) => `${showCount(count)} ${kind}`);
  const files = list.length > 0 ? `Files by kind: ${list.join(', ')}.` : 'No file was stored.';
  return `${showWorks(metrics.processed)} ended, ${showCount(metrics.waiting)} still wait. ${files}`;
}

function tiles({ metrics }: Report): Markup {
  const { slo, bytes, timing } = metrics;
  const got = metrics.saved + metrics.cached + metrics.html_only;
  const tile = (title: string, value: string, first = false): Markup =>
    html`<div class="${first ? (slo.yield.met === false ? 'missed' : 'first') : 'tile'}"><dt>${title}</dt><dd>${value}</dd></div>`;
  return html`<dl class="tiles">
${tile(`PDF or XML, of works not skipped; target ${showShare(SLO_TARGETS.yield.target)}`, showOr(slo.yield.value, showShare), true)}
${tile('works with a file', showCount(got))}
${tile('stored', showBytes(bytes.stored))}
${tile('over the network', showBytes(bytes.received))}
${tile('from first start to end', showOr(timing.elapsed_ms, showDuration))}
</dl>`;
}

function outcomes({ metrics }: Report): Markup {
  const works = worksOf(metrics);
  const setAside = setAsideText(metrics);
  const share = (count: number): string => (works > 0 ? showShare(count / works) : '–');
  const occurring = OUTCOMES.filter((outcome) => metrics[outcome] > 0);
  const label = `How works ended: ${occurring.map((one) => `${one} ${showCount(metrics[one])}`).join(', ') || 'none has'}`;
  const most = Math.max(...OUTCOMES.map((outcome) => metrics[outcome]));
  return html`<figure><figcaption>How works ended</figcaption>
${shares(
  occurring.map((outcome) => ({ value: metrics[outcome], tone: outcome })),
  label,
)}</figure>
${table({
  caption: 'Outcomes',
  columns: [
    { title: 'outcome' },
    { title: 'works', kind: 'n' },
    { title: 'share', kind: 'n' },
    { title: 'compared', kind: 'bar' },
  ],
  rows: OUTCOMES.map((outcome) => [
    html`${outcome} <span class="gloss">${OUTCOME_WORDS[outcome]}${cachedNote(outcome, metrics)}</span>`,
    html`${showCount(metrics[outcome])}`,
    html`${share(metrics[outcome])}`,
    bar([{ value: metrics[outcome], tone: outcome }], most),
  ]),
})}
${setAside !== undefined && html`<p>Set aside: ${setAside}.</p>`}`;
}

/** Which files may not be the paper: nothing is said where all are proven. */
function identity(report: Report): Markup {
  const { metrics, unsure } = report;
  const { proven, unsure: count, unchecked } = metrics.identity;
  if (count + unchecked === 0) return html``;
  const rest = moreUnsure(report);
  const more = rest === undefined ? html`` : html`<p>${withCode(rest)}</p>`;
  const list =
    unsure.length > 0
      ? table({
          caption: 'Files that are not proven to be their work',
          columns: [
            { title: 'work' },
            { title: 'score', kind: 'n' },
            { title: 'what was found' },
            { title: 'file' },
          ],
          rows: unsure.map((work) => [
            html`${work.title ?? work.doc_id} <span class="gloss">${work.doc_id}</span>`,
            html`${showOr(work.identity_score, showNumber)}`,
            html`${work.why}`,
            html`<code>${work.path ?? ''}</code>`,
          ]),
        })
      : html``;
  return html`<h3>Is it the right paper?</h3>
<p>Files proven to be their work: ${showCount(proven)}; unsure: ${showCount(count)}; not checked: ${showCount(unchecked)}.</p>
${list}${more}`;
}

const ROWS_OVER_TIME = 12;

/** So many rows at most: neighbours are added up. */
function coarse(counts: readonly number[]): readonly number[] {
  const width = Math.max(1, Math.ceil(counts.length / ROWS_OVER_TIME));
  return Array.from({ length: Math.ceil(counts.length / width) }, (_, n) =>
    counts.slice(n * width, (n + 1) * width).reduce((sum, count) => sum + count, 0),
  );
}

function overTime({ timeline }: Report): Markup {
  if (!timeline) return html``;
  const shown = outcomesIn(timeline);
  const spanMs = timeline.bytes.length * timeline.step_ms;
  const endText = showDuration(spanMs);
  const step = timeline.step_ms === 1000 ? 'second' : showDuration(timeline.step_ms);
  const series = shown.map((outcome) => ({ counts: timeline.outcomes[outcome], tone: outcome }));
  const rowMs = timeline.step_ms * Math.max(1, Math.ceil(timeline.bytes.length / ROWS_OVER_TIME));
  const coarseBytes = coarse(timeline.bytes);
  const coarseSeries = series.map(({ counts }) => coarse(counts));
  return html`<figure><figcaption>Outcomes over time, works per ${step}</figcaption>
${columns({ timeline, series, label: `Works ended over ${endText}, by outcome; the figures are in the table below`, show: showCount, endText })}
${key(shown.map((tone) => ({ tone, text: tone })))}</figure>
<figure><figcaption>Bytes stored over time, per ${step}</figcaption>
${columns({ timeline, series: [{ counts: timeline.bytes, tone: 'calm' }], label: `Bytes stored over ${endText}; the figures are in the table below`, show: showBytes, endText })}</figure>
<details><summary>Figures over time</summary>
${table({
  caption: 'Works and bytes over time',
  columns: [
    { title: 'from' },
    ...shown.map((title) => ({ title, kind: 'n' as const })),
    { title: 'stored', kind: 'n' },
  ],
  rows: coarseBytes.map((bytes, row) => [
    html`${showDuration(row * rowMs)}`,
    ...coarseSeries.map((counts) => html`${showCount(counts[row] ?? 0)}`),
    html`${showBytes(bytes)}`,
  ]),
})}</details>`;
}

function byTier({ tiers }: Report): Markup {
  const rows = byCount(tiers);
  if (rows.length === 0) return html``;
  const all = totalOf(tiers);
  return html`<h3>Where files came from</h3>
${table({
  caption: 'Yield by tier',
  columns: [
    { title: 'tier' },
    { title: 'files', kind: 'n' },
    { title: 'share', kind: 'n' },
    { title: 'compared', kind: 'bar' },
  ],
  rows: rows.map(([tier, count]) => [
    html`${tier}`,
    html`${showCount(count)}`,
    html`${showShare(count / all)}`,
    bar([{ value: count, tone: 'saved' }], rows[0]?.[1] ?? 0),
  ]),
})}`;
}

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
