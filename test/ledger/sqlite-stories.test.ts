import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Pmid, parseIdentifier } from '../../src/core/identifiers.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { sqliteStories } from '../../src/ledger/sqlite/sqlite-stories.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import {
  ARXIV,
  artifact,
  attempt,
  ending,
  HOLDER,
  NO_HEARTBEATS,
  page,
  queued,
  run,
  work,
} from './samples.ts';

/** Two works: the first has ended with a file, the second still waits. */
async function filled() {
  const dir = await tempDir();
  const path = join(dir.path, 'manifest.sqlite3');
  const ports = { clock: systemClock(), random: seededRandom() };
  const ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
  const first = work(1, { pmid: '123' as Pmid });
  await ledger.openRun(run());
  await ledger.enqueue(page([queued(first), queued(work(2))]));
  const [lease] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
  const end = ending(lease!, { artifact: artifact() });
  const claims = [{ resolver: 'arxiv', url: 'https://arxiv.org/pdf/1', license: 'cc-by' }];
  await ledger.finish(lease!, {
    ...end,
    outcome: { ...end.outcome, claims },
    journal: [attempt(first.id, { status: 'parked' }), attempt(first.id)],
  });
  const stories = sqliteStories(path);
  return {
    stories,
    async [Symbol.asyncDispose]() {
      await stories[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

describe('the story of a work', () => {
  test('is found under any name, with its attempts in order, its end and what sources said', async () => {
    await using opened = await filled();
    const story = await opened.stories.find(parseIdentifier('pmid:123') ?? {});
    expect(story).toMatchObject({
      work: { id: 'doi:10.1000/w1' },
      job: { state: 'done', run_id: 'run-1' },
      entries: [{ run_id: 'run-1', status: 'saved', path: artifact().path }],
      attempts: [{ status: 'parked' }, { status: 'http-200', extra: { note: 'ü' } }],
      claims: [{ resolver: 'arxiv', url: 'https://arxiv.org/pdf/1', license: 'cc-by', version: null }],
    });
    expect(story?.names).toEqual(['doi:10.1000/w1', 'pmid:123']);
    expect(await opened.stories.find(parseIdentifier('10.1000/w9') ?? {})).toBeUndefined();
  });

  test('works that wait are told in the order they were queued, named ones as far as they are known', async () => {
    await using opened = await filled();
    const ids = (works: readonly { readonly id: string }[]) => works.map(({ id }) => id);
    expect(ids(await Array.fromAsync(opened.stories.waiting('run-1')))).toEqual(['doi:10.1000/w2']);
    expect(ids(await Array.fromAsync(opened.stories.waiting('run-9')))).toEqual([]);
    const named = opened.stories.works(['doi:10.1000/w2', 'doi:10.1000/w9', 'doi:10.1000/w1']);
    expect(ids(await Array.fromAsync(named))).toEqual(['doi:10.1000/w2', 'doi:10.1000/w1']);
  });
});
