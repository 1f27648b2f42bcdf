import type { Work } from '../core/work.ts';

/** A line that names no work: reported, counted, never fatal. */
export interface Reject {
  /** Where it stood: file or argument, and line from 1. */
  readonly where: string;
  readonly text: string;
  readonly problem: string;
}

/** Works that belong together in one transaction, with the place to go on from after them. */
export interface Page {
  readonly works: readonly Work[];
  readonly rejects: readonly Reject[];
  /** Where the source goes on after this page; `undefined` when it cannot be continued (it is then read again, and known works are not queued twice). */
  readonly cursor?: string;
}

/** Where works come from. `name` is stable between runs: the cursor is kept under it. */
export interface Source {
  readonly name: string;
  pages(from: string | undefined, signal: AbortSignal): AsyncIterable<Page>;
}
