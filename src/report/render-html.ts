import { createHash } from 'node:crypto';
import type { Report } from './build-report.ts';
import { showDuration, showShare } from './figures.ts';
import { afterRejected, distinctWorksOf, headlineOf } from './headline.ts';
import { changeSection } from './html/change-section.ts';
import { gotSection } from './html/got-section.ts';
import { politeSection, slowSection } from './html/host-sections.ts';
import { html, type Markup } from './html/markup.ts';
import { missedSection } from './html/missed-section.ts';
import { STYLE } from './html/style.ts';

/** Nothing is loaded and nothing runs: the page is this text and the one style sheet in it, known by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const SECTIONS = [
  { id: 'got', title: 'What did I get?' },
  { id: 'missed', title: 'What did I miss?' },
  { id: 'slow', title: 'Who was slow?' },
  { id: 'polite', title: 'Was I polite?' },
  { id: 'change', title: 'What should I change?' },
] as const;

/** The report as one page that opens with no network: escaped, without scripts, for screens, paper and screen readers. */
export const renderHtml = (report: Report): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: POLICY }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Run ${report.metrics.run_id}: ${headline(report)}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${heading(report)}
<main id="main">
${gotSection(report)}
${missedSection(report)}
${slowSection(report)}
${politeSection(report)}
${changeSection(report)}
</main>
<footer><p>Made by ContentDownload from the records of the run. This page loads nothing and sends nothing.</p></footer>
</body>
</html>
`.markup;

/** Of a run that did what was asked, what it brought; of any other one, what it did not do. */
function headline({ metrics }: Report): string {
  const got = metrics.saved + metrics.cached + metrics.html_only;
  if (metrics.state !== 'finished' || got === 0) return headlineOf(metrics).replaceAll('`', '');
  return afterRejected(metrics, `${showShare(got / distinctWorksOf(metrics))} of the works have a file`);
}

function heading(report: Report): Markup {
  const { run_id, started_at, finished_at, timing, config_hash } = report.metrics;
  return html`<header>
<p class="brand">ContentDownload report</p>
<h1>${sentence(headline(report))}</h1>
<p class="facts">Run <code>${run_id}</code> <span>started ${readable(started_at)}</span>, <span>${
    finished_at === null ? 'not finished' : `finished ${readable(finished_at)}`
  }</span>${timing.elapsed_ms !== null && html` <span>(${showDuration(timing.elapsed_ms)} from first start to end)</span>`}. Configuration <code>${config_hash.slice(0, 12)}</code>.</p>
<nav aria-label="Questions"><ul>${SECTIONS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>`;
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** `2026-11-15 11:52:19 UTC`. */
const readable = (iso: string): string => iso.replace(/^(\S{10})T(\d\d:\d\d:\d\d)(?:[.]\d+)?Z$/, '$1 $2 UTC');
