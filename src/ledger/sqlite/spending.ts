import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';

const KEY = 'spent ';

/** One row of `control` per day that counts; those of days before say nothing any more. */
export const spendingCommands = (db: Sqlite): Pick<LedgerCommands, 'spend'> => ({
  spend({ day, microUsd, limitMicroUsd }) {
    const key = `${KEY}${day}`;
    const spent = Number(
      db.get<{ value: string }>('SELECT value FROM control WHERE key = ?', key)?.value ?? 0,
    );
    const total = spent + microUsd;
    if (limitMicroUsd !== undefined && total > limitMicroUsd)
      return { isBooked: false, spentMicroUsd: spent };
    db.run(`DELETE FROM control WHERE key LIKE '${KEY}%' AND key < ?`, key);
    db.run(
      'INSERT INTO control (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      key,
      String(total),
    );
    return { isBooked: true, spentMicroUsd: total };
  },
});
