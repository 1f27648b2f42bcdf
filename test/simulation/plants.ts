import type { Store } from '../../src/artifacts/store.ts';
import type { Files, WritableFile } from '../../src/core/files.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Lease, Ledger } from '../../src/ledger/queue.ts';
import { draws } from './draws.ts';
import type { Kit, Plant } from './plant.ts';
import { API_HOST, ARTIFACTS } from './scenario.ts';

type Patch<T> = (real: T, kit: Kit) => Partial<T>;

const onLedger = (patch: Patch<Ledger>): Plant => ({
  ledger: (real, kit) => ({ ...real, ...patch(real, kit) }),
});
const onFiles = (patch: Patch<Files>): Plant => ({
  files: (real, kit) => ({ ...real, ...patch(real, kit) }),
});

/** Changes every file that is opened for writing. */
const onWrites = (patch: (file: WritableFile, path: string, kit: Kit) => Partial<WritableFile>): Plant =>
  onFiles((real, kit) => {
    const patched = async (path: string, opening: Promise<WritableFile>): Promise<WritableFile> => {
      const file = await opening;
      return { ...file, ...patch(file, path, kit) };
    };
    return {
      create: (path) => patched(path, real.create(path)),
      append: (path) => patched(path, real.append(path)),
    };
  });

const onStaged = (
  patch: (
    staged: Awaited<ReturnType<Store['stage']>>,
    kit: Kit,
  ) => Partial<Awaited<ReturnType<Store['stage']>>>,
): Plant => ({
  store: (real, kit) => ({
    ...real,
    stage: async (key) => {
      const staged = await real.stage(key);
      return { ...staged, ...patch(staged, kit) };
    },
  }),
});

const isManifest = (path: string): boolean => path.endsWith('.jsonl');

/** The lease as its present holder has it. */
const currentOf = ({ world }: Kit, lease: Lease): Lease => ({
  ...lease,
  token:
    world.db.get<{ token: number }>('SELECT lease_token AS token FROM jobs WHERE id = ?', lease.jobId)
      ?.token ?? 0,
});

/** Many processes under short leases: whoever is stopped finds its works in other hands. */
const ZOMBIES: NonNullable<Plant['scenario']> = () => ({ processes: 3, leaseTtlMs: 1000 });

/** The same with works that have nothing but hosts which do not answer, and are tried again and again. */
const DEAD_HOSTS: NonNullable<Plant['scenario']> = (drawn) => ({
  ...ZOMBIES(drawn),
  works: drawn.works.map((work) => ({
    ...work,
    known: work.known.map((plan) => ({ ...plan, offer: 'dead' })),
    listed: [],
    last: [],
  })),
  maxJobAttempts: 3,
  httpAttempts: 1,
  hasBreaker: false,
});

/** Many processes, short leases, and files that change from fetch to fetch, and are fetched a second time. */
const RENEWED_FILES: NonNullable<Plant['scenario']> = (drawn) => ({
  ...ZOMBIES(drawn),
  hosts: drawn.hosts.map((host) => ({ ...host, isChanging: host.name !== API_HOST })),
  hasSecondRun: true,
});

