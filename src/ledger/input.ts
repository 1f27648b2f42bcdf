import type { InputLine } from '../core/input-line.ts';
import type { InputCounts } from '../core/metrics.ts';

/** A line of the input that names no work. */
export interface RejectedLine extends InputLine {
  readonly problem: string;
}

/** A line of the input whose work is accounted for elsewhere. */
export interface DuplicateLine extends InputLine {
  /** The work it was counted for. */
  readonly workId: string;
  readonly problem: string;
}

/** Lines of a page that bring no work. */
export interface LinesBeside {
  /** Committed with the works of the page. */
  readonly rejects?: readonly RejectedLine[];
  /** Further lines of the page, whose works are accounted for elsewhere. */
  readonly leftOut?: readonly DuplicateLine[];
  /** Where a line stood that was rejected because its text was cut there: it is a reject no longer. */
  readonly mended?: string;
}

export interface CountedInput {
  readonly counted: InputCounts;
  /** Distinct works that ended or wait in the run. */
  readonly works: number;
  /** Lines on record that name no work. */
  readonly rejected: number;
  /** Lines on record whose works others account for, and those that an earlier version only counted. */
  readonly duplicates: number;
}

export interface LinesAsk {
  readonly runId: string;
  readonly kind: 'rejected' | 'duplicate';
  /** The id of the last one that is known; 0 for the first. */
  readonly after: number;
  readonly limit: number;
}

export interface StoredLine extends RejectedLine {
  readonly id: number;
  /** Null where it names none. */
  readonly workId: string | null;
}

/** Whether a line was read before a run had all the works it may have. */
export const isReadUntil = ({ entry }: InputLine, full: { readonly until?: number } | undefined): boolean =>
  full?.until === undefined || entry === undefined || entry <= full.until;
