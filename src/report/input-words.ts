import type { Metrics } from '../core/metrics.ts';
import { showCount } from './figures.ts';

/** Of a report made from a manifest alone, or of a run of an earlier version. */
export const NO_INPUT = 'What became of the lines of the input is not known: these records do not say it.';

/** What became of the input: "120 lines: 115 works, 3 duplicates (duplicates.jsonl), 2 rejected (rejects.jsonl)". */
export function inputWords({ input }: Metrics): string | undefined {
  if (!input) return undefined;
  const { lines, works, duplicates, rejected } = input;
  const parts = [
    counted(works, 'work'),
    ...(duplicates > 0 ? [`${counted(duplicates, 'duplicate')} (duplicates.jsonl)`] : []),
    ...(rejected > 0 ? [`${showCount(rejected)} rejected (rejects.jsonl)`] : []),
  ];
  return `${counted(lines, 'line')}: ${parts.join(', ')}${movedWords(input)}`;
}

/** Runs that share a queue do each other's works. */
function movedWords(input: NonNullable<Metrics['input']>): string {
  const { taken_over = 0, taken_over_from = [], elsewhere = 0, elsewhere_in = [] } = input;
  const [did, went] = [taken_over, elsewhere].map((works) => (works === 1 ? 'was' : 'were'));
  return [
    taken_over > 0 ? `; ${counted(taken_over, 'work')} ${waited(taken_over_from)} ${did} done too` : '',
    elsewhere > 0
      ? `; ${showCount(elsewhere)} of its works ${went} taken by ${elsewhere_in.length === 0 ? 'another run' : runWords('', elsewhere_in).trim()}`
      : '',
  ].join('');
}

const waited = (runs: readonly string[]): string =>
  runs.length === 0 ? 'that waited in the queue before' : `that waited in the queue${runWords('for', runs)}`;

const NAMED_RUNS = 3;

/** ` of run a`, ` of runs a, b, c and 2 more`. */
function runWords(word: string, runs: readonly string[]): string {
  if (runs.length === 0) return '';
  const more = runs.length - NAMED_RUNS;
  const names = `${runs.slice(0, NAMED_RUNS).join(', ')}${more > 0 ? ` and ${showCount(more)} more` : ''}`;
  return ` ${word} ${runs.length === 1 ? 'run' : 'runs'} ${names}`;
}

const counted = (count: number, noun: string): string =>
  `${showCount(count)} ${noun}${count === 1 ? '' : 's'}`;
