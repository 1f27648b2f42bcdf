import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { ManifestRecord } from '../core/manifest-record.ts';
import { openLedgerDatabase } from '../ledger/sqlite/open-ledger.ts';
import { ledgerRebuild } from '../ledger/sqlite/rebuild.ts';
import type { Sqlite } from '../platform/sqlite.ts';
import { readManifest } from '../telemetry/manifest-reader.ts';
import { holdAll, locksOf } from './hold-places.ts';
import { DATABASE } from './places.ts';
import type { Platform } from './platform.ts';

export interface RebuildWish {
  /** The output folder: it holds a folder with a manifest for each run. */
  readonly from: string;
  /** Where the new ledger goes; default: `manifest.sqlite3` in that folder. */
  readonly dbPath: string | undefined;
  /** Told about every line that cannot be read. */
  readonly warn: (message: string) => void;
}

export interface Rebuilt {
  readonly database: string;
  readonly runs: number;
  readonly works: number;
  readonly entries: number;
  readonly attempts: number;
  /** Works that had been begun and have no end: they wait again. */
  readonly queued: number;
  readonly unreadable_lines: number;
  /** Files that the catalog names and that are not there, or have another size. */
  readonly missing_files: readonly string[];
}

/** What SQLite keeps beside a database: left behind by an old one, it would be read into the new one. */
const SIDES = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a new ledger from the manifests of a folder. It is built under another name and gets its own only when it is
 * whole; nothing is ever overwritten.
 */
export async function rebuildCatalog(
  wish: RebuildWish,
  config: Config,
  platform: Platform,
): Promise<Rebuilt> {
  const { files, clock } = platform;
  const from = resolve(wish.from);
  const manifests = await manifestsIn(from, platform);
  if (manifests.length === 0) throw new UserError(`no manifests under ${from}: name the output folder`, 2);
  const database = resolve(wish.dbPath ?? join(from, DATABASE));
  await refuseExisting(database, platform);
  const startedAt = clock.wall().toISOString();
  await using _lock = await holdAll(locksOf({ out: from, database }), {
    command: 'catalog rebuild',
    startedAt,
  });
  await setAside(database, wish, platform);
  const building = `${database}.rebuilding`;
  for (const side of SIDES) await files.remove(building + side);
  const root = resolve(config.artifacts.root ?? join(from, 'artifacts'));
  const { unreadable, ...counted } = await build(building, manifests, { ...wish, platform, root });
  await files.link(building, database);
  await files.remove(building);
  await files.syncFolder(dirname(database));
  return { database, runs: manifests.length, unreadable_lines: unreadable, ...counted };
}

async function manifestsIn(from: string, { files }: Platform): Promise<readonly string[]> {
  const found: string[] = [];
  if ((await files.stat(from))?.kind !== 'folder') return found;
  for (const name of (await files.list(from)).toSorted()) {
    const path = join(from, name, 'manifest.jsonl');
    if ((await files.stat(join(from, name)))?.kind === 'folder' && (await files.stat(path))?.kind === 'file')
      found.push(path);
  }
  return found;
}

async function refuseExisting(database: string, { files }: Platform): Promise<void> {
  if (!(await files.stat(database))) return;
  throw new UserError(
    `${database} exists, and nothing is overwritten: move it away, or name another file by --db-path`,
    3,
  );
}

/** A database that was moved away alone leaves its log behind: that is kept under another name, for whoever wants it back. */
async function setAside(database: string, { warn }: RebuildWish, { files, random }: Platform): Promise<void> {
  for (const side of SIDES.slice(1)) {
    const left = database + side;
    if (!(await files.stat(left))) continue;
    const aside = `${left}.before-${random.id()}`;
    await files.rename(left, aside);
    warn(`${left} was left by an earlier database: it is now ${aside}`);
  }
}

interface Building extends Pick<RebuildWish, 'warn'> {
  readonly platform: Platform;
  readonly root: string;
}

async function build(path: string, manifests: readonly string[], { warn, platform, root }: Building) {
  using db = openLedgerDatabase(path, platform.clock);
  const rebuild = ledgerRebuild(db);
  let unreadable = 0;
  const tell = (message: string): void => {
    unreadable++;
    warn(message);
  };
  for await (const { record, seq } of inOrder(manifests, platform, tell)) rebuild.replay(record, seq);
  rebuild.finish();
  return { unreadable, ...countsOf(db), missing_files: await missingFiles(db, root, platform) };
}

const countsOf = (db: Sqlite) => {
  const count = (sql: string): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n ?? 0;
  return {
    works: count('works'),
    entries: count('catalog_entries'),
    attempts: count('attempts'),
    queued: count("jobs WHERE state = 'queued'"),
  };
};

interface Told {
  readonly record: ManifestRecord;
  readonly seq: number;
}

/** The records of one manifest, in its order; what cannot be read is told. */
async function* recordsOf(
  path: string,
  { files }: Platform,
  tell: (message: string) => void,
): AsyncGenerator<Told> {
  for await (const entry of readManifest(files, path)) {
    if ('record' in entry) yield entry;
    else tell(`${path}:${entry.line}: ${entry.problem}`);
  }
}

/** All manifests as one: runs may have been resumed after others, so the oldest record that is next comes first. */
async function* inOrder(
  manifests: readonly string[],
  platform: Platform,
  tell: (message: string) => void,
): AsyncIterable<Told> {
  const heads: { next: Told; readonly rest: AsyncGenerator<Told> }[] = [];
  for (const path of manifests) {
    const rest = recordsOf(path, platform, tell);
    const first = await rest.next();
    if (!first.done) heads.push({ next: first.value, rest });
  }
  while (heads.length > 0) {
    const oldest = heads.reduce((a, b) => (b.next.record.timestamp < a.next.record.timestamp ? b : a));
    yield oldest.next;
    const following = await oldest.rest.next();
    if (following.done) heads.splice(heads.indexOf(oldest), 1);
    else oldest.next = following.value;
  }
}

async function missingFiles(db: Sqlite, root: string, { files }: Platform): Promise<readonly string[]> {
  const missing: string[] = [];
  const named = db.all<{ path: string; size_bytes: number }>(
    `SELECT path, size_bytes FROM artifacts WHERE id IN (SELECT max(id) FROM artifacts GROUP BY path) ORDER BY path`,
  );
  for (const { path, size_bytes } of named) {
    const facts = await files.stat(join(root, path));
    if (facts?.kind !== 'file' || facts.sizeBytes !== size_bytes) missing.push(path);
  }
  return missing;
}
