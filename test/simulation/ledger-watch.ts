import type { Lease, Ledger } from '../../src/ledger/queue.ts';
import type { Sqlite } from '../../src/platform/sqlite.ts';
import type { Disk } from './disk.ts';
import { inFolder, sha256 } from './disk.ts';
import type { Machine, SimProcess } from './machine.ts';
import type { Origin } from './origin.ts';
import { ARTIFACTS, type Scenario } from './scenario.ts';

interface JobRow {
  readonly id: number;
  readonly docId: string;
  readonly runId: string;
  readonly state: string;
  readonly token: number;
  readonly attempts: number;
  readonly crashes: number;
  readonly expiresAt: number | null;
  readonly worker: string | null;
}

interface Departure {
  readonly to: string;
  readonly burnt: number;
}

const JOBS = `
  SELECT id, artifact_id AS docId, run_id AS runId, state, lease_token AS token, attempts, crashes,
         lease_expires_at AS expiresAt, worker_id AS worker
  FROM jobs`;

const FINAL = new Set(['done', 'skipped', 'error']);

/** Looks at the jobs after every commit, and at every claim of a caller, and says what cannot be. */
export interface LedgerWatch {
  /** The connection of one process: what can go wrong with it, and the look after each commit. */
  connectionFor(process: SimProcess, db: Sqlite): Sqlite;
  /** The calls of one process, whose answers are compared with what really happened. */
  callsOf(process: SimProcess, ledger: Ledger, generation: number): Ledger;
  /** All old leases are void: the run lock was taken. */
  reclaims(): void;
  /** Who works under this name. */
  enlist(process: SimProcess): void;
  readonly offences: readonly string[];
}

interface WatchDeps {
  readonly machine: Machine;
  readonly scenario: Scenario;
  readonly disk: Disk;
  readonly origin: Origin;
  readonly db: Sqlite;
}

const sqliteError = (message: string, errcode: number): Error =>
  Object.assign(new Error(message), { errcode });

