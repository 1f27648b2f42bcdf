import type { Metrics } from '../core/metrics.ts';
import { OUTCOMES } from '../core/outcome.ts';
import { plainText } from '../core/plain-text.ts';
import { byCount, factsOf, isMissing } from './advise.ts';
import { showCount, showNoun, showNumber, showOr, showShare } from './figures.ts';
import { headlineOf, worksOf } from './headline.ts';
import { inputWords } from './input-words.ts';
import { shellWord } from './shell-word.ts';
import {
  cachedNote,
  duplicatesText,
  missingKeysTexts,
  setAsideText,
  unknownDoisText,
} from './told-counts.ts';

const SHOWN_REASONS = 8;

/** The closing words of a run, as plain lines. With the file of its ledger they name commands that can be typed as they stand. */
export function renderSummary(metrics: Metrics, ledger?: string): readonly string[] {
  return [
    ...outcomeLines(metrics),
    ...inputLines(metrics),
    ...identityLine(metrics, ledger),
    ...setAsideLine(metrics),
    ...duplicateLine(metrics),
    '',
    ...reasonLines(metrics),
    ...remarkLines(metrics),
    ...levelLines(metrics),
  ];
}

function outcomeLines(metrics: Metrics): readonly string[] {
  const { waiting } = metrics;
  const works = worksOf(metrics);
  const rows = [
    ...OUTCOMES.map((outcome) => [outcome, metrics[outcome]] as const),
    ['waiting', waiting] as const,
  ];
  const wide = Math.max(...rows.map(([, count]) => showCount(count).length));
  return [
    headlineOf(metrics),
    ...rows
      .filter(([outcome, count]) => count > 0 || outcome === 'saved' || outcome === 'failed')
      .map(([outcome, count]) => {
        const share = works > 0 ? `  ${showShare(count / works).padStart(7)}` : '';
        return `  ${outcome.padEnd(12)} ${showCount(count).padStart(wide)}${share}${cachedNote(outcome, metrics)}`;
      }),
  ];
}

function unprovenCommand(runId: string, ledger: string): string {
  const sql = `SELECT doc_id, path FROM catalog_entries WHERE run_id = '${runId.replaceAll("'", "''")}' AND identity <> 'proven'`;
  return `contentdownload catalog query --db-path ${shellWord(ledger)} --sql ${shellWord(sql)}`;
}

function setAsideLine(metrics: Metrics): readonly string[] {
  const text = setAsideText(metrics);
  return text === undefined ? [] : [`set aside: ${text}`];
}

function duplicateLine(metrics: Metrics): readonly string[] {
  const text = duplicatesText(metrics);
  return text === undefined ? [] : [`duplicates: ${text}`];
}

/** Told only where some file is not proven to be its work. */
function identityLine({ identity, run_id }: Metrics, ledger: string | undefined): readonly string[] {
  const { proven, unsure, unchecked } = identity;
  if (unsure + unchecked === 0) return [];
  const parts = [
    `${showCount(proven)} proven`,
    ...(unsure > 0 ? [`${showCount(unsure)} unsure`] : []),
    ...(unchecked > 0 ? [`${showCount(unchecked)} unchecked`] : []),
  ];
  const list = ledger === undefined ? '' : ` (list them: ${unprovenCommand(run_id, ledger)})`;
  return [`identity: ${parts.join(', ')}${list}`];
}

function inputLines(metrics: Metrics): readonly string[] {
  const words = inputWords(metrics);
  return words === undefined ? [] : ['', `input: ${words}`];
}

/** Why works ended without a file, most frequent first. */
function reasonLines({ reasons }: Metrics): readonly string[] {
  const rows = byCount(reasons).filter(([reason]) => isMissing(reason));
  if (rows.length === 0) return [];
  const shown = rows.slice(0, SHOWN_REASONS);
  const wide = Math.max(...shown.map(([reason]) => reason.length));
  const more =
    rows.length > shown.length
      ? [`  and ${showNoun(rows.length - shown.length, 'more reason')}, told in the report`]
      : [];
  return [
    'without a file:',
    ...shown.map(
      ([reason, count]) =>
        `  ${plainText(reason).padEnd(wide)} ${showCount(count).padStart(7)}  ${factsOf(reason).meaning}`,
    ),
    ...more,
    '',
  ];
}

/** What whoever asked can mend. */
function remarkLines(metrics: Metrics): readonly string[] {
  const dois = unknownDoisText(metrics);
  const lines = [
    ...(dois === undefined ? [] : [`DOIs: ${dois}`]),
    ...missingKeysTexts(metrics).map((text) => `keys: ${text}`),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function levelLines({ slo }: Metrics): readonly string[] {
  const levels = Object.entries(slo);
  const judged = levels.filter(([, { met }]) => met !== null);
  const missed = judged.filter(([, { met }]) => met === false);
  const unmeasured = levels.filter(([, { note }]) => note !== undefined).map(([name]) => name);
  const rest = unmeasured.length > 0 ? `; not measured: ${unmeasured.join(', ')}` : '';
  if (judged.length === 0) return [`service levels: nothing to judge${rest}`];
  if (missed.length === 0) return [`service levels: ${judged.length} judged, none missed${rest}`];
  const list = missed.map(
    ([name, { value, target }]) => `${name} ${showOr(value, showNumber)} (target ${target})`,
  );
  return [`service levels: ${missed.length} of ${judged.length} missed: ${list.join(', ')}${rest}`];
}
