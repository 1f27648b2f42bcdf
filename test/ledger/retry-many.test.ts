import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { NO_HEARTBEATS } from './samples.ts';

const FAILED = 25_000;

test('many failed works wait again in several transactions, so that others write in between', async () => {
  await using dir = await tempDir();
  const path = join(dir.path, 'manifest.sqlite3');
  const ports = { clock: systemClock(), random: seededRandom() };
  {
    using db = openLedgerDatabase(path, ports.clock);
    db.script(`BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${FAILED})
      INSERT INTO jobs (artifact_id, artifact_json, run_id, state, priority, host_key, role, progress_json, created_at,
                        updated_at, last_error)
      SELECT 'doi:10.1000/' || i, '{}', 'r' || (i % 2), 'error', 0, 'a.org', 'artifact', '{}', 1, 1, 'timeout' FROM n;
      INSERT INTO counts SELECT run_id, 'error', count(*) FROM jobs GROUP BY run_id;
      COMMIT;`);
  }
  await using ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
  await using beside = await inThreadLedger(path, ports, NO_HEARTBEATS);
  let isOver = false;
  const retrying = ledger.retryFailed().finally(() => (isOver = true));
  await beside.setPaused(true);
  expect(isOver).toBe(false);
  expect(await retrying).toBe(FAILED);
  expect(await ledger.stats()).toMatchObject({ queued: FAILED, error: 0 });
  using db = openLedgerDatabase(path, ports.clock);
  expect(db.all('SELECT run_id, state, n FROM counts WHERE n > 0')).toEqual([
    { run_id: '', state: 'queued', n: FAILED },
  ]);
  expect(db.all('SELECT host_key, queued FROM hosts')).toEqual([{ host_key: '', queued: FAILED }]);
}, 60_000);
