import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';
import { setOffline } from './control.ts';
import { beginInput, inputOf, linesIn, linesOnRecord, worksOf } from './inputs.ts';
import { postRecord } from './journal.ts';
import { mendWaits } from './mend-waits.ts';
import { abandon, reclaimAll } from './reclaim.ts';
import { placeIn } from './source-places.ts';

export const runCommands = (
  db: Sqlite,
): Pick<
  LedgerCommands,
  'openRun' | 'abandon' | 'closeRun' | 'interruptRun' | 'cursor' | 'countedInput' | 'inputLines'
> => ({
  openRun(run, now) {
    mendWaits(db, Math.floor(now));
    db.run(`UPDATE runs SET state = 'interrupted' WHERE state = 'running'`);
    setOffline(db, null);
    db.run(
      `INSERT INTO runs (run_id, config_hash, config_json, started_at, state) VALUES (?, ?, ?, ?, 'running')
       ON CONFLICT DO UPDATE SET config_hash = excluded.config_hash, config_json = excluded.config_json,
                                 finished_at = NULL, state = 'running'`,
      run.runId,
      run.configHash,
      run.configJson,
      run.startedAt,
    );
    beginInput(db, run.runId);
    const note = { at: run.startedAt, configHash: run.configHash };
    return { reclaimed: reclaimAll(db, { ...note, hasDied: run.lastHolderDied }, Math.floor(now)) };
  },

  abandon: (abandonment, now) => abandon(db, abandonment, Math.floor(now)),

  closeRun({ runId, summary }) {
    db.run(`UPDATE runs SET state = 'finished', finished_at = ? WHERE run_id = ?`, summary.timestamp, runId);
    postRecord(db, summary);
  },

  interruptRun(runId) {
    db.run(`UPDATE runs SET state = 'interrupted' WHERE run_id = ? AND state = 'running'`, runId);
    setOffline(db, null);
  },

  cursor: ({ runId, source }) => placeIn(db, runId, source),

  countedInput: (runId) => ({
    counted: inputOf(db, runId) ?? { lines: 0, works: 0, duplicates: 0, rejected: 0 },
    works: worksOf(db, runId),
    ...linesOnRecord(db, runId),
  }),

  inputLines: (ask) => linesIn(db, ask),
});
