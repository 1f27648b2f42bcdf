import type { Sqlite } from '../../src/platform/sqlite.ts';
import type { Draws } from './draws.ts';

/**
 * A database whose commits reach the disk only now and then, as with `synchronous = NORMAL`: a power cut takes what was
 * committed since. Transactions become savepoints of one long transaction.
 */
export function volatileCommits(real: Sqlite, random: Draws): { readonly db: Sqlite; cutPower(): void } {
  let isInside = false;
  const ensureOuter = (): void => {
    if (!real.inTransaction) real.run('BEGIN');
  };
  const run: Sqlite['run'] = (sql, ...values) => {
    if (sql === 'BEGIN IMMEDIATE') {
      ensureOuter();
      isInside = true;
      return real.run('SAVEPOINT transaction_of_caller');
    }
    if (sql === 'COMMIT') {
      isInside = false;
      real.run('RELEASE transaction_of_caller');
      if (random.chance('checkpoint', 0.1)) real.run('COMMIT');
      return 0;
    }
    if (sql === 'ROLLBACK') {
      isInside = false;
      real.run('ROLLBACK TO transaction_of_caller');
      return real.run('RELEASE transaction_of_caller');
    }
    return real.run(sql, ...values);
  };
  return {
    cutPower: () => {
      if (real.inTransaction) real.run('ROLLBACK');
    },
    db: {
      path: real.path,
      run,
      get: real.get,
      all: real.all,
      script: real.script,
      get inTransaction() {
        return isInside;
      },
      [Symbol.dispose]: () => undefined,
    },
  };
}
