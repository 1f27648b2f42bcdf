import { openSqliteReader, type Sqlite } from '../../platform/sqlite.ts';

const KEY = 'ledger_id';

const storedId = (db: Pick<Sqlite, 'get'>): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM control WHERE key = ?', KEY)?.value;

/** Gives a ledger its id, once. It moves with the file, and a copy of the file has the same. */
export function nameLedger(db: Sqlite): void {
  if (storedId(db) !== undefined) return;
  db.run(
    'INSERT INTO control (key, value) VALUES (?, lower(hex(randomblob(16)))) ON CONFLICT DO NOTHING',
    KEY,
  );
}

/** The id of the ledger in this file; `undefined`: there is none, it cannot be read, or no newer version has written to it. */
export function ledgerIdAt(path: string): string | undefined {
  try {
    using db = openSqliteReader(path);
    return storedId(db);
  } catch {
    return undefined;
  }
}
