import type { Metrics } from '../core/metrics.ts';
import { showCount } from './figures.ts';

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
function movedWords({ taken_over = 0, elsewhere = 0 }: NonNullable<Metrics['input']>): string {
  const [did, went] = [taken_over, elsewhere].map((works) => (works === 1 ? 'was' : 'were'));
  return [
    taken_over > 0 ? `; ${counted(taken_over, 'work')} that waited in the queue before ${did} done too` : '',
    elsewhere > 0 ? `; ${showCount(elsewhere)} of its works ${went} taken by another run` : '',
  ].join('');
}

const counted = (count: number, noun: string): string =>
  `${showCount(count)} ${noun}${count === 1 ? '' : 's'}`;
