import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { searchWorks, sqliteWatch } from '../../src/ledger/sqlite/sqlite-watch.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ARXIV, ending, HOLDER, NO_HEARTBEATS, page, queued, run, work } from './samples.ts';

const TITLES = ['Plain title', '100 % of_all \\ cases', 'An "odd" <b>title</b>'];

test('a display sees the newest run, counters, and each ending once; a search finds titles and names as they are', async () => {
  await using dir = await tempDir();
  const path = join(dir.path, 'manifest.sqlite3');
  const clock = systemClock();
  await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
  await ledger.openRun(run());
  await ledger.enqueue(page(TITLES.map((title, n) => queued(work(n, { title })))));
  await using watch = sqliteWatch(path, clock);
  expect(await watch.newestRun()).toMatchObject({ run_id: 'run-1', state: 'running' });
  expect(await watch.ended('run-1', 0, 10)).toEqual([]);

  const leases = await ledger.lease([{ lane: ARXIV, limit: 2 }], HOLDER);
  for (const lease of leases) await ledger.finish(lease, ending(lease));
  expect(await watch.stats()).toMatchObject({ queued: 1, done: 2, paused: false });
  expect(await watch.lanes()).toMatchObject([{ lane: ARXIV, queued: 1 }]);
  const seen = await watch.ended('run-1', 0, 1);
  const rest = await watch.ended('run-1', seen[0]!.id, 10);
  expect([...seen, ...rest]).toMatchObject(
    leases.map(({ work: { id } }) => ({ doc_id: id, status: 'saved' })),
  );
  expect(await watch.ended('run-1', rest[0]!.id, 10)).toEqual([]);

  const found = (text: string) => searchWorks(path, text, 10).map(({ title }) => title);
  expect(found('plain')).toEqual([TITLES[0]]);
  expect(found('% of_')).toEqual([TITLES[1]]);
  expect(found('\\ cases')).toEqual([TITLES[1]]);
  expect(found('%')).toEqual([TITLES[1]]);
  expect(found("' OR 1=1 --")).toEqual([]);
  expect(found('10.1000/w2')).toEqual([TITLES[2]]);
  expect(searchWorks(path, 'title', 1)).toHaveLength(1);
});
