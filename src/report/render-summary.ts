import type { Metrics } from '../core/metrics.ts';
import { OUTCOMES } from '../core/outcome.ts';
import { plainText } from '../core/plain-text.ts';
import { byCount, factsOf } from './advise.ts';
import { showBytes, showCount, showDuration, showNumber, showOr, showShare } from './figures.ts';

const SHOWN_REASONS = 8;

/** The closing words of a run, as plain lines. */
export function renderSummary(metrics: Metrics): readonly string[] {
  return [...outcomeLines(metrics), '', ...reasonLines(metrics), ...levelLines(metrics)];
}

function outcomeLines(metrics: Metrics): readonly string[] {
  const { processed, waiting, bytes, timing } = metrics;
  const rows = [
    ...OUTCOMES.map((outcome) => [outcome, metrics[outcome]] as const),
    ['waiting', waiting] as const,
  ];
  const wide = Math.max(...rows.map(([, count]) => showCount(count).length));
  return [
    `${showCount(processed)} works in ${showOr(timing.elapsed_ms, showDuration)}, ${showBytes(bytes.stored)} stored`,
    ...rows
      .filter(([outcome, count]) => count > 0 || outcome === 'saved' || outcome === 'failed')
      .map(([outcome, count]) => {
        const share =
          processed > 0 && outcome !== 'waiting' ? `  ${showShare(count / processed).padStart(7)}` : '';
        return `  ${outcome.padEnd(12)} ${showCount(count).padStart(wide)}${share}`;
      }),
  ];
}

/** Why works ended without a file, most frequent first. */
function reasonLines({ reasons }: Metrics): readonly string[] {
  const rows = byCount(reasons).filter(([reason]) => reason !== 'ok' && reason !== 'not-modified');
  if (rows.length === 0) return [];
  const shown = rows.slice(0, SHOWN_REASONS);
  const wide = Math.max(...shown.map(([reason]) => reason.length));
  const more = rows.length > shown.length ? [`  and ${rows.length - shown.length} more reasons`] : [];
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

function levelLines({ slo }: Metrics): readonly string[] {
  const judged = Object.entries(slo).filter(([, { met }]) => met !== null);
  const missed = judged.filter(([, { met }]) => met === false);
  if (missed.length === 0) return [`service levels: all ${judged.length} met`];
  const list = missed.map(
    ([name, { value, target }]) => `${name} ${showOr(value, showNumber)} (target ${target})`,
  );
  return [`service levels: ${missed.length} of ${judged.length} missed: ${list.join(', ')}`];
}
