import { SLO_TARGETS, type SliName } from '../core/metrics.ts';
import { OUTCOMES } from '../core/outcome.ts';
import { advise, byCount, factsOf } from './advise.ts';
import type { Report } from './build-report.ts';
import { escapeMarkdown as safe } from './escape-markdown.ts';
import { showBytes, showCount, showDuration, showNumber, showOr, showShare } from './figures.ts';
import { hostTables, resolverTable, sourceTable } from './markdown-sources.ts';
import { markdownTable } from './markdown-table.ts';

/** The report for people. Everything from outside is escaped; no link is made of it. */
export const renderMarkdown = (report: Report): string =>
  [
    ...heading(report),
    ...got(report),
    ...missed(report),
    ...serviceLevels(report),
    ...resolverTable(report.metrics),
    ...sourceTable(report),
    ...hostTables(report.metrics),
    ...changes(report),
    '',
  ].join('\n');

function heading({ metrics }: Report): readonly string[] {
  const end = metrics.finished_at === null ? 'not finished' : `finished ${metrics.finished_at}`;
  const elapsed = showOr(metrics.timing.elapsed_ms, showDuration);
  return [
    `# Run ${safe(metrics.run_id)}`,
    '',
    `Started ${safe(metrics.started_at)}, ${safe(end)} (${elapsed}). Configuration ${safe(metrics.config_hash)}.`,
    '',
  ];
}

function got({ metrics, kinds, tiers }: Report): readonly string[] {
  const rows = OUTCOMES.map((outcome) => [
    outcome,
    showCount(metrics[outcome]),
    metrics.processed > 0 ? showShare(metrics[outcome] / metrics.processed) : '–',
  ]);
  const list = (counts: Readonly<Record<string, number>>) =>
    byCount(counts)
      .map(([name, count]) => `${showCount(count)} ${safe(name)}`)
      .join(', ') || 'none';
  return [
    '## What did I get?',
    '',
    `${showCount(metrics.processed)} works ended, ${showCount(metrics.waiting)} still wait. ` +
      `${showBytes(metrics.bytes.stored)} were stored, ${showBytes(metrics.bytes.received)} came over the network.`,
    '',
    ...markdownTable(['outcome', 'works', 'share'], rows),
    '',
    `Files: ${list(kinds)}. By tier: ${list(tiers)}.`,
    '',
  ];
}

function missed({ metrics, missed: examples }: Report): readonly string[] {
  const title = ['## What did I miss, and why?', ''];
  const reasons = byCount(metrics.reasons).filter(([reason]) => Object.hasOwn(examples, reason));
  if (reasons.length === 0) return [...title, 'Nothing.', ''];
  const rows = reasons.map(([reason, works]) => {
    const { meaning, advice } = factsOf(reason);
    return [safe(reason), showCount(works), meaning, advice];
  });
  return [
    ...title,
    ...markdownTable(['reason', 'works', 'what it means', 'what to do'], rows),
    '',
    'For example:',
    '',
    ...reasons.flatMap(([reason]) =>
      (examples[reason] ?? []).map(
        (work) => `- ${safe(reason)} (${work.status}): ${safe(work.doc_id)} ${safe(work.title ?? '')}`,
      ),
    ),
    '',
  ];
}

const BOUNDS = { 'at-least': 'at least', 'at-most': 'at most', below: 'below', none: '' } as const;

function serviceLevels({ metrics }: Report): readonly string[] {
  const rows = Object.entries(metrics.slo).map(([name, { value, target, met }]) => {
    const { bound, means } = SLO_TARGETS[name as SliName];
    return [
      safe(name),
      means,
      showOr(value, showNumber),
      target === null ? '–' : `${BOUNDS[bound]} ${showNumber(target)}`,
      met === null ? '–' : met ? 'yes' : '**no**',
    ];
  });
  return [
    '## Service levels',
    '',
    ...markdownTable(['indicator', 'what it is', 'value', 'target', 'met'], rows),
    '',
  ];
}

function changes({ metrics }: Report): readonly string[] {
  const advice = advise(metrics).map(
    ({ host, text }) => `- ${host === undefined ? '' : `${safe(host)} `}${text}`,
  );
  return ['## What should I change?', '', ...(advice.length > 0 ? advice : ['Nothing.'])];
}
