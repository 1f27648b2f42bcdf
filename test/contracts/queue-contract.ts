import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ArxivId, Doi, OpenAlexId, Pmcid, Pmid, WorkId } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import { type Lane, type Lease, type Ledger, LOCAL_LANE } from '../../src/ledger/queue.ts';
import {
  ARXIV,
  artifact,
  attempt,
  DOI_ORG,
  ending,
  HOLDER,
  only,
  page,
  pageOf,
  queued,
  run,
  summary,
  work,
} from '../ledger/samples.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Opens an empty ledger whose leases last 45 s and are not extended by heartbeats. */
export type OpenLedger = (clock: FakeClock) => Promise<Ledger>;

const any = (limit = 10, lane: Lane = ARXIV) => [{ lane, limit }];
const titles = (leases: readonly Lease[]) => leases.map(({ work: { title } }) => title);

/** The promises of `src/ledger/queue.ts`: every adapter keeps them all. */
export function queueContract(open: OpenLedger): void {
  const opened = async () => {
    const clock = fakeClock();
    const ledger = await open(clock);
    await ledger.openRun(run());
    return { clock, ledger, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
  };
  const leaseOne = async (ledger: Ledger, lane: Lane = ARXIV, runId = HOLDER.runId) =>
    only(await ledger.lease(any(1, lane), { ...HOLDER, runId }));

  test('a work is queued once, under whichever of its identifiers it is named', async () => {
    await using one = await opened();
    const { ledger } = one;
    const openalex = 'W2741809807' as OpenAlexId;
    const both = work(1, { openalex });
    const { doi: _doi, ...rest } = both;
    const byOpenAlex = { ...rest, id: `openalex:${openalex}` as WorkId };
    expect(await ledger.enqueue(page([queued(byOpenAlex)]))).toEqual({ added: 1, rearmed: 0, duplicates: 0 });
    expect(await ledger.enqueue(page([queued(both), queued(work(1))]))).toEqual({
      added: 0,
      rearmed: 0,
      duplicates: 2,
    });
    const lease = await leaseOne(ledger);
    expect(lease.work).toEqual({ ...both, id: byOpenAlex.id });
    expect(await ledger.lease(any(), HOLDER)).toEqual([]);
  });

  test('versions of an arXiv paper and its DOI are one work', async () => {
    await using one = await opened();
    const byId = (id: string, more: object) => queued({ id: id as WorkId, ...more });
    const count = await one.ledger.enqueue(
      page([
        byId('arxiv:2104.12255', { arxiv: '2104.12255v2' as ArxivId }),
        byId('arxiv:2104.12255', { arxiv: '2104.12255' as ArxivId }),
        byId('doi:10.48550/arxiv.2104.12255', { doi: '10.48550/arxiv.2104.12255' as Doi }),
      ]),
    );
    expect(count).toEqual({ added: 1, rearmed: 0, duplicates: 2 });
  });

  const W99 = { id: 'openalex:W99' as WorkId, openalex: 'W99' as OpenAlexId };
  const twin = (id: string, hasFile: boolean) => ({ twin: { id, hasFile }, conflicts: [] });
  const twins = async (ledger: Ledger) => {
    await ledger.enqueue(page([queued(work(1)), queued(W99)]));
    const [first, second] = await ledger.lease(any(2), HOLDER);
    if (!first || !second) throw new Error('two works wait');
    return { first, second };
  };

  test('of two jobs that turn out to be one work, the one queued first goes on under all names', async () => {
    await using one = await opened();
    const { ledger } = one;
    const { first, second } = await twins(ledger);
    expect(await ledger.claimNames(first.work.id, ['pmid:7'])).toEqual({ conflicts: [] });
    expect(await ledger.claimNames(second.work.id, ['pmid:7', 'pmcid:PMC8'])).toEqual(
      twin(first.work.id, false),
    );
    expect(await ledger.claimNames(first.work.id, ['pmcid:PMC8'])).toEqual({ conflicts: [] });
    await ledger.finish(second, ending(second, { kind: 'skipped', reason: 'duplicate-work' }));
    const again = [queued(W99), queued({ id: 'pmcid:PMC8' as WorkId, pmcid: 'PMC8' as Pmcid })];
    expect(await ledger.enqueue(page(again))).toEqual({ added: 0, rearmed: 0, duplicates: 2 });
  });

  test('a work that learns the name of a later one makes that one look again at its turn', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(page([queued(work(1)), queued(W99)]));
    expect(await ledger.claimNames(work(1).id, [W99.id])).toEqual({ conflicts: [] });
    const [first, second] = await ledger.lease(any(2), HOLDER);
    expect([first?.progress.named, second?.progress.named]).toEqual([undefined, 0]);
    expect(await ledger.claimNames(W99.id, [])).toEqual(twin(work(1).id, false));
  });

  test('a twin that ended without a file stands in nobody’s way; one with a file always does', async () => {
    await using one = await opened();
    const { ledger } = one;
    const { first, second } = await twins(ledger);
    await ledger.finish(first, ending(first, { kind: 'failed', reason: 'no-candidates' }));
    expect(await ledger.claimNames(second.work.id, [first.work.id])).toEqual({ conflicts: [] });
    await ledger.finish(second, ending(second));
    const late = { id: 'pmid:55' as WorkId, pmid: '55' as Pmid };
    await ledger.enqueue(page([queued(late)]));
    expect(await ledger.claimNames(late.id, [first.work.id])).toEqual(twin(second.work.id, true));
  });

  test('a line that names two waiting works makes them one', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(page([queued(work(1)), queued(W99)]));
    const count = await ledger.enqueue(page([queued(work(1, { openalex: W99.openalex }))]));
    expect(count.duplicates).toBe(1);
    expect(await ledger.claimNames(W99.id, [])).toEqual(twin(work(1).id, false));
  });

  const pmidWork = (n: number) => work(n, { pmid: '5' as Pmid });
  const counted = async (ledger: Ledger) => (await ledger.countedInput('run-1')).counted;

  test('works with different DOIs are two, whatever else they share; the later one is told the conflict', async () => {
    await using one = await opened();
    const { ledger } = one;
    const url = 'https://proceedings.org/all.pdf';
    const shared = { url, openalex: 'W7' as OpenAlexId, pmid: '5' as Pmid };
    const pages = page([queued(work(1, shared)), queued(work(2, shared))]);
    expect(await ledger.enqueue(pages)).toEqual({ added: 2, rearmed: 0, duplicates: 0 });
    const [first, second] = await ledger.lease(any(2), HOLDER);
    expect(first?.work).toEqual(work(1, shared));
    expect(second?.work).toEqual({
      ...work(2, { url }),
      conflicts: [
        { name: 'openalex:W7', with: work(1).id },
        { name: 'pmid:5', with: work(1).id },
      ],
    });
    expect(await ledger.enqueue(pages)).toEqual({ added: 0, rearmed: 0, duplicates: 2 });
    expect(await counted(ledger)).toEqual({ lines: 4, works: 2, duplicates: 2, rejected: 0 });
  });

  test('a work without a DOI is the one that has its PMID; where two claim it, it is neither', async () => {
    await using one = await opened();
    const { ledger } = one;
    const bare = { id: 'pmid:5' as WorkId, pmid: '5' as Pmid };
    expect(await ledger.enqueue(page([queued(pmidWork(1)), queued(bare)]))).toMatchObject({ duplicates: 1 });
    expect(await ledger.enqueue(page([queued(pmidWork(2)), queued(bare), queued(bare)]))).toEqual({
      added: 2,
      rearmed: 0,
      duplicates: 1,
    });
    expect(await counted(ledger)).toEqual({ lines: 5, works: 3, duplicates: 2, rejected: 0 });
  });

  test('two works with nothing but the same address are one; an address beside a DOI joins nothing', async () => {
    await using one = await opened();
    const { ledger } = one;
    const url = 'https://x.org/1';
    const bare = { id: `url:${url}` as WorkId, url };
    const works = [queued(work(1, { url })), queued(bare), queued(bare)];
    expect(await ledger.enqueue(page(works))).toEqual({ added: 2, rearmed: 0, duplicates: 1 });
  });

  test('a preprint and its article are two works, in either order', async () => {
    await using one = await opened();
    const { ledger } = one;
    const arxiv = (id: string) => ({ arxiv: id as ArxivId });
    const preprint = (id: string) => ({ id: `arxiv:${id}` as WorkId, ...arxiv(id) });
    const works = [
      queued(work(1, arxiv('2104.00001'))),
      queued(preprint('2104.00001')),
      queued(preprint('2104.00002')),
      queued(work(2, arxiv('2104.00002'))),
    ];
    expect(await ledger.enqueue(page(works))).toEqual({ added: 4, rearmed: 0, duplicates: 0 });
    const leases = await ledger.lease(any(), HOLDER);
    expect(leases.map((lease) => lease.work.conflicts)).toEqual([
      undefined,
      [{ name: 'arxiv:2104.00001', with: work(1).id }],
      undefined,
      [{ name: 'arxiv:2104.00002', with: 'arxiv:2104.00002' }],
    ]);
    expect(leases.map((lease) => lease.work.arxiv)).toEqual(works.map((each) => each.work.arxiv));
    expect(await ledger.enqueue(page(works))).toEqual({ added: 0, rearmed: 0, duplicates: 4 });
  });

  test('what a source says later follows the same rule: a contradiction changes nothing', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(page([queued(pmidWork(1)), queued(work(2))]));
    expect(await ledger.claimNames(work(2).id, [work(2).id, 'pmid:5', 'pmcid:PMC1'])).toEqual({
      conflicts: [{ name: 'pmid:5', with: work(1).id }],
    });
    expect(await ledger.claimNames(work(2).id, [work(1).id])).toEqual({
      conflicts: [{ name: work(1).id, with: work(2).id }],
    });
    const late = { id: 'pmcid:PMC1' as WorkId, pmcid: 'PMC1' as Pmcid };
    expect(await ledger.enqueue(page([queued(late)]))).toMatchObject({ duplicates: 1 });
  });

  test('a twin waits for the end of the other, and goes on by itself where that brought no file', async () => {
    for (const kind of ['failed', 'saved'] as const) {
      await using one = await opened();
      const { ledger, clock } = one;
      const { first, second } = await twins(ledger);
      expect(await ledger.claimNames(second.work.id, [first.work.id])).toEqual(twin(first.work.id, false));
      const next = { lane: LOCAL_LANE, at: clock.now() + 9e6, why: 'twin', pushBack: false };
      await ledger.park(second, { progress: NO_PROGRESS, next, journal: [] });
      expect(await ledger.lease(any(1, LOCAL_LANE), HOLDER)).toEqual([]);
      await ledger.finish(first, ending(first, kind === 'saved' ? {} : { kind, reason: 'no-candidates' }));
      const again = only(await ledger.lease(any(1, LOCAL_LANE), HOLDER));
      expect(await ledger.claimNames(again.work.id, [first.work.id])).toEqual(
        kind === 'saved' ? twin(first.work.id, true) : { conflicts: [] },
      );
      // Parked again, too late to be woken: the other has ended already.
      await ledger.park(again, { progress: NO_PROGRESS, next, journal: [] });
      expect(await ledger.lease(any(1, LOCAL_LANE), HOLDER)).toHaveLength(1);
    }
  });

  test('lines are counted for the run they were fed to; works that another run takes over are counted apart', async () => {
    await using one = await opened();
    const { ledger } = one;
    const rejects = [{ where: 'ids.txt:3', text: 'x', problem: 'is none' }];
    const leftOut = [{ where: 'ids.txt:4', text: 'y', workId: 'doi:10.1/y', problem: 'left out' }];
    await ledger.enqueue(page([queued(work(1)), queued(work(2)), queued(work(1))], { rejects, leftOut }));
    expect(await ledger.countedInput('run-1')).toEqual({
      counted: { lines: 5, works: 2, duplicates: 2, rejected: 1 },
      works: 2,
      rejected: 1,
      duplicates: 2,
    });
    const lines = { runId: 'run-1', after: 0, limit: 9 };
    expect(await ledger.inputLines({ ...lines, kind: 'rejected' })).toEqual([
      { id: 1, ...rejects[0], workId: null },
    ]);
    const same = { where: work(1).id, text: work(1).id, workId: work(1).id, problem: 'same work' };
    expect(await ledger.inputLines({ ...lines, kind: 'duplicate' })).toEqual([
      { id: 2, ...leftOut[0] },
      { id: 3, ...same },
    ]);
    expect(await ledger.inputLines({ ...lines, kind: 'duplicate', after: 2, limit: 1 })).toEqual([
      { id: 3, ...same },
    ]);
    const first = only(await ledger.lease(any(1), HOLDER));
    await ledger.finish(first, ending(first));
    await ledger.openRun(run('run-2'));
    await ledger.lease(any(1), { ...HOLDER, runId: 'run-2' });
    const of = async (runId: string) => (await ledger.countedInput(runId)).counted;
    expect(await of('run-1')).toEqual({
      lines: 5,
      works: 2,
      duplicates: 2,
      rejected: 1,
      elsewhere: 1,
      elsewhere_in: ['run-2'],
    });
    expect(await of('run-2')).toEqual({
      lines: 0,
      works: 0,
      duplicates: 0,
      rejected: 0,
      taken_over: 1,
      taken_over_from: ['run-1'],
    });
    await ledger.enqueue(page([queued(work(1))], { runId: 'run-2' }));
    expect(await ledger.countedInput('run-2')).toMatchObject({
      counted: { lines: 1, works: 1, taken_over: 1 },
      works: 2,
    });
    expect((await ledger.countedInput('run-1')).works).toBe(1);
  });

  test('leases come by priority, then in order of arrival, from the lane asked for', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(
      page([
        queued(work(1, { priority: 5 })),
        queued(work(2)),
        queued(work(3), DOI_ORG),
        queued(work(4)),
        queued(work(5, { priority: -1 })),
      ]),
    );
    const leases = await ledger.lease(any(3), HOLDER);
    expect(titles(leases)).toEqual(['Work 5', 'Work 2', 'Work 4']);
    expect(leases[0]).toMatchObject({
      token: 1,
      attempts: 0,
      runId: 'run-1',
      lane: ARXIV,
      progress: NO_PROGRESS,
    });
    expect(await ledger.lease(any(1, { host: 'arxiv.org', role: 'landing' }), HOLDER)).toEqual([]);
    expect(titles(await ledger.lease([...any(5), ...any(5, DOI_ORG)], HOLDER))).toEqual(['Work 1', 'Work 3']);
  });

  test('an urgent second naming makes a waiting work urgent', async () => {
    await using one = await opened();
    await one.ledger.enqueue(pageOf(3));
    await one.ledger.enqueue(page([queued(work(2, { priority: -100 }))]));
    expect(titles(await one.ledger.lease(any(1), HOLDER))).toEqual(['Work 2']);
  });

  test('a lane tells whether urgent works wait in it that may run now', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(page([queued(work(1, { priority: 7000 })), queued(work(2), DOI_ORG)]));
    const urgentIn = async () =>
      (await ledger.lanes()).filter(({ isUrgent }) => isUrgent).map(({ lane }) => lane);
    expect(await urgentIn()).toEqual([]);
    await ledger.enqueue(page([queued(work(3, { priority: -992_000 }))]));
    expect(await urgentIn()).toEqual([ARXIV]);
    const lease = only(await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER));
    expect(lease.work.id).toBe(work(3).id);
    expect(await urgentIn()).toEqual([]);
  });

  test('no two live leases name the same job', async () => {
    await using one = await opened();
    await one.ledger.enqueue(pageOf(20));
    const leases = await Promise.all(Array.from({ length: 8 }, () => one.ledger.lease(any(3), HOLDER)));
    const ids = leases.flat().map(({ jobId }) => jobId);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('whatever is leased joins the run of its holder, whichever run queued it', async () => {
    await using one = await opened();
    await one.ledger.enqueue(page([queued(work(1))], { runId: undefined }));
    await one.ledger.enqueue(page([queued(work(2))], { runId: 'run-0' }));
    const leases = await one.ledger.lease(any(), HOLDER);
    expect(leases.map(({ runId }) => runId)).toEqual(['run-1', 'run-1']);
  });

  test('a waiting work joins the run that names it', async () => {
    await using one = await opened();
    await one.ledger.enqueue(page([queued(work(1))], { runId: 'run-0' }));
    await one.ledger.enqueue(page([queued(work(1))], { runId: 'run-1' }));
    expect((await leaseOne(one.ledger)).runId).toBe('run-1');
  });

  test('a lease that ran out is leased again with a higher token', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(1));
    const lost = await leaseOne(ledger);
    await clock.advance(44_000);
    expect(await ledger.lease(any(), HOLDER)).toEqual([]);
    await clock.advance(2_000);
    const held = await leaseOne(ledger);
    expect(held).toMatchObject({ jobId: lost.jobId, token: lost.token + 1, attempts: 0 });
  });

  test('a stale token changes nothing, whatever the call', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(1));
    const stale = await leaseOne(ledger);
    await clock.advance(46_000);
    const held = await leaseOne(ledger);
    const progress = { ...NO_PROGRESS, tier: 9 };
    const next = { lane: DOI_ORG, at: clock.now() + 1e6, why: 'rate', pushBack: true };
    const journal = [attempt(stale.work.id)];
    const move = { from: '/nowhere/new', to: '/nowhere/old' };
    const before = [await ledger.lanes(), await ledger.stats(), await ledger.outbox('run-1', 100)];
    expect(await ledger.checkpoint(stale, progress)).toBe(false);
    expect(await ledger.replaceFile(stale, move)).toBe(false);
    expect(await ledger.park(stale, { progress, next, journal })).toBe(false);
    const retrial = { reason: 'timeout', at: clock.now(), lane: DOI_ORG, progress, journal } as const;
    expect(await ledger.retry(stale, retrial)).toBe(false);
    expect(await ledger.release(stale, journal)).toBe(false);
    expect(await ledger.finish(stale, ending(stale))).toBe(false);
    expect([await ledger.lanes(), await ledger.stats(), await ledger.outbox('run-1', 100)]).toEqual(before);
    expect(await ledger.release(held, [])).toBe(true);
    expect(await leaseOne(ledger)).toMatchObject({ progress: NO_PROGRESS, attempts: 0 });
  });

  test('an ended lease cannot end its job a second time', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    expect(await ledger.finish(lease, ending(lease))).toBe(true);
    const records = await ledger.outbox('run-1', 100);
    expect(await ledger.finish(lease, ending(lease))).toBe(false);
    expect(await ledger.release(lease, [attempt('x')])).toBe(false);
    expect(await ledger.outbox('run-1', 100)).toEqual(records);
    expect(await ledger.stats()).toMatchObject({ done: 1, queued: 0, in_progress: 0 });
  });

  test('a parked work waits in its next lane with its progress and burns no attempt', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    const progress = { ...NO_PROGRESS, tier: 2, asked: ['openalex'] };
    const next = { lane: DOI_ORG, at: clock.now() + 5000, why: 'rate', pushBack: false };
    expect(await ledger.park(lease, { progress, next, journal: [] })).toBe(true);
    expect(await ledger.lease([...any(), ...any(5, DOI_ORG)], HOLDER)).toEqual([]);
    expect(only(await ledger.lanes())).toMatchObject({
      lane: DOI_ORG,
      queued: 1,
      inFlight: 0,
      nextAvailableAt: next.at,
    });
    await clock.advance(6_000);
    expect(only(await ledger.lanes()).nextAvailableAt).toBe(0);
    const again = await leaseOne(ledger, DOI_ORG, 'run-2');
    expect(again).toMatchObject({ progress, attempts: 0, token: 2, lane: DOI_ORG });
  });

  test('a pushed back lane is left alone as a whole until its time, and no longer', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(3));
    const lease = await leaseOne(ledger);
    const at = clock.now() + 60_000;
    const next = { lane: ARXIV, at, why: 'retry-after', pushBack: true };
    await ledger.park(lease, { progress: NO_PROGRESS, next, journal: [] });
    expect(only(await ledger.lanes())).toMatchObject({
      queued: 3,
      notBefore: at,
      why: 'retry-after',
      nextAvailableAt: 0,
    });
    expect(await ledger.lease(any(), HOLDER)).toEqual([]);
    await clock.advance(61_000);
    expect(await ledger.lease(any(), HOLDER)).toHaveLength(3);
  });

  test('works of a pushed back lane that have not met it may look for another way, and no others', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(3));
    const lease = await leaseOne(ledger);
    const next = { lane: ARXIV, at: clock.now() + 60_000, why: 'retry-after', pushBack: true };
    await ledger.park(lease, { progress: NO_PROGRESS, next, journal: [] });
    const detour = any().map((want) => ({ ...want, isDetour: true }));
    const leased = await ledger.lease(detour, HOLDER);
    expect(leased).toHaveLength(2);
    expect(leased.map(({ jobId }) => jobId)).not.toContain(lease.jobId);
    for (const held of leased) await ledger.park(held, { progress: NO_PROGRESS, next, journal: [] });
    expect(await ledger.lease(detour, HOLDER)).toEqual([]);
    expect(only(await ledger.lanes())).toMatchObject({ queued: 3, nextAvailableAt: next.at });
    await clock.advance(61_000);
    expect(await ledger.lease(any(), HOLDER)).toHaveLength(3);
  });

  test('a retried work uses up one attempt and waits for its time', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    const at = clock.now() + 30_000;
    const retrial = { reason: 'timeout', at, lane: LOCAL_LANE, progress: NO_PROGRESS, journal: [] } as const;
    expect(await ledger.retry(lease, retrial)).toBe(true);
    expect(await ledger.lease(any(1, LOCAL_LANE), HOLDER)).toEqual([]);
    await clock.advance(31_000);
    expect(await leaseOne(ledger, LOCAL_LANE)).toMatchObject({ attempts: 1, token: 2 });
  });

  test('whoever holds the lease moves a file over another; an error of the disk keeps its code', async () => {
    await using one = await opened();
    await using dir = await tempDir();
    const { ledger } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    const move = { from: join(dir.path, 'new'), to: join(dir.path, 'old') };
    await writeFile(move.from, 'new bytes');
    await writeFile(move.to, 'old bytes');
    expect(await ledger.replaceFile(lease, move)).toBe(true);
    expect(await readFile(move.to, 'utf8')).toBe('new bytes');
    expect(await readdir(dir.path)).toEqual(['old']);
    await expect(ledger.replaceFile(lease, move)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await ledger.finish(lease, ending(lease))).toBe(true);
  });

  test('a checkpoint outlives the lease that made it', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    expect(await ledger.checkpoint(lease, { ...NO_PROGRESS, fetches: 7 })).toBe(true);
    await clock.advance(46_000);
    expect((await leaseOne(ledger)).progress.fetches).toBe(7);
  });

  test('ended works are left alone unless a new run names them', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    await ledger.finish(lease, ending(lease, { kind: 'failed' }));
    expect(await ledger.enqueue(pageOf(1))).toMatchObject({ duplicates: 1, rearmed: 0 });
    const unarmed = page([queued(work(0))], { runId: 'run-2', rearm: false });
    expect(await ledger.enqueue(unarmed)).toMatchObject({ duplicates: 1, rearmed: 0 });
    const armed = page([queued(work(0), DOI_ORG)], { runId: 'run-2' });
    expect(await ledger.enqueue(armed)).toMatchObject({ duplicates: 0, rearmed: 1 });
    const again = await leaseOne(ledger, DOI_ORG, 'run-2');
    expect(again).toMatchObject({ runId: 'run-2', attempts: 0, token: 2 });
    expect(again).not.toHaveProperty('known');
  });

  const finished = async (ledger: Ledger, stored = artifact()) => {
    await ledger.enqueue(page([queued(work(1))]));
    const lease = await leaseOne(ledger);
    await ledger.finish(lease, ending(lease, { artifact: stored }));
  };
  const nextRun = page([queued(work(1), DOI_ORG)], { runId: 'run-2' });

  test('a re-armed work carries what was stored and waits for the host that may revalidate it', async () => {
    await using one = await opened();
    await finished(one.ledger);
    await one.ledger.enqueue(nextRun);
    const lease = await leaseOne(one.ledger, ARXIV);
    expect(lease.known).toEqual({
      path: artifact().path,
      sha256: artifact().sha256,
      sizeBytes: 1234,
      mime: 'application/pdf',
      classification: 'pdf',
      url: 'https://arxiv.org/pdf/1',
      etag: '"v1"',
      resolver: 'arxiv',
      tier: 'direct_oa',
      license: 'cc-by',
      version: 'published',
    });
  });

  test('a stored file without validators needs no request', async () => {
    await using one = await opened();
    const { etag: _etag, ...plain } = artifact();
    await finished(one.ledger, plain);
    await one.ledger.enqueue(nextRun);
    const lease = await leaseOne(one.ledger, LOCAL_LANE);
    expect(lease.known).toMatchObject({ path: plain.path });
    expect(lease.known).not.toHaveProperty('etag');
  });

  test('a forced run forgets what was stored', async () => {
    await using one = await opened();
    await finished(one.ledger);
    await one.ledger.enqueue({ ...nextRun, forget: true });
    expect(await leaseOne(one.ledger, DOI_ORG)).not.toHaveProperty('known');
  });

  test('a failed revalidation does not lose sight of the stored file', async () => {
    await using one = await opened();
    const { ledger } = one;
    await finished(ledger);
    await ledger.enqueue(nextRun);
    const lease = await leaseOne(ledger, undefined, 'run-2');
    await ledger.finish(lease, ending(lease, { kind: 'failed', reason: 'http-5xx' }));
    await ledger.enqueue({ ...nextRun, runId: 'run-3' });
    expect((await leaseOne(ledger)).known).toMatchObject({ etag: '"v1"', sha256: artifact().sha256 });
  });

  test('each outcome ends its job in its state', async () => {
    await using one = await opened();
    const { ledger } = one;
    const kinds = ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const;
    await ledger.enqueue(pageOf(kinds.length));
    const leases = await ledger.lease(any(), HOLDER);
    await Promise.all(leases.map((lease, at) => ledger.finish(lease, ending(lease, { kind: kinds[at]! }))));
    expect(await ledger.stats()).toEqual({
      queued: 0,
      in_progress: 0,
      done: 3,
      skipped: 1,
      error: 2,
      paused: false,
    });
    expect(await ledger.lanes()).toEqual([]);
  });

  test('failed works wait again from the start when asked to, and join the run that leases them', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(3));
    for (const lease of await ledger.lease(any(2), HOLDER)) {
      await ledger.checkpoint(lease, { ...NO_PROGRESS, tier: 3 });
      await ledger.finish(lease, ending(lease, { kind: 'failed' }));
    }
    expect(await ledger.retryFailed()).toBe(2);
    expect(await ledger.retryFailed()).toBe(0);
    const leases = await ledger.lease(any(9, LOCAL_LANE), { workerId: 'w', runId: 'run-7' });
    expect(leases).toHaveLength(2);
    for (const lease of leases)
      expect(lease).toMatchObject({ progress: NO_PROGRESS, runId: 'run-7', attempts: 0 });
  });

  test('while paused nothing is leased', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(1));
    await ledger.setPaused(true);
    expect((await ledger.stats()).paused).toBe(true);
    expect(await ledger.lease(any(), HOLDER)).toEqual([]);
    await ledger.setPaused(false);
    expect((await ledger.stats()).paused).toBe(false);
    expect(await ledger.lease(any(), HOLDER)).toHaveLength(1);
  });

  test('a cursor is kept with the works of its page, per run and source', async () => {
    await using one = await opened();
    const { ledger } = one;
    expect(await ledger.cursor('run-1', 'openalex')).toBeUndefined();
    const broken = { cursor: 'abc', exhausted: false, listed: 200, of: 450, problem: 'busy' };
    await ledger.enqueue(page([], { cursor: { source: 'openalex', ...broken } }));
    expect(await ledger.cursor('run-1', 'openalex')).toEqual(broken);
    await ledger.enqueue(page([], { cursor: { source: 'openalex', cursor: undefined, exhausted: true } }));
    expect(await ledger.cursor('run-1', 'openalex')).toEqual({ cursor: undefined, exhausted: true });
    expect(await ledger.cursor('run-2', 'openalex')).toBeUndefined();
  });

  test('records leave the outbox in commit order, once', async () => {
    await using one = await opened();
    const { ledger, clock } = one;
    await ledger.enqueue(pageOf(2));
    const [first, second] = (await ledger.lease(any(), HOLDER)) as [Lease, Lease];
    const next = { lane: ARXIV, at: clock.now(), why: 'rate', pushBack: false };
    const parked = attempt(first.work.id, { status: 'parked' });
    await ledger.park(first, { progress: NO_PROGRESS, next, journal: [parked] });
    await ledger.finish(second, ending(second));
    await ledger.closeRun('run-1', summary());
    const rows = await ledger.outbox('run-1', 10);
    const records = rows.map(({ json }) => JSON.parse(json) as { record_type: string; status?: string });
    expect(records).toEqual([parked, attempt(second.work.id), ending(second).record, summary()]);
    expect(await ledger.outbox('run-1', 2)).toEqual(rows.slice(0, 2));
    await ledger.exported('run-1', rows[1]!.id, 2);
    expect(await ledger.exportedSeq('run-1')).toBe(2);
    expect(await ledger.outbox('run-1', 10)).toEqual(rows.slice(2));
    expect(await ledger.outbox('run-2', 10)).toEqual([]);
  });

  test('an export that the file does not show is taken back, as far as rows are kept', async () => {
    await using one = await opened();
    const { ledger } = one;
    const lines = 1600;
    await ledger.enqueue(pageOf(1));
    const lease = await leaseOne(ledger);
    await ledger.release(
      lease,
      Array.from({ length: lines }, (_, n) => attempt(lease.work.id, { attempt: n })),
    );
    for (let seq = 0; seq < lines; ) {
      const rows = await ledger.outbox('run-1', 400);
      seq += rows.length;
      await ledger.exported('run-1', rows.at(-1)!.id, seq);
    }
    expect(await ledger.rewindExport('run-1', lines - 3)).toBe(lines - 3);
    expect(await ledger.exportedSeq('run-1')).toBe(lines - 3);
    const rows = await ledger.outbox('run-1', 10);
    expect(rows.map(({ json }) => (JSON.parse(json) as { attempt: number }).attempt)).toEqual([
      1597, 1598, 1599,
    ]);
    expect(await ledger.rewindExport('run-1', 5)).toBe(600);
    expect(await ledger.outbox('run-1', 5000)).toHaveLength(1000);
  });

  test('opening a run returns the jobs of the dead to the queue at once', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(3));
    const dead = await ledger.lease(any(2), HOLDER);
    expect(await ledger.openRun(run())).toEqual({ reclaimed: 2 });
    expect(await ledger.stats()).toMatchObject({ queued: 3, in_progress: 0 });
    const again = await ledger.lease(any(), HOLDER);
    expect(again.map(({ token }) => token)).toEqual([2, 2, 1]);
    expect(await ledger.finish(dead[0]!, ending(dead[0]!))).toBe(false);
  });

  test('a job that was alone at three deaths of the process ends as an internal error', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(2));
    await ledger.lease(any(2), HOLDER);
    await ledger.openRun(run());
    for (let death = 1; death <= 3; death++) {
      await ledger.lease(any(1), HOLDER);
      expect(await ledger.openRun(run())).toEqual({ reclaimed: death < 3 ? 1 : 0 });
    }
    expect(await ledger.stats()).toMatchObject({ queued: 1, in_progress: 0, error: 1 });
    const record = only(await ledger.outbox('run-1', 10)).json;
    expect(JSON.parse(record)).toMatchObject({
      record_type: 'outcome',
      doc_id: work(0).id,
      status: 'failed',
      reason: 'internal-error',
    });
  });

  test('one that was publishing a file may look for it once more, whatever its host does', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(1));
    const stored = artifact();
    const plan = { url: stored.url, expected: 'pdf' as const, resolver: 'openalex', tier: 'direct_oa' };
    const publishing = { artifact: stored, plan };
    for (let death = 1; death <= 3; death++) {
      const lease = only(await ledger.lease(any(1), HOLDER));
      expect(await ledger.checkpoint(lease, { ...NO_PROGRESS, publishing })).toBe(true);
      expect(await ledger.openRun(run())).toEqual({ reclaimed: 1 });
    }
    const last = only(await ledger.lease([{ lane: LOCAL_LANE, limit: 1 }], HOLDER));
    expect(last).toMatchObject({ lane: LOCAL_LANE, progress: { publishing, isCondemned: true } });
    expect(await ledger.finish(last, ending(last))).toBe(true);
    expect(await ledger.stats()).toMatchObject({ queued: 0, in_progress: 0, done: 1, error: 0 });
  });

  test('a call that fails does not harm the calls that share its commit', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(2));
    const [first, second] = (await ledger.lease(any(), HOLDER)) as [Lease, Lease];
    const broken = ending(first);
    const record = { ...broken.record, timestamp: undefined as unknown as string };
    const results = await Promise.allSettled([
      ledger.finish(first, { ...broken, record }),
      ledger.finish(second, ending(second)),
      ledger.enqueue(page([queued(work(9))])),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await ledger.stats()).toMatchObject({ in_progress: 1, done: 1, queued: 1 });
    expect(await ledger.outbox('run-1', 10)).toHaveLength(2);
    expect(await ledger.finish(first, broken)).toBe(true);
  });

  test('finished works named again wait in the new run, with what was stored for them unless it is to be forgotten', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(4));
    const leases = await ledger.lease(any(3), HOLDER);
    for (const lease of leases) await ledger.finish(lease, ending(lease));
    await ledger.openRun(run('run-2'));
    const ids = [0, 1, 3, 99].map((n) => work(n).id);
    expect(await ledger.rearm({ runId: 'run-2', works: ids.slice(1), forget: false })).toBe(1);
    expect(await ledger.rearm({ runId: 'run-2', works: ids.slice(0, 1), forget: true })).toBe(1);
    expect(await ledger.stats()).toMatchObject({ queued: 3, done: 1 });
    const holder = { ...HOLDER, runId: 'run-2' };
    const forgotten = only(await ledger.lease(any(5, LOCAL_LANE), holder));
    expect(forgotten).toMatchObject({ work: work(0), attempts: 0, progress: NO_PROGRESS });
    expect(forgotten.known).toBeUndefined();
    const renewed = (await ledger.lease(any(5), holder)).find((lease) => lease.work.id === work(1).id);
    expect(renewed?.known).toMatchObject({ sha256: artifact().sha256, etag: '"v1"' });
  });

  test('a stored file is found by its bytes, and by its URL where another work has it', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(2));
    const [first] = (await ledger.lease(any(), HOLDER)) as [Lease];
    const stored = artifact({ sha256: 'b'.repeat(64), canonicalUrl: 'https://arxiv.org/pdf/1' });
    await ledger.finish(first, ending(first, { artifact: stored }));
    const copy = { docId: first.work.id, path: stored.path, sha256: stored.sha256, etag: '"v1"' };
    expect(await ledger.findCopy({ sha256: stored.sha256 })).toMatchObject(copy);
    expect(await ledger.findCopy({ sha256: 'c'.repeat(64) })).toBeUndefined();
    const { canonicalUrl } = stored;
    expect(await ledger.findCopy({ canonicalUrl, notBy: work(1).id })).toMatchObject(copy);
    expect(await ledger.findCopy({ canonicalUrl, notBy: first.work.id })).toBeUndefined();
    expect(await ledger.findCopy({ canonicalUrl: 'https://arxiv.org/', notBy: '' })).toBeUndefined();
  });

  test('money is booked by day, never beyond the limit, and given back when it was not spent', async () => {
    await using one = await opened();
    const { ledger } = one;
    const day = '2026-01-01';
    expect(await ledger.spend({ day, microUsd: 10_000, limitMicroUsd: 25_000 })).toEqual({
      isBooked: true,
      spentMicroUsd: 10_000,
    });
    const both = [1, 2].map(() => ledger.spend({ day, microUsd: 10_000, limitMicroUsd: 25_000 }));
    expect((await Promise.all(both)).map(({ isBooked }) => isBooked)).toEqual([true, false]);
    expect(await ledger.spend({ day, microUsd: -5_000 })).toMatchObject({ spentMicroUsd: 15_000 });
    expect(await ledger.spend({ day: '2026-01-02', microUsd: 0 })).toMatchObject({ spentMicroUsd: 0 });
  });

  test('parts kept by waiting jobs are known; those of ended jobs are not', async () => {
    await using one = await opened();
    const { ledger } = one;
    await ledger.enqueue(pageOf(4));
    const part = {
      canonicalUrl: 'https://arxiv.org/pdf/1',
      token: 1,
      sha256: 'a'.repeat(64),
      sizeBytes: 10,
      etag: '"v1"',
    };
    const [parked, retried, ended, holding] = (await ledger.lease(any(), HOLDER)) as [
      Lease,
      Lease,
      Lease,
      Lease,
    ];
    const next = { lane: ARXIV, at: 0, why: 'stopping', pushBack: false };
    await ledger.park(parked, { progress: { ...NO_PROGRESS, part }, next, journal: [] });
    const retrial = { reason: 'timeout', at: 0, lane: ARXIV, journal: [] } as const;
    await ledger.retry(retried, { ...retrial, progress: { ...NO_PROGRESS, part: { ...part, token: 7 } } });
    const heldFiles = ['b', 'c'].map((letter) => ({
      token: 9,
      artifact: artifact({ sha256: letter.repeat(64) }),
      plan: {
        url: 'https://arxiv.org/pdf/2',
        expected: 'pdf' as const,
        resolver: 'arxiv',
        tier: 'direct_oa',
      },
    }));
    await ledger.checkpoint(holding, { ...NO_PROGRESS, heldFiles });
    await ledger.checkpoint(ended, { ...NO_PROGRESS, part, heldFiles });
    await ledger.finish(ended, ending(ended));
    const kept = [...(await ledger.keptParts())].toSorted((a, b) => a.token - b.token);
    expect(kept).toEqual([
      { workId: parked.work.id, token: 1 },
      { workId: retried.work.id, token: 7 },
      { workId: holding.work.id, token: 9, heldSha256: 'b'.repeat(64) },
      { workId: holding.work.id, token: 9, heldSha256: 'c'.repeat(64) },
    ]);
    expect(only(await ledger.lease(any(1), HOLDER)).progress.part).toEqual(part);
  });

  test('a closed ledger refuses calls', async () => {
    const { ledger } = await opened();
    await ledger[Symbol.asyncDispose]();
    await expect(ledger.stats()).rejects.toThrow('closed');
  });
}
