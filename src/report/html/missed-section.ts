import { REASONS, type Reason } from '../../core/errors.ts';
import type { OutcomeKind } from '../../core/outcome.ts';
import { isHttpUrl, parseUrl } from '../../core/url.ts';
import { byCount, factsOf } from '../advise.ts';
import type { Report } from '../build-report.ts';
import { showCount, showWorks } from '../figures.ts';
import { missedUnknown, nothingMissed } from '../missed-words.ts';
import { allOfReason, moreDuplicates, moreUnknownDois } from '../rest-of-list.ts';
import { duplicatesText } from '../told-counts.ts';
import { bar } from './charts.ts';
import { html, type Markup, withCode } from './markup.ts';
import { table } from './table.ts';

/** What did I miss, and why? */
export function missedSection(report: Report): Markup {
  const { metrics, missed, folder } = report;
  const all = allOfReason(report);
  const reasons = byCount(metrics.reasons).filter(([reason]) => Object.hasOwn(missed, reason));
  const count = reasons.reduce((sum, [, works]) => sum + works, 0);
  const ended =
    count === 0
      ? nothingMissed(metrics)
      : `${showWorks(count)} ended without a file. Each has one reason: that of the attempt which came furthest.`;
  const lead = [...missedUnknown(metrics), ended].join(' ');
  return html`<section id="missed" aria-labelledby="missed-title">
<h2 id="missed-title">What did I miss, and why?</h2>
<p class="lead">${lead}</p>
${
  count > 0 &&
  table({
    caption: 'Failures by reason',
    columns: [
      { title: 'reason' },
      { title: 'works', kind: 'n' },
      { title: 'compared', kind: 'bar thin' },
      { title: 'what it means, and what to do' },
    ],
    rows: reasons.map(([reason, works]) => [
      html`${reason}`,
      html`${showCount(works)}`,
      bar([{ value: works, tone: toneOf(reason) }], reasons[0]?.[1] ?? 0),
      html`${explained(reason, folder)}${examples(missed[reason] ?? [], works)}`,
    ]),
  })
}
${all !== undefined && html`<p class="small">${withCode(all)}</p>`}
${unknownDois(report)}
${sameWorks(report)}
</section>`;
}

function unknownDois(report: Report): Markup {
  const { unknown_dois: ids } = report;
  if (ids.length === 0) return html``;
  return html`<p>doi.org does not know these DOIs (it answered 404); look whether they are mistyped:</p>
<ul>${ids.map((id) => html`<li class="id"><code>${id}</code></li>`)}</ul>${restLine(moreUnknownDois(report))}`;
}

const restLine = (rest: string | undefined): Markup =>
  rest === undefined ? html`` : html`<p class="small">${withCode(rest)}</p>`;

function sameWorks(report: Report): Markup {
  const { metrics, duplicates: works } = report;
  const text = duplicatesText(metrics);
  if (text === undefined) return html``;
  return html`<h3>Which works are the same?</h3>
<p>${text}.</p>
${table({
  caption: 'Works that are the same as another one',
  columns: [{ title: 'work' }, { title: 'the same as' }],
  rows: works.map(({ doc_id, title, duplicate_of }) => [
    html`<code>${doc_id}</code> <span class="gloss">${title ?? ''}</span>`,
    html`<code>${duplicate_of ?? 'not known'}</code>`,
  ]),
})}${restLine(moreDuplicates(report))}`;
}

function toneOf(reason: string): OutcomeKind {
  const outcome = Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason].outcome : 'failed';
  return outcome === 'good' ? 'failed' : outcome;
}

function explained(reason: string, folder: string | null): Markup {
  const { meaning, advice } = factsOf(reason, { folder: folder ?? undefined });
  return html`${withCode(meaning)} <span class="quiet">${withCode(advice)}</span>`;
}

type MissedWork = Report['missed'][string][number];

function examples(works: readonly MissedWork[], all: number): Markup {
  if (works.length === 0) return html``;
  const title =
    all > works.length
      ? `${works.length} of ${showCount(all)} works`
      : `the ${works.length === 1 ? 'work' : 'works'}`;
  return html`<details class="small"><summary>Show ${title}</summary><ul>${works.map(
    (work) => html`<li class="id">${linked(work)} ${work.title ?? ''}</li>`,
  )}</ul></details>`;
}

/** Only what is an address on the web becomes a link. */
function linked({ doc_id, url }: MissedWork): Markup {
  const parsed = url === null ? undefined : parseUrl(url);
  if (!parsed || !isHttpUrl(parsed) || parsed.href.length > 400) return html`<code>${doc_id}</code>`;
  return html`<a href="${parsed.href}" rel="noopener noreferrer nofollow"><code>${doc_id}</code></a>`;
}
