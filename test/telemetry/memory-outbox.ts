import type { OutboxRow } from '../../src/ledger/queue.ts';
import type { Outbox } from '../../src/telemetry/manifest-place.ts';

/** The outbox of one run in memory. `keeps` is how many exported rows can come again. */
export interface MemoryOutbox extends Outbox {
  /** Commits a record, as the end of a lease does. */
  post(record: object): void;
  readonly marks: { readonly lastId: number; readonly seq: number }[];
}

export function memoryOutbox(keeps = Number.POSITIVE_INFINITY): MemoryOutbox {
  const rows: OutboxRow[] = [];
  const marks: { lastId: number; seq: number }[] = [];
  let exported = 0;
  return {
    marks,
    post: (record) => void rows.push({ id: rows.length + 1, json: JSON.stringify(record) }),
    outbox: async (_runId, limit) => rows.slice(exported, exported + limit),
    exported: async (_runId, lastId, seq) => {
      if (seq < exported) throw new Error(`seq ${seq} after ${exported}`);
      exported = lastId;
      marks.push({ lastId, seq });
    },
    exportedSeq: async () => exported,
    rewindExport: async (_runId, seq) => {
      exported = Math.max(seq, exported - keeps);
      return exported;
    },
  };
}
