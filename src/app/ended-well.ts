import { dirname, join, resolve } from 'node:path';
import { filesStore } from '../artifacts/files.ts';
import type { Store } from '../artifacts/store.ts';
import { endingFacts } from '../core/ending-facts.ts';
import { UserError } from '../core/errors.ts';
import { aliasesOf } from '../core/identifiers.ts';
import type { OutcomeRecord } from '../core/manifest-record.ts';
import type { Work } from '../core/work.ts';
import { openSqlite, type Sqlite } from '../platform/sqlite.ts';
import { readManifest } from '../telemetry/manifest-reader.ts';
import type { Source } from '../work/source.ts';
import type { Platform } from './platform.ts';

/** What works that ended well by a manifest are left out, and why others that it names are not. */
export interface EndedWell extends Disposable {
  /** The same source without works that ended well. */
  without(source: Source): Source;
  readonly counts: { leftOut: number; changed: number };
}

interface EndRow {
  readonly good: number;
  readonly path: string | null;
  readonly sha256: string | null;
}

const GOOD: ReadonlySet<string> = new Set(['saved', 'cached', 'html_only']);

/** A file of SQLite's own that goes with the connection: a manifest may name more works than fit into memory. */
function openNames(): Sqlite {
  const db = openSqlite('');
  db.run('CREATE TABLE ends (name TEXT PRIMARY KEY, good INTEGER, path TEXT, sha256 TEXT) WITHOUT ROWID');
  return db;
}

function remember(db: Sqlite, record: OutcomeRecord): void {
  const names = new Set([record.doc_id, ...aliasesOf(endingFacts(record.extra).identifiers)]);
  for (const name of names)
    db.run(
      'REPLACE INTO ends VALUES (?, ?, ?, ?)',
      name,
      Number(GOOD.has(record.status)),
      record.path ?? null,
      record.sha256 ?? null,
    );
}

async function readEnds(db: Sqlite, manifest: string, { files }: Platform): Promise<void> {
  if ((await files.stat(manifest))?.kind !== 'file')
    throw new UserError(`--resume-from: there is no manifest at ${manifest}`);
  let records = 0;
  db.run('BEGIN');
  for await (const entry of readManifest(files, manifest)) {
    if (!('record' in entry)) continue;
    records++;
    if (entry.record.record_type === 'outcome') remember(db, entry.record);
  }
  db.run('COMMIT');
  if (records === 0) throw new UserError(`--resume-from: ${manifest} holds no records of a run`);
}

const endOf = (db: Sqlite, work: Work): EndRow | undefined => {
  for (const name of new Set([work.id, ...aliasesOf(work)])) {
    const row = db.get<EndRow>('SELECT good, path, sha256 FROM ends WHERE name = ?', name);
    if (row) return row;
  }
  return undefined;
};

/** A file that lies where it should must be the one that was recorded; one that was moved away is taken for granted. */
async function isUnchanged({ path, sha256 }: EndRow, stores: readonly Store[]): Promise<boolean> {
  if (path === null) return true;
  for (const store of stores) {
    const digest = await store.digest(path);
    if (digest) return digest.sha256 === sha256;
  }
  return true;
}

/**
 * Reads which works ended well in a run, of this folder or another (`--resume-from`). Their files are looked for under
 * `root` and beside the manifest.
 */
export async function endedWell(manifest: string, root: string, platform: Platform): Promise<EndedWell> {
  const path = resolve(manifest);
  const roots = new Set([root, join(dirname(dirname(path)), 'artifacts')]);
  const stores = [...roots].map((one) => filesStore({ root: one, files: platform.files, fsync: false }));
  const db = openNames();
  try {
    await readEnds(db, path, platform);
  } catch (error) {
    db[Symbol.dispose]();
    throw error;
  }
  const counts = { leftOut: 0, changed: 0 };
  const isToDo = async (work: Work): Promise<boolean> => {
    const end = endOf(db, work);
    if (end?.good !== 1) return true;
    const isWhole = await isUnchanged(end, stores);
    counts[isWhole ? 'leftOut' : 'changed']++;
    return !isWhole;
  };
  return {
    counts,
    without: (source) => ({
      name: source.name,
      async *pages(cursor, signal) {
        for await (const page of source.pages(cursor, signal)) {
          const works: Work[] = [];
          for (const work of page.works) if (await isToDo(work)) works.push(work);
          yield { ...page, works };
        }
      },
    }),
    [Symbol.dispose]: () => db[Symbol.dispose](),
  };
}
