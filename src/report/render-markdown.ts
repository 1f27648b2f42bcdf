import { SLO_TARGETS, type SliName } from '../core/metrics.ts';
import { OUTCOMES } from '../core/outcome.ts';
import { advise, byCount, factsOf } from './advise.ts';
import type { Report } from './build-report.ts';
import { escapeMarkdown as safe } from './escape-markdown.ts';
import { showBytes, showCount, showDuration, showNumber, showOr, showShare, showWorks } from './figures.ts';
import { headlineOf, worksOf } from './headline.ts';
import { inputWords, NO_INPUT } from './input-words.ts';
import { hostTables, resolverTable, sourceTable } from './markdown-sources.ts';
import { markdownTable } from './markdown-table.ts';
import { missedUnknown, nothingMissed } from './missed-words.ts';
import { allOfReason, moreDuplicates, moreUnknownDois, moreUnsure } from './rest-of-list.ts';
import { cachedNote, duplicatesText, setAsideText } from './told-counts.ts';

/** The report for people. Everything from outside is escaped; no link is made of it. */
export const renderMarkdown = (report: Report): string =>
  [
    ...heading(report),
    ...got(report),
    ...identity(report),
    ...missed(report),
    ...unknownDois(report),
    ...duplicates(report),
    ...serviceLevels(report),
    ...resolverTable(report.metrics),
    ...sourceTable(report),
    ...hostTables(report),
    ...changes(report),
    '',
  ].join('\n');

function heading({ metrics }: Report): readonly string[] {
  const { elapsed_ms } = metrics.timing;
  const end = metrics.finished_at === null ? 'not finished' : `finished ${metrics.finished_at}`;
  const elapsed = elapsed_ms === null ? '' : ` (${showDuration(elapsed_ms)} from first start to end)`;
  return [
    `# ${safe(headlineOf(metrics))}`,
    '',
    `Run ${safe(metrics.run_id)}, started ${safe(metrics.started_at)}, ${safe(end)}${elapsed}. Configuration ${safe(metrics.config_hash)}.`,
    '',
  ];
}

function got({ metrics, kinds, tiers }: Report): readonly string[] {
  const works = worksOf(metrics);
  const setAside = setAsideText(metrics);
  const row = (name: string, count: number) => [
    name,
    showCount(count),
    works > 0 ? showShare(count / works) : '–',
  ];
  const rows = [
    ...OUTCOMES.map((outcome) => row(`${outcome}${cachedNote(outcome, metrics)}`, metrics[outcome])),
    ...(metrics.waiting > 0 ? [row('waiting', metrics.waiting)] : []),
  ];
  const list = (counts: Readonly<Record<string, number>>) =>
    byCount(counts)
      .map(([name, count]) => `${showCount(count)} ${safe(name)}`)
      .join(', ') || 'none';
  return [
    '## What did I get?',
    '',
    `${showWorks(metrics.processed)} ended, ${showCount(metrics.waiting)} still wait. ` +
      `${showBytes(metrics.bytes.stored)} were stored, ${showBytes(metrics.bytes.received)} came over the network.`,
    '',
    ...input(metrics),
    ...markdownTable(['outcome', 'works', 'share'], rows),
    '',
    `Files: ${list(kinds)}. By tier: ${list(tiers)}.`,
    '',
    ...(setAside === undefined ? [] : [`Set aside: ${setAside}.`, '']),
  ];
}

function input(metrics: Report['metrics']): readonly string[] {
  const words = inputWords(metrics);
  return [words === undefined ? NO_INPUT : `What became of the input: ${words}.`, ''];
}

/** Which files may not be the paper: nothing is said where all are proven. */
function identity(report: Report): readonly string[] {
  const { metrics, unsure } = report;
  const { proven, unsure: count, unchecked } = metrics.identity;
  if (count + unchecked === 0) return [];
  const rows = unsure.map((work) => [
    safe(work.doc_id),
    safe(work.title ?? ''),
    showOr(work.identity_score, showNumber),
    safe(work.why),
    safe(work.path ?? ''),
  ]);
  const rest = moreUnsure(report);
  const more = rest === undefined ? [] : [rest, ''];
  return [
    '## Is it the right paper?',
    '',
    `Files proven to be their work: ${showCount(proven)}; unsure: ${showCount(count)}; not checked: ${showCount(unchecked)}.`,
    '',
    ...(rows.length > 0
      ? [...markdownTable(['work', 'title', 'score', 'what was found', 'file'], rows), '', ...more]
      : []),
  ];
}

function missed(report: Report): readonly string[] {
  const { metrics, missed: examples, folder } = report;
  const title = ['## What did I miss, and why?', ''];
  const reasons = byCount(metrics.reasons).filter(([reason]) => Object.hasOwn(examples, reason));
  const unknown = missedUnknown(metrics).map((text) => `${safe(text)}\n`);
  if (reasons.length === 0) return [...title, nothingMissed(metrics), '', ...unknown];
  const rows = reasons.map(([reason, works]) => {
    const { meaning, advice } = factsOf(reason, { folder: folder ?? undefined });
    return [safe(reason), showCount(works), meaning, advice];
  });
  const all = allOfReason(report);
  return [
    ...title,
    ...unknown,
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
    ...(all === undefined ? [] : [all, '']),
  ];
}

function unknownDois(report: Report): readonly string[] {
  const { unknown_dois } = report;
  const rest = moreUnknownDois(report);
  if (unknown_dois.length === 0) return [];
  return [
    'doi.org does not know these DOIs (it answered 404); look whether they are mistyped:',
    '',
    ...unknown_dois.map((id) => `- ${safe(id)}`),
    '',
    ...(rest === undefined ? [] : [rest, '']),
  ];
}

/** Nothing is missed by them, but whoever looks for one must find where its file is. */
function duplicates(report: Report): readonly string[] {
  const { metrics, duplicates: works } = report;
  const rest = moreDuplicates(report);
  const text = duplicatesText(metrics);
  if (text === undefined) return [];
  const rows = works.map((work) => [
    safe(work.doc_id),
    safe(work.duplicate_of ?? 'not known'),
    safe(work.title ?? ''),
  ]);
  return [
    '## Which works are the same?',
    '',
    `${text}.`,
    '',
    ...markdownTable(['work', 'the same as', 'title'], rows),
    '',
    ...(rest === undefined ? [] : [rest, '']),
  ];
}

const BOUNDS = { 'at-least': 'at least', 'at-most': 'at most', below: 'below', none: '' } as const;

function serviceLevels({ metrics }: Report): readonly string[] {
  const rows = Object.entries(metrics.slo).map(([name, { value, target, met, note }]) => {
    const { bound, means } = SLO_TARGETS[name as SliName];
    return [
      safe(name),
      means,
      showOr(value, showNumber),
      target === null ? '–' : `${BOUNDS[bound]} ${showNumber(target)}`,
      note ?? (met === null ? 'not judged' : met ? 'yes' : '**no**'),
    ];
  });
  return [
    '## Service levels',
    '',
    ...markdownTable(['indicator', 'what it is', 'value', 'target', 'met'], rows),
    '',
  ];
}

function changes({ metrics, folder }: Report): readonly string[] {
  const advice = advise(metrics, { folder: folder ?? undefined }).map(
    ({ host, text }) => `- ${host === undefined ? '' : `${safe(host)} `}${text}`,
  );
  return [
    '## What should I change?',
    '',
    ...(advice.length > 0 ? advice : ['Nothing that these records tell.']),
  ];
}