/** Bugs that a crawler, a queue or a store has really had, each as a thin wrapper around a port. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'finish ignores the token': {
    scenario: ZOMBIES,
    ...onLedger((real, kit) => ({
      finish: (lease, ending) => real.finish(currentOf(kit, lease), ending),
    })),
  },
  'park ignores the token': {
    scenario: ZOMBIES,
    ...onLedger((real, kit) => ({
      park: (lease, parking) => real.park(currentOf(kit, lease), parking),
    })),
  },
  'retry ignores the token': {
    scenario: DEAD_HOSTS,
    ...onLedger((real, kit) => ({
      retry: (lease, retrial) => real.retry(currentOf(kit, lease), retrial),
    })),
  },
  'a lost lease is called a success': onLedger((real) => ({
    finish: async (lease, ending) => (await real.finish(lease, ending)) || true,
  })),
  'commit before publish': onStaged((staged, { world }) => ({
    publish: async (name, mayReplace) => {
      world.machine.time.after(40, () => void staged.publish(name, mayReplace).catch(() => undefined));
    },
    discard: async () => undefined,
  })),
  'no fsync of the folder': onFiles(() => ({ syncFolder: async () => undefined })),
  'no fsync of the file': onWrites((_, path) => (isManifest(path) ? {} : { sync: async () => undefined })),
  'no fsync of the manifest': onWrites((_, path) =>
    isManifest(path) ? { sync: async () => undefined } : {},
  ),
  'a failed fsync is ignored': onWrites((file) => ({ sync: () => file.sync().catch(() => undefined) })),
  'a failed write is ignored': onWrites((file) => ({
    write: (chunk) => file.write(chunk).catch(() => undefined),
  })),
  'publishes by writing to the final path': onFiles((real) => ({
    async link(existing, name) {
      const file = await real.create(name);
      for await (const chunk of real.stream(existing)) await file.write(chunk);
      await file.sync();
      await file.close();
    },
  })),
  'a zombie may overwrite': {
    scenario: RENEWED_FILES,
    downloader: (real, { world, process }) => ({
      ...real,
      download: (job) =>
        real.download({
          ...job,
          leaseIsLive: () => true,
          beforePublish: async () => undefined,
          replaceFile: async ({ from, to }) => {
            await world.disk.filesFor(process).rename(from, to);
            return true;
          },
        }),
    }),
  },
  'the lease is looked at before a move, not with it': {
    scenario: RENEWED_FILES,
    ...onLedger((real, { world, process }) => ({
      async replaceFile(lease, { from, to }) {
        const isHeld = await real.checkpoint(lease, lease.progress);
        if (isHeld) await world.disk.filesFor(process).rename(from, to);
        return isHeld;
      },
    })),
  },
  'adopts without looking': { downloader: (real) => ({ ...real, adopt: async () => true }) },
  'adopts without making it durable': { downloader: (real) => ({ ...real, adopt: real.isWhole }) },
  'the limiter fails open': {
    limiter: (real, { process }) => ({
      ...real,
      tryAcquire: (wants) => real.tryAcquire(wants).catch(() => ({ granted: true, at: process.clock.now() })),
    }),
  },
  'every process has a limiter of its own': {
    limiter: (real, { process }) => {
      const lastStart = new Map<string, number>();
      return {
        ...real,
        async tryAcquire(wants) {
          const now = process.clock.now();
          const ready = Math.max(
            await real.readyAt(wants.filter(({ policy }) => policy.rates.length === 0)),
            ...wants.map(
              ({ key, policy: { rates } }) =>
                (lastStart.get(key) ?? 0) + (rates[0] ? rates[0].periodMs / rates[0].count : 0),
            ),
          );
          if (ready > now) return { granted: false, notBefore: ready };
          for (const { key } of wants) lastStart.set(key, now);
          return { granted: true, at: now };
        },
      };
    },
  },
  'Retry-After is ignored': {
    send: (real) => async (request) => {
      const response = await real(request);
      const { 'retry-after': _, ...headers } = response.headers;
      return { ...response, headers };
    },
  },
  'push-backs are forgotten at a restart': { forgetsPushBacks: true },
  'no limit of requests at a host': { maxPerHost: 64 },
  'the cursor is saved before its works': onLedger((real) => ({
    async enqueue(page) {
      if (page.cursor) await real.enqueue({ ...page, works: [], journal: [] });
      const { cursor: _, ...works } = page;
      return real.enqueue(works);
    },
  })),
  'a page counts as the last one': onLedger((real) => ({
    enqueue: (page) =>
      real.enqueue(page.cursor ? { ...page, cursor: { ...page.cursor, exhausted: true } } : page),
  })),
  'the last work of a page is dropped': onLedger((real) => ({
    enqueue: (page) =>
      real.enqueue(page.works.length > 3 ? { ...page, works: page.works.slice(0, -1) } : page),
  })),
  'other names of a work are not known': onLedger((real) => ({
    enqueue: (page) =>
      real.enqueue({
        ...page,
        works: page.works.map((one) => {
          const { doi, openalex, ...rest } = one.work;
          return {
            ...one,
            work: one.work.id.startsWith('doi:')
              ? { ...rest, ...(doi && { doi }) }
              : { ...rest, ...(openalex && { openalex }) },
          };
        }),
      }),
  })),
  'the manifest is written before the commit': onLedger((real, { world }) => ({
    async finish(lease, ending) {
      world.db.run(
        'INSERT INTO outbox (run_id, record_json) VALUES (?, ?)',
        lease.runId,
        JSON.stringify(ending.record),
      );
      await world.machine.time.sleep(20);
      const done = await real.finish(lease, ending);
      if (done)
        world.db.run(
          'DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox WHERE record_json LIKE \'%"outcome"%\')',
        );
      return done;
    },
  })),
  'a row of the outbox is dropped': onLedger((real) => ({
    outbox: async (runId, limit) => {
      const rows = await real.outbox(runId, limit);
      return rows.length > 5 ? rows.toSpliced(2, 1) : rows;
    },
  })),
  'rows are forgotten before they are written': onLedger((real, { world }) => ({
    async outbox(runId, limit) {
      const rows = await real.outbox(runId, limit);
      for (const { id } of rows) world.db.run('DELETE FROM outbox WHERE id = ?', id);
      return rows;
    },
  })),
  'a torn end is not cut off': onFiles(() => ({ truncate: async () => undefined })),
  'parking burns an attempt': onLedger((real, { world }) => ({
    async park(lease, parking) {
      const done = await real.park(lease, parking);
      if (done) world.db.run('UPDATE jobs SET attempts = attempts + 1 WHERE id = ?', lease.jobId);
      return done;
    },
  })),
  'parking loses the progress': onLedger((real) => ({
    park: (lease, parking) => real.park(lease, { ...parking, progress: NO_PROGRESS }),
  })),
  'attempts are not counted': onLedger((real, { world }) => ({
    async retry(lease, retrial) {
      const done = await real.retry(lease, retrial);
      if (done) world.db.run('UPDATE jobs SET attempts = attempts - 1 WHERE id = ?', lease.jobId);
      return done;
    },
  })),
  'a counter is off by one': onLedger((real, { world }) => ({
    async retry(lease, retrial) {
      const done = await real.retry(lease, retrial);
      world.db.run("UPDATE counts SET n = n + 1 WHERE state = 'queued'");
      return done;
    },
  })),
  'leases are not renewed': { heartbeatMs: () => 1e9 },
  'a kept part is swept away': { store: (real) => ({ ...real, sweep: () => real.sweep(async () => []) }) },
  'a process that joins sweeps the parts of others': {
    onChild: async (store, { process }) => {
      for (let count = 0; count < 10; count++)
        process.clock.after(count * 700, () => void store.sweep(async () => []).catch(() => undefined));
    },
  },
  'a lost commit is acknowledged': { losesCommits: true },
  'the wall clock measures time': {
    clock: (real) => ({ ...real, now: () => real.wall().getTime() }),
  },
  'the file is removed when a fetch of it fails': {
    downloader: (real, { world, process }) => ({
      ...real,
      async download(job) {
        try {
          return await real.download(job);
        } catch (error) {
          const files = world.disk.filesFor(process);
          if (job.known) await files.remove(`${ARTIFACTS}/${job.known.path}`);
          throw error;
        }
      },
    }),
  },
  'now and then an outcome is recorded twice': onLedger((real, { world }) => ({
    async finish(lease, ending) {
      const done = await real.finish(lease, ending);
      if (done && draws(world.seed).chance(`twice ${lease.jobId}`, 0.2))
        world.db.run(
          'INSERT INTO outbox (run_id, record_json) VALUES (?, ?)',
          lease.runId,
          JSON.stringify(ending.record),
        );
      return done;
    },
  })),
};
