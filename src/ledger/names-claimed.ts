import type { Conflict } from '../core/same-work.ts';

/** What came of the names that a work turned out to have. */
export interface NamesClaimed {
  /** Another job is the same work and goes on for both. */
  readonly twin?: {
    readonly id: string;
    /** It has ended with a file; otherwise it is still to be done. */
    readonly hasFile: boolean;
  };
  /** Names that were not given: they belong to another work, or contradict what is known of this one. */
  readonly conflicts: readonly Conflict[];
}
