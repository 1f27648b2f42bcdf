import type { AttemptNote, AttemptRecord } from '../core/manifest-record.ts';
import { type JournalDeps, type RecordHead, startJournal } from '../pipeline/journal.ts';

/** What `doc_id` says where a request was made for the listing and not for a work. */
const LISTING = 'listing';

/** The requests of a listing are on record like any other: committed with the page they led to. */
export interface ListingJournal {
  readonly note: (attempt: AttemptNote) => void;
  /** What was noted since the last call. */
  readonly take: () => readonly AttemptRecord[];
}

export function listingJournal(head: Omit<RecordHead, 'docId'>, deps: JournalDeps): ListingJournal {
  let journal = startJournal({ ...head, docId: LISTING }, deps);
  return {
    note: (attempt) => journal.note({ stage: 'resolve', ...attempt }),
    take() {
      const { records } = journal;
      journal = startJournal({ ...head, docId: LISTING }, deps);
      return records;
    },
  };
}
