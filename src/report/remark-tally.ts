import type { AttemptRecord } from '../core/manifest-record.ts';
import type { Counts } from '../core/metrics.ts';
import { isUnknownDoi, neededKey } from './read-record.ts';

/** Works told apart for a remark; beyond them none is counted any more, so that memory stays bounded. */
export const MOST_WORKS = 100_000;

interface Remarks {
  readonly unknown_dois?: number;
  readonly missing_keys?: Counts;
}

export interface RemarkTally {
  add(record: AttemptRecord): void;
  figures(): Remarks;
}

/** Works of which the records tell something that whoever asked can mend. */
export function remarkTally(): RemarkTally {
  const unknown = new Set<string>();
  const locked = new Map<string, Set<string>>();
  return {
    add(record) {
      if (isUnknownDoi(record)) keep(unknown, record.doc_id);
      const key = neededKey(record);
      if (key === undefined) return;
      const works = locked.get(key) ?? new Set();
      locked.set(key, works);
      keep(works, record.doc_id);
    },
    figures: () => ({
      ...(unknown.size > 0 && { unknown_dois: unknown.size }),
      ...(locked.size > 0 && {
        missing_keys: Object.fromEntries([...locked].map(([key, works]) => [key, works.size])),
      }),
    }),
  };
}

function keep(works: Set<string>, id: string): void {
  if (works.size < MOST_WORKS) works.add(id);
}
