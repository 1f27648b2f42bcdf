import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { commandSet } from '../../src/ledger/sqlite/command-set.ts';
import type { Request } from '../../src/ledger/sqlite/commands.ts';
import { executeBatch } from '../../src/ledger/sqlite/execute-batch.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import { moveNow } from '../../src/platform/node-files.ts';
import type { Sqlite } from '../../src/platform/sqlite.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ARXIV, ending, HOLDER, pageOf, run, work } from './samples.ts';

type Fate = 'fails' | 'is lost on the way back';

/** A connection whose next COMMIT has this fate: it did not happen, or it did and nobody was told. */
function ill(db: Sqlite, fate: () => Fate | undefined): Sqlite {
  const ioError = () => Object.assign(new Error('disk I/O error'), { errcode: 10 });
  return {
    ...db,
    get inTransaction() {
      return db.inTransaction;
    },
    run(sql, ...values) {
      const now = sql === 'COMMIT' ? fate() : undefined;
      if (now === 'fails') throw ioError();
      const changed = db.run(sql, ...values);
      if (now === 'is lost on the way back') throw ioError();
      return changed;
    },
  };
}

function opened(path: string, fate: () => Fate | undefined = () => undefined) {
  const clock = fakeClock();
  const db = ill(openLedgerDatabase(path, clock), fate);
  const core = commandSet(db, { leaseTtlMs: 45_000, moveFile: moveNow });
  let id = 0;
  const ask = (...asked: readonly { name: string; argument: unknown }[]): readonly unknown[] => {
    const requests = asked.map((one) => ({ id: ++id, ...one })) as unknown as readonly Request[];
    return executeBatch(db, core, { requests, now: clock.now() }).map((reply) =>
      'value' in reply ? reply.value : reply.error,
    );
  };
  return { db, ask };
}

const finish = (lease: object) => ({
  name: 'finish',
  argument: { lease, ending: ending({ work: work(0), runId: 'run-1' }) },
});
const LEASE = { jobId: 1, token: 1 };

const start = ({ ask }: ReturnType<typeof opened>) => {
  ask({ name: 'openRun', argument: run() }, { name: 'enqueue', argument: pageOf(2) });
  ask({ name: 'lease', argument: { wants: [{ lane: ARXIV, limit: 1 }], holder: HOLDER } });
};

const told = (db: Sqlite) => ({
  states: db.all('SELECT state FROM jobs ORDER BY id').map((row) => (row as { state: string }).state),
  entries: db.get<{ n: number }>('SELECT count(*) AS n FROM catalog_entries')?.n,
  records: db.get<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE record_json LIKE '%"outcome"%'`)?.n,
});

describe('a commit whose outcome is not told', () => {
  test('and that failed has changed nothing, and the same end can be told again', async () => {
    await using dir = await tempDir();
    const next: { fate?: Fate } = {};
    const ledger = opened(`${dir.path}/ledger.sqlite3`, () => next.fate);
    start(ledger);
    next.fate = 'fails';
    expect(() => ledger.ask(finish(LEASE))).toThrow(UserError);
    expect(told(ledger.db)).toEqual({ states: ['in_progress', 'queued'], entries: 0, records: 0 });
    delete next.fate;
    expect(ledger.ask(finish(LEASE))).toEqual([true]);
    expect(told(ledger.db)).toEqual({ states: ['done', 'queued'], entries: 1, records: 1 });
    ledger.db[Symbol.dispose]();
  });

  test('and that happened is found by whoever reads next: nothing is done or told twice', async () => {
    await using dir = await tempDir();
    const path = `${dir.path}/ledger.sqlite3`;
    const next: { fate?: Fate } = {};
    const first = opened(path, () => next.fate);
    start(first);
    next.fate = 'is lost on the way back';
    expect(() => first.ask(finish(LEASE))).toThrow(/the disk reported an error/);
    first.db[Symbol.dispose]();
    const again = opened(path);
    expect(again.ask({ name: 'openRun', argument: run() })).toEqual([{ reclaimed: 0 }]);
    expect(told(again.db)).toEqual({ states: ['done', 'queued'], entries: 1, records: 1 });
    expect(again.ask(finish(LEASE))).toEqual([false]);
    const [leases] = again.ask({
      name: 'lease',
      argument: { wants: [{ lane: ARXIV, limit: 9 }], holder: HOLDER },
    });
    expect(leases).toMatchObject([{ jobId: 2 }]);
    expect(told(again.db)).toMatchObject({ entries: 1, records: 1 });
    again.db[Symbol.dispose]();
  });
});
