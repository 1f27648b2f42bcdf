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
  readonly expiresAt: number | null;
  readonly worker: string | null;
}

interface Expected {
  readonly to: (state: string) => boolean;
  readonly burnt: number;
}

interface Departure {
  readonly to: string;
  readonly burnt: number;
}

/** Every change of a job, one by one, in this connection alone: the schema of the program stays as it is. */
const RECORD_MOVES = `
  CREATE TEMP TABLE moves (move INTEGER PRIMARY KEY, id, docId, runId, state, token, attempts, expiresAt, worker);
  CREATE TEMP TRIGGER job_added AFTER INSERT ON jobs BEGIN
    INSERT INTO moves (id, docId, runId, state, token, attempts, expiresAt, worker)
    VALUES (NEW.id, NEW.artifact_id, NEW.run_id, NEW.state, NEW.lease_token, NEW.attempts, NEW.lease_expires_at, NEW.worker_id);
  END;
  CREATE TEMP TRIGGER job_moved AFTER UPDATE OF state, lease_token, attempts, lease_expires_at, run_id ON jobs BEGIN
    INSERT INTO moves (id, docId, runId, state, token, attempts, expiresAt, worker)
    VALUES (NEW.id, NEW.artifact_id, NEW.run_id, NEW.state, NEW.lease_token, NEW.attempts, NEW.lease_expires_at, NEW.worker_id);
  END;`;

/** What moved since the last look; of a job that only had its lease extended, just the last. */
const MOVES = 'SELECT id, docId, runId, state, token, attempts, expiresAt, worker FROM moves ORDER BY move';
const STANDING = 'SELECT id, state, lease_token AS token, attempts FROM jobs';

const FINAL = new Set(['done', 'skipped', 'error']);

/** Looks at the jobs after every commit, and at every claim of a caller, and says what cannot be. */
export interface LedgerWatch {
  /** The connection of one process: what can go wrong with it, and the look after each commit. */
  connectionFor(process: SimProcess, db: Sqlite): Sqlite;
  /** The calls of one process, whose answers are compared with what really happened. */
  callsOf(process: SimProcess, ledger: Ledger, generation: number): Ledger;
  /** All old leases are void: the run lock was taken. */
  reclaims(): void;
  /** Compares what was seen with what is there; between two sessions. */
  compare(): void;
  /** Who works under this name. */
  enlist(process: SimProcess): void;
  /** When this work ended for good. */
  endedAt(docId: string): number | undefined;
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
  /** Leases whose holders have asked for their end. */
  const asked = new Set<string>();
  const processes = new Map<string, SimProcess>();
  const known = new Map<number, JobRow>();
  const ends = new Map<string, number>();
  let isReclaiming = false;
  truth.script(RECORD_MOVES);

  const offend = (job: Pick<JobRow, 'id' | 'docId'>, problem: string): void => {
    offences.push(`${job.docId} (job ${job.id}): ${problem}`);
    trace.note('WRONG', offences.at(-1)!);
  };

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
        if (now.token !== before.token) offend(now, 'was leased while it was in progress');
        if (burnt !== 0) offend(now, 'lost an attempt while in progress');
        return;
      }
      departures.set(`${now.id} ${now.token}`, { to: now.state, burnt });
      if (FINAL.has(now.state)) ends.set(now.docId, time.now());
      if (!asked.has(`${now.id} ${now.token}`)) judgeTakeover(before, now, by);
      if (burnt < 0 || burnt > 1) offend(now, `used up ${burnt} attempts at once`);
      if (now.state === 'done') judgeDone(now);
      return;
    }
    const isRearmed = FINAL.has(before.state) && now.state === 'queued' && now.runId !== before.runId;
    if (isRearmed) return;
    if (burnt !== 0) offend(now, 'lost an attempt without a try');
    if (now.state === before.state) return;
    if (FINAL.has(before.state)) offend(now, `was ${before.state} and is ${now.state}`);
    else if (now.state !== 'in_progress') offend(now, `ended as ${now.state} without a lease`);
    else if (now.token <= before.token) offend(now, `was leased again under token ${now.token}`);
  }

  function look(by: SimProcess): void {
    for (const now of truth.all<JobRow>(MOVES)) {
      const before = known.get(now.id);
      known.set(now.id, now);
      if (!before) {
        if (now.state !== 'queued') offend(now, `is new and already ${now.state}`);
        trace.note(by.name, `job ${now.id} ${now.docId} is queued`);
        continue;
      }
      judgeMove(before, now, by);
      if (before.state !== now.state || before.token !== now.token)
        trace.note(
          by.name,
          `job ${now.id} ${now.docId}: ${before.state} -> ${now.state} (token ${now.token})`,
        );
    }
    truth.run('DELETE FROM moves');
  }

  /** Nothing moves but by a commit that was seen, and what was committed stays. */
  function compare(): void {
    const rows = new Map(
      truth.all<Pick<JobRow, 'id' | 'state' | 'token' | 'attempts'>>(STANDING).map((row) => [row.id, row]),
    );
    for (const [id, before] of known) {
      const now = rows.get(id);
      if (!now) offend(before, 'is gone');
      else if (now.state !== before.state || now.token !== before.token || now.attempts !== before.attempts)
        offend(
          before,
          `was ${before.state} under token ${before.token} and is ${now.state} under ${now.token}`,
        );
    }
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

  /** A call that ends a lease: what it is told must be what happened. */
  async function claim(lease: Lease, end: () => Promise<boolean>, expected: Expected): Promise<boolean> {
    const key = `${lease.jobId} ${lease.token}`;
    asked.add(key);
    const said = await end();
    const departure = departures.get(key);
    const isTrue = departure && expected.to(departure.to) && departure.burnt === expected.burnt;
    if (said && !isTrue) {
      const truly = departure
        ? `it ended as ${departure.to}, ${departure.burnt} attempts used`
        : 'it did not';
      offend(
        { id: lease.jobId, docId: lease.work.id },
        `token ${lease.token} was told that its call counted; ${truly}`,
      );
    }
    return said;
  }

  const isQueued = (state: string): boolean => state === 'queued';
  return {
    endedAt: (docId) => ends.get(docId),
    offences,
    connectionFor,
    reclaims: () => {
      isReclaiming = true;
    },
    compare,
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
        finish: (lease, ending) =>
          claim(lease, () => ends.finish(lease, ending), { to: (state) => FINAL.has(state), burnt: 0 }),
        release: (lease, journal) =>
          claim(lease, () => ends.release(lease, journal), { to: isQueued, burnt: 0 }),
        retry: (lease, retrial) => claim(lease, () => ends.retry(lease, retrial), { to: isQueued, burnt: 1 }),
        async park(lease, parking) {
          const done = await claim(lease, () => ends.park(lease, parking), { to: isQueued, burnt: 0 });
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
