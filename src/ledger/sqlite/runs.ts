import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';
import { postRecord } from './journal.ts';
import { abandon, reclaimAll } from './reclaim.ts';

export const runCommands = (
  db: Sqlite,
): Pick<LedgerCommands, 'openRun' | 'abandon' | 'closeRun' | 'cursor'> => ({
  openRun(run, now) {
    db.run(`UPDATE runs SET state = 'interrupted' WHERE state = 'running'`);
    db.run(
      `INSERT INTO runs (run_id, config_hash, config_json, started_at, state) VALUES (?, ?, ?, ?, 'running')
       ON CONFLICT DO UPDATE SET config_hash = excluded.config_hash, config_json = excluded.config_json,
                                 finished_at = NULL, state = 'running'`,
      run.runId,
      run.configHash,
      run.configJson,
      run.startedAt,
    );
    const note = { at: run.startedAt, configHash: run.configHash };
    return { reclaimed: reclaimAll(db, { ...note, hasDied: run.lastHolderDied }, Math.floor(now)) };
  },

  abandon: (abandonment, now) => abandon(db, abandonment, Math.floor(now)),

  closeRun({ runId, summary }) {
    db.run(`UPDATE runs SET state = 'finished', finished_at = ? WHERE run_id = ?`, summary.timestamp, runId);
    postRecord(db, summary);
  },

  cursor({ runId, source }) {
    const row = db.get<{ cursor: string | null; exhausted: number }>(
      'SELECT cursor, exhausted FROM cursors WHERE run_id = ? AND source = ?',
      runId,
      source,
    );
    return row && { cursor: row.cursor ?? undefined, exhausted: row.exhausted === 1 };
  },
});
