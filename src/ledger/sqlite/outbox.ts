import type { Sqlite } from '../../platform/sqlite.ts';
import type { OutboxRow } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';

/** Exported rows that stay, in case the file turns out to be shorter than reported. */
const KEPT_ROWS = 1000;

type OutboxCommand = 'outbox' | 'exported' | 'exportedSeq' | 'rewindExport';

export function outboxCommands(db: Sqlite): Pick<LedgerCommands, OutboxCommand> {
  const exportedSeq = (runId: string): number =>
    db.get<{ seq: number }>('SELECT exported_seq AS seq FROM runs WHERE run_id = ?', runId)?.seq ?? 0;
  const setExportedSeq = (runId: string, seq: number): void => {
    db.run('UPDATE runs SET exported_seq = ? WHERE run_id = ?', seq, runId);
  };
  return {
    outbox: ({ runId, limit }) =>
      db.all<OutboxRow>(
        'SELECT id, record_json AS json FROM outbox WHERE run_id = ? AND seq IS NULL ORDER BY id LIMIT ?',
        runId,
        limit,
      ),

    exported({ runId, lastId, seq }, now) {
      const rows = db.all<{ id: number }>(
        'SELECT id FROM outbox WHERE run_id = ? AND seq IS NULL AND id <= ? ORDER BY id DESC',
        runId,
        lastId,
      );
      rows.forEach(({ id }, before) => {
        db.run('UPDATE outbox SET seq = ?, exported_at = ? WHERE id = ?', seq - before, Math.floor(now), id);
      });
      db.run('DELETE FROM outbox WHERE run_id = ? AND seq <= ?', runId, seq - KEPT_ROWS);
      setExportedSeq(runId, seq);
    },

    exportedSeq: (runId) => exportedSeq(runId),

    rewindExport({ runId, seq }) {
      const kept = db.get<{ first: number | null }>(
        'SELECT min(seq) AS first FROM outbox WHERE run_id = ? AND seq IS NOT NULL',
        runId,
      );
      const first = kept?.first ?? exportedSeq(runId) + 1;
      const from = Math.max(seq, first - 1);
      db.run('UPDATE outbox SET seq = NULL, exported_at = NULL WHERE run_id = ? AND seq > ?', runId, from);
      setExportedSeq(runId, from);
      return from;
    },
  };
}