export function watchLedger({ machine, scenario, disk, origin, db: truth }: WatchDeps): LedgerWatch {
  const { faults, trace, time } = machine;
  const offences: string[] = [];
  const departures = new Map<string, Departure>();
  const processes = new Map<string, SimProcess>();
  let known = new Map<number, JobRow>();
  let isReclaiming = false;

  const offend = (job: Pick<JobRow, 'id' | 'docId'>, problem: string): void =>
    void offences.push(`${job.docId} (job ${job.id}): ${problem}`);

  /** A `done` row promises a file that a power cut cannot take any more, and that the web really has. */
  function judgeDone(job: JobRow): void {
    const entry = truth.get<{ path: string | null; sha256: string; url: string; status: string }>(
      'SELECT path, sha256, url, status FROM catalog_entries WHERE doc_id = ? AND run_id = ?',
      job.docId,
      job.runId,
    );
    if (!entry?.path) return offend(job, 'is done without a file');
    const bytes = disk.durable(inFolder(ARTIFACTS, entry.path));
    if (!bytes) return offend(job, `is done and ${entry.path} is not durable`);
    if (sha256(bytes) !== entry.sha256) return offend(job, `is done and ${entry.path} holds other bytes`);
    if (!origin.hasServed(entry.url, entry.sha256))
      offend(job, `is done with bytes that ${entry.url} never had`);
  }

  /** Whoever lives and was not stopped keeps its leases. */
  function judgeTakeover(before: JobRow, now: JobRow, by: SimProcess): void {
    if (isReclaiming) return;
    if ((before.expiresAt ?? 0) > by.clock.now())
      return offend(now, 'was taken over while its lease was running');
    const holder = processes.get(before.worker ?? '');
    const wasFine = holder && !holder.isDead() && time.now() - holder.thawedAt() > scenario.leaseTtlMs;
    if (wasFine && !faults.isOn('db-busy'))
      offend(now, `was taken from ${holder.name}, which lives and was not stopped`);
  }

  function judgeMove(before: JobRow, now: JobRow, by: SimProcess): void {
    const burnt = now.attempts - before.attempts;
    if (now.token < before.token) offend(now, `its token went from ${before.token} to ${now.token}`);
    if (before.state === 'in_progress') {
      if (now.state === 'in_progress') {
        if (now.token > before.token) judgeTakeover(before, now, by);
        if (burnt !== 0) offend(now, 'lost an attempt while in progress');
        return;
      }
      departures.set(`${now.id} ${now.token}`, { to: now.state, burnt });
      if (burnt < 0 || burnt > 1) offend(now, `used up ${burnt} attempts at once`);
      if (now.state === 'done') judgeDone(now);
      return;
    }
    // Named again and leased may be one commit.
    const isRearmed = FINAL.has(before.state) && !FINAL.has(now.state) && now.runId !== before.runId;
    if (isRearmed) return;
    if (burnt !== 0) offend(now, 'lost an attempt without a try');
    if (now.state === before.state) return;
    if (FINAL.has(before.state)) offend(now, `was ${before.state} and is ${now.state}`);
    else if (now.state !== 'in_progress') offend(now, `ended as ${now.state} without a lease`);
    else if (now.token <= before.token) offend(now, `was leased again under token ${now.token}`);
  }

  function look(by: SimProcess): void {
    const rows = new Map(truth.all<JobRow>(JOBS).map((row) => [row.id, row]));
    for (const [id, now] of rows) {
      const before = known.get(id);
      if (before) {
        judgeMove(before, now, by);
        if (before.state !== now.state || before.token !== now.token)
          trace.note(by.name, `job ${id} ${now.docId}: ${before.state} -> ${now.state} (token ${now.token})`);
      } else if (FINAL.has(now.state)) offend(now, `is new and already ${now.state}`);
      else trace.note(by.name, `job ${id} ${now.docId} is queued`);
    }
    for (const [id, before] of known) if (!rows.has(id)) offend(before, 'is gone');
    known = rows;
  }

  function connectionFor(process: SimProcess, db: Sqlite): Sqlite {
    let touchedJobs = false;
    const begin = (): number => {
      process.callNow('begin', () => {
        touchedJobs = false;
        if (faults.strikes('db-busy', process.name) !== undefined) throw sqliteError('database is locked', 5);
      });
      return db.run('BEGIN IMMEDIATE');
    };
    const commit = (): number =>
      process.callNow(
        'commit',
        () => {
          if (faults.strikes('db-full', process.name) !== undefined) {
            db.run('ROLLBACK');
            throw sqliteError('database or disk is full', 13);
          }
          const done = db.run('COMMIT');
          if (touchedJobs) look(process);
          isReclaiming = false;
          return done;
        },
        () => db.run('ROLLBACK'),
      );
    const alive = (): Sqlite => (process.isDead() ? process.callNow('use of the database', () => db) : db);
    return {
      path: 'memory',
      run(sql, ...values) {
        if (sql === 'BEGIN IMMEDIATE') return begin();
        if (sql === 'COMMIT') return commit();
        touchedJobs ||= sql.includes('jobs');
        return alive().run(sql, ...values);
      },
      get: (sql, ...values) => alive().get(sql, ...values),
      all: (sql, ...values) => alive().all(sql, ...values),
      script: (sql) => alive().script(sql),
      get inTransaction() {
        return !process.isDead() && db.inTransaction;
      },
      [Symbol.dispose]: () => undefined,
    };
  }

  function judgeClaim(
    lease: Lease,
    said: boolean,
    expected: { to: (state: string) => boolean; burnt: number },
  ): boolean {
    const departure = departures.get(`${lease.jobId} ${lease.token}`);
    const isTrue = departure && expected.to(departure.to) && departure.burnt === expected.burnt;
    const job = { id: lease.jobId, docId: lease.work.id };
    if (said && !isTrue)
      offend(
        job,
        `token ${lease.token} was told that its call counted; ${departure ? `it ended as ${departure.to}, ${departure.burnt} attempts used` : 'it did not'}`,
      );
    return said;
  }

  const isQueued = (state: string): boolean => state === 'queued';
  return {
    offences,
    connectionFor,
    reclaims: () => {
      isReclaiming = true;
    },
    enlist: (process) => void processes.set(process.name, process),
    callsOf(process, ledger, generation) {
      const call =
        <A extends readonly unknown[], T>(name: string, run: (...args: A) => Promise<T>) =>
        (...args: A): Promise<T> =>
          process.call(name, () => run(...args));
      const ends = Object.fromEntries(
        (Object.keys(ledger) as Exclude<keyof Ledger, symbol>[])
          .filter((name) => name !== 'onLeasesLost')
          .map((name) => [name, call(name, ledger[name] as (...args: unknown[]) => Promise<unknown>)]),
      ) as unknown as Ledger;
      return {
        ...ends,
        onLeasesLost: (listener) =>
          ledger.onLeasesLost((lost) => (process.isDead() ? undefined : listener(lost))),
        async finish(lease, ending) {
          return judgeClaim(lease, await ends.finish(lease, ending), {
            to: (state) => FINAL.has(state),
            burnt: 0,
          });
        },
        async release(lease, journal) {
          return judgeClaim(lease, await ends.release(lease, journal), { to: isQueued, burnt: 0 });
        },
        async retry(lease, retrial) {
          return judgeClaim(lease, await ends.retry(lease, retrial), { to: isQueued, burnt: 1 });
        },
        async park(lease, parking) {
          const done = judgeClaim(lease, await ends.park(lease, parking), { to: isQueued, burnt: 0 });
          const { next } = parking;
          if (done && next.pushBack && next.why === 'retry-after' && !faults.isOn('clock-step'))
            origin.remember(next.lane.host, next.at - process.clock.now() + time.now(), generation);
          return done;
        },
        [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
      };
    },
  };
}
