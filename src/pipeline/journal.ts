import type { Clock } from '../core/clock.ts';
import type { Emit } from '../core/events.ts';
import { type AttemptNote, type AttemptRecord, MANIFEST_VERSION } from '../core/manifest-record.ts';

/** Who and what a record belongs to: the same for all records of a lease. */
export interface RecordHead {
  readonly runId: string;
  readonly configHash: string;
  readonly docId: string;
  readonly workerId: string;
}

/** The attempts of the steps running now: shown live, committed when the lease ends. */
export interface Journal {
  readonly note: (attempt: AttemptNote) => void;
  readonly records: readonly AttemptRecord[];
}

export interface JournalDeps {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly orderOf: (resolver: string) => number;
}

export function startJournal(head: RecordHead, { clock, emit, orderOf }: JournalDeps): Journal {
  const records: AttemptRecord[] = [];
  return {
    records,
    note(attempt) {
      const record: AttemptRecord = {
        schema_version: MANIFEST_VERSION,
        record_type: 'attempt',
        run_id: head.runId,
        timestamp: clock.wall().toISOString(),
        doc_id: head.docId,
        ...attempt,
        ...(attempt.resolver !== undefined && { resolver_order: orderOf(attempt.resolver) }),
        config_hash: head.configHash,
        worker_id: head.workerId,
      };
      records.push(record);
      emit({ type: 'attempt', record });
    },
  };
}
