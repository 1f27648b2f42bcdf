import type { Instant } from '../../core/clock.ts';
import { type Sqlite, storageProblem } from '../../platform/sqlite.ts';
import type { LedgerCommands, Reply, Request } from './commands.ts';

function execute(core: LedgerCommands, request: Request, now: Instant): unknown {
  const command = core[request.name] as (argument: unknown, now: Instant) => unknown;
  return command(request.argument, now);
}

/** A command that fails takes back its own changes only; trouble with the file itself ends the whole batch. */
function executeOne(db: Sqlite, request: Request, run: () => unknown): Reply {
  const { id } = request;
  db.run('SAVEPOINT command');
  try {
    const value = run();
    db.run('RELEASE command');
    return { id, value };
  } catch (error) {
    if (!db.inTransaction || storageProblem(error, db.path)) throw error;
    db.run('ROLLBACK TO command');
    db.run('RELEASE command');
    return { id, error };
  }
}

/**
 * Many commands, one transaction, one fsync: group commit. Replies are true only once this returns. Throws without
 * having changed anything when another process is writing (`isBusy`).
 */
export function executeBatch(
  db: Sqlite,
  core: LedgerCommands,
  batch: { readonly requests: readonly Request[]; readonly now: Instant },
): readonly Reply[] {
  db.run('BEGIN IMMEDIATE');
  try {
    const replies = batch.requests.map((request) =>
      executeOne(db, request, () => execute(core, request, batch.now)),
    );
    db.run('COMMIT');
    return replies;
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK');
    throw storageProblem(error, db.path) ?? error;
  }
}
