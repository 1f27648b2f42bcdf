import { expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import type { Catalog } from '../../src/ledger/catalog.ts';
import { type Ledger, LOCAL_LANE } from '../../src/ledger/queue.ts';
import { ARXIV, artifact, attempt, ending, HOLDER, pageOf, run, summary, work } from '../ledger/samples.ts';

export interface OpenedCatalog extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly catalog: Catalog;
}

const LIMITS = { maxRows: 100, timeoutMs: 10_000 };

/** The promises of `src/ledger/catalog.ts`, read beside an open ledger of the same database. */
export function catalogContract(open: () => Promise<OpenedCatalog>): void {
  const filled = async (works = 4): Promise<OpenedCatalog> => {
    const opened = await open();
    await opened.ledger.openRun(run());
    await opened.ledger.enqueue(pageOf(works));
    const leases = await opened.ledger.lease([{ lane: ARXIV, limit: works - 1 }], HOLDER);
    for (const [at, lease] of leases.entries()) {
      const stored = artifact({ path: `PDF/${at}.pdf`, sizeBytes: 1000 + at });
      const end = at === 0 ? ending(lease, { kind: 'failed' }) : ending(lease, { artifact: stored });
      await opened.ledger.finish(lease, end);
    }
    return opened;
  };

  test('lists runs with how they ended', async () => {
    await using opened = await filled();
    const { ledger, catalog } = opened;
    expect(await catalog.runs()).toMatchObject([{ run_id: 'run-1', state: 'running', finished_at: null }]);
    await ledger.closeRun('run-1', summary());
    expect(await catalog.runs()).toEqual([
      {
        run_id: 'run-1',
        config_hash: 'hash',
        config_json: '{"out":"runs"}',
        started_at: '2026-01-01T00:00:00.000Z',
        finished_at: '2026-01-01T01:00:00.000Z',
        state: 'finished',
      },
    ]);
    await ledger.openRun(run('run-2'));
    await ledger.openRun(run('run-3'));
    const states = (await catalog.runs()).map(({ run_id, state }) => [run_id, state]);
    expect(states).toEqual([
      ['run-1', 'finished'],
      ['run-2', 'interrupted'],
      ['run-3', 'running'],
    ]);
  });

  test('tells how each work ended, in order', async () => {
    await using opened = await filled();
    const entries = await Array.fromAsync(opened.catalog.entries('run-1'));
    expect(entries.map(({ doc_id, status }) => [doc_id, status])).toEqual([
      [work(0).id, 'failed'],
      [work(1).id, 'saved'],
      [work(2).id, 'saved'],
    ]);
    expect(entries[1]).toEqual({
      doc_id: work(1).id,
      run_id: 'run-1',
      status: 'saved',
      reason: 'ok',
      classification: 'pdf',
      resolver: 'arxiv',
      tier: 'direct_oa',
      url: 'https://arxiv.org/pdf/1',
      canonical_url: 'https://arxiv.org/pdf/1',
      host: 'arxiv.org',
      path: 'PDF/1.pdf',
      sha256: artifact().sha256,
      size_bytes: 1001,
      mime: 'application/pdf',
      license: 'cc-by',
      version: 'published',
      year: 2001,
      title: 'Work 1',
      identity: 'unchecked',
      identity_score: null,
      identity_evidence: null,
      attempts: 1,
      duration_ms: 20,
      config_hash: 'hash',
      created_at: '2026-01-01T00:00:02.000Z',
    });
    expect(await Array.fromAsync(opened.catalog.entries('run-9'))).toEqual([]);
  });

  test('a work that ends again in its run has one entry, the last', async () => {
    await using opened = await filled();
    const { ledger, catalog } = opened;
    await ledger.retryFailed();
    const [lease] = await ledger.lease([{ lane: { host: '', role: '' }, limit: 1 }], HOLDER);
    await ledger.finish(lease!, ending(lease!));
    const entries = await Array.fromAsync(catalog.entries('run-1'));
    expect(entries.map(({ doc_id, status }) => [doc_id, status])).toEqual([
      [work(1).id, 'saved'],
      [work(2).id, 'saved'],
      [work(0).id, 'saved'],
    ]);
  });

  test('gives attempts back as they were recorded', async () => {
    await using opened = await filled();
    const attempts = await Array.fromAsync(opened.catalog.attempts('run-1'));
    expect(attempts).toEqual([0, 1, 2].map((n) => attempt(work(n).id)));
  });

  test('streams more rows than fit one page, without those that come later', async () => {
    await using opened = await filled();
    const { ledger, catalog } = opened;
    const [lease] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
    const journal = Array.from({ length: 1300 }, (_, n) => attempt(work(3).id, { attempt: n }));
    await ledger.release(lease!, journal);
    const seen: unknown[] = [];
    for await (const record of catalog.attempts('run-1')) {
      if (seen.push(record) !== 1) continue;
      const [late] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
      await ledger.release(late!, [attempt('late')]);
    }
    expect(seen).toHaveLength(1303);
    expect(seen.slice(3)).toEqual(journal);
  });

  test('counts the works of a run that still wait', async () => {
    await using opened = await filled();
    expect(await opened.catalog.waiting('run-1')).toBe(1);
    expect(await opened.catalog.waiting('run-2')).toBe(0);
  });

  test('groups works by any of its keys', async () => {
    await using opened = await filled();
    const { catalog } = opened;
    expect(await catalog.stats('status', 'run-1')).toEqual([
      { key: 'failed', works: 1, bytes: 0, outcomes: { failed: 1 } },
      { key: 'saved', works: 2, bytes: 2003, outcomes: { saved: 2 } },
    ]);
    expect(await catalog.stats('resolver')).toEqual([
      { key: 'arxiv', works: 3, bytes: 2003, outcomes: { failed: 1, saved: 2 } },
    ]);
    expect((await catalog.stats('identity')).map(({ key, works }) => [key, works])).toEqual([
      ['', 1],
      ['unchecked', 2],
    ]);
    expect((await catalog.stats('year')).map(({ key }) => key)).toEqual(['2000', '2001', '2002']);
    for (const key of ['tier', 'host', 'license'] as const) {
      expect((await catalog.stats(key)).reduce((sum, { works }) => sum + works, 0)).toBe(3);
    }
  });

  test('tells what is stored for the works of a run: the newest file of each, of whichever run', async () => {
    await using opened = await filled();
    const { ledger, catalog } = opened;
    await ledger.openRun(run('run-2'));
    await ledger.rearm({ runId: 'run-2', works: [work(1).id, work(0).id], forget: true });
    const leases = await ledger.lease([{ lane: LOCAL_LANE, limit: 5 }], { ...HOLDER, runId: 'run-2' });
    for (const lease of leases) {
      const renewed = artifact({ path: 'PDF/renewed.pdf', sha256: 'd'.repeat(64) });
      const isFirst = lease.work.id === work(0).id;
      const options = isFirst ? { kind: 'failed' as const } : { artifact: renewed };
      await ledger.finish(lease, ending(lease, options));
    }
    const stored = async (runId: string) =>
      (await Array.fromAsync(catalog.stored(runId))).map(({ doc_id, path }) => [doc_id, path]);
    expect(await stored('run-1')).toEqual([
      [work(1).id, 'PDF/renewed.pdf'],
      [work(2).id, 'PDF/2.pdf'],
    ]);
    expect(await stored('run-2')).toEqual([[work(1).id, 'PDF/renewed.pdf']]);
  });

  test('answers any SELECT, up to the rows asked for', async () => {
    await using opened = await filled();
    const sql = 'SELECT doc_id, size_bytes FROM catalog_entries ORDER BY id';
    expect(await opened.catalog.query(sql, LIMITS)).toEqual({
      columns: ['doc_id', 'size_bytes'],
      rows: [
        [work(0).id, null],
        [work(1).id, 1001],
        [work(2).id, 1002],
      ],
      truncated: false,
    });
    const some = await opened.catalog.query(`${sql};`, { ...LIMITS, maxRows: 2 });
    expect(some).toMatchObject({ truncated: true, rows: [expect.anything(), expect.anything()] });
  });

  test('names what is wrong with a query', async () => {
    await using opened = await filled();
    const asked = opened.catalog.query('SELECT 1 FROM nowhere', LIMITS);
    await expect(asked).rejects.toThrow(UserError);
    await expect(asked).rejects.toThrow(/no such table: nowhere/);
  });
}
