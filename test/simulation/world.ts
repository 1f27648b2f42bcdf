import { virtualClock } from '../../bench/simulation/virtual-clock.ts';
import type { Store } from '../../src/artifacts/store.ts';
import type { Emit } from '../../src/core/events.ts';
import type { Ledger } from '../../src/ledger/queue.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import type { Sqlite } from '../../src/platform/sqlite.ts';
import { createDisk, type Disk, inFolder } from './disk.ts';
import { draws } from './draws.ts';
import { type Faults, seededFaults } from './faults.ts';
import { type LedgerWatch, watchLedger } from './ledger-watch.ts';
import { createMachine, type Machine, type SimProcess } from './machine.ts';
import { createOrigin, type Origin } from './origin.ts';
import type { Plant } from './plant.ts';
import { ARTIFACTS, drawScenario, type Scenario } from './scenario.ts';
import { startTrace } from './trace.ts';
import { volatileCommits } from './volatile-commits.ts';

/** One seed's whole world: machine, disk, database, web, and whoever watches them. */
export interface World extends Disposable {
  readonly seed: number;
  readonly scenario: Scenario;
  readonly machine: Machine;
  readonly faults: Faults;
  readonly disk: Disk;
  /** The database itself: what is committed here is durable. */
  readonly db: Sqlite;
  readonly origin: Origin;
  readonly watch: LedgerWatch;
  readonly plant: Plant;
  cutPower(): void;
  emitFor(process: SimProcess): Emit;
  sweep(store: Store, ledger: Ledger): Promise<void>;
  listed(runId: string): void;
  isListed(runId: string): boolean;
  /** What a checker found, beside the watch and the origin. */
  readonly offences: string[];
  /** Violent deaths of processes so far. */
  deaths: number;
}

export interface WorldRequest {
  readonly seed: number;
  readonly plant: Plant;
  readonly allowed?: ReadonlySet<string>;
  readonly keepsLines: boolean;
  readonly scenario?: Partial<Scenario>;
}

const keptFiles = (db: Sqlite, disk: Disk): ReadonlySet<string> => {
  const tokens = db.all<{ progress: string }>(
    `SELECT progress_json AS progress FROM jobs WHERE state = 'queued' AND instr(progress_json, '"part":') > 0`,
  );
  const wanted = new Set(
    tokens.map(({ progress }) => (JSON.parse(progress) as { part?: { sizeBytes: number } }).part),
  );
  const sizes = new Set([...wanted].map((part) => part?.sizeBytes));
  const files = [...disk.files()].filter(
    ([path, bytes]) => path.endsWith('.kept.part') && sizes.has(bytes.length),
  );
  return new Set([...files.map(([path]) => path), ...heldFiles(db, disk)]);
};

/** Files on disk that a job under way or waiting has on record as held. */
const heldFiles = (db: Sqlite, disk: Disk): readonly string[] => {
  const rows = db.all<{ hash: string; token: number }>(
    `SELECT json_extract(file.value, '$.artifact.sha256') AS hash, json_extract(file.value, '$.token') AS token
     FROM jobs, json_each(progress_json, '$.heldFiles') AS file
     WHERE state IN ('queued', 'in_progress') AND instr(progress_json, '"heldFiles":') > 0`,
  );
  const endings = rows.map(({ hash, token }) => `.${token}.${hash.slice(0, 16)}.held.part`);
  return [...disk.files().keys()].filter((path) => endings.some((ending) => path.endsWith(ending)));
};

export function createWorld(request: WorldRequest): World {
  const { seed, plant } = request;
  const time = virtualClock(Date.UTC(2026, 0, 1), 1);
  const trace = startTrace(time.now, request.keepsLines);
  const faults = seededFaults(seed, request.allowed);
  const machine = createMachine(time, trace, faults);
  const drawn = drawScenario(seed);
  const scenario = { ...drawn, ...plant.scenario?.(drawn), ...request.scenario };
  const random = draws(seed);
  const disk = createDisk(machine, random);
  const real = openLedgerDatabase(':memory:', time);
  const volatile = plant.losesCommits ? volatileCommits(real, random) : undefined;
  const db = volatile?.db ?? real;
  const origin = createOrigin(machine, scenario, seed);
  const watch = watchLedger({ machine, scenario, disk, origin, db });
  const listed = new Set<string>();
  const offences: string[] = [];
  return {
    seed,
    scenario,
    machine,
    faults,
    disk,
    db,
    origin,
    watch,
    plant,
    offences,
    deaths: 0,
    cutPower() {
      disk.cutPower();
      volatile?.cutPower();
    },
    emitFor: (process) => (event) => {
      if (event.type === 'warning') trace.note(process.name, `warns: ${event.message}`);
      if (event.type === 'outcome')
        trace.note(
          process.name,
          `${event.record.doc_id} ends as ${event.record.status}/${event.record.reason}`,
        );
    },
    async sweep(store, ledger) {
      const before = keptFiles(db, disk);
      await store.sweep(() => ledger.keptParts());
      const after = disk.files();
      for (const path of before)
        if (!after.has(path)) offences.push(`${path}: kept for a waiting job, swept away`);
    },
    listed: (runId) => void listed.add(runId),
    isListed: (runId) => listed.has(runId),
    [Symbol.dispose]: () => real[Symbol.dispose](),
  };
}

export const artifactPath = (name: string): string => inFolder(ARTIFACTS, name);
