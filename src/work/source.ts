import type { InputLine } from '../core/input-line.ts';
import type { Work } from '../core/work.ts';

/** A line that names no work: reported, counted, never fatal. */
export interface Reject extends InputLine {
  readonly problem: string;
}

/** A line whose work is accounted for elsewhere. */
export interface LeftOut extends Reject {
  readonly workId: string;
}

/** Works that belong together in one transaction, with the place to go on from after them. */
export interface Page {
  readonly works: readonly Work[];
  readonly rejects: readonly Reject[];
  /** The lines that name the works; those of a source that has none are known by its name. */
  readonly lines?: ReadonlyMap<Work, InputLine>;
  /** Lines among those of `works` that say something that cannot be used. */
  readonly doubts?: readonly Reject[];
  /** Lines whose works are accounted for elsewhere, and are not among `works`. */
  readonly leftOut?: readonly LeftOut[];
  /** Where a line stood that was rejected because the text was cut there; it is whole by now, and counted anew. */
  readonly mended?: string;
  /** Where the source goes on after this page; `undefined` when it cannot be continued (it is then read again, and known works are not queued twice). */
  readonly cursor?: string;
  /** How many works the source says it has in all; null: it has a length, but has not said it so far. */
  readonly total?: number | null;
  /** Works it has listed with this page, where it knows better than who counts pages: a page may come again. */
  readonly listed?: number;
}

/** Where works come from. `name` is stable between runs: the cursor is kept under it. */
export interface Source {
  readonly name: string;
  /** What was not read when a run stopped is gone: standard input. */
  readonly isReadOnce?: boolean;
  pages(from: string | undefined, signal: AbortSignal): AsyncIterable<Page>;
}
