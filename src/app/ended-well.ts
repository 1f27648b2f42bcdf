import { dirname, join, resolve } from 'node:path';
import { filesStore } from '../artifacts/files.ts';
import type { Store } from '../artifacts/store.ts';
import { endingFacts } from '../core/ending-facts.ts';
import { UserError } from '../core/errors.ts';
import { aliasesOf, type Identifiers } from '../core/identifiers.ts';
import type { OutcomeRecord } from '../core/manifest-record.ts';
import { contradicts } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import { openSqlite, type Sqlite } from '../platform/sqlite.ts';
import { readManifest } from '../telemetry/manifest-reader.ts';
import type { LeftOut, Source } from '../work/source.ts';
import type { Platform } from './platform.ts';

/** What works that ended well by a manifest are left out, and why others that it names are not. */
export interface EndedWell extends Disposable {
  /** The same source without works that ended well. */
  without(source: Source): Source;
  readonly counts: { leftOut: number; changed: number };
}

interface EndRow {
  readonly docId: string;
  readonly good: number;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly ids: string;
}

const GOOD: ReadonlySet<string> = new Set(['saved', 'cached', 'html_only']);

/** A file of SQLite's own that goes with the connection: a manifest may name more works than fit into memory. */
function openNames(): Sqlite {
  const db = openSqlite('');
  db.script(`
    CREATE TABLE ends (doc_id TEXT PRIMARY KEY, good INTEGER, path TEXT, sha256 TEXT, ids TEXT) WITHOUT ROWID;
    CREATE TABLE names (name TEXT, doc_id TEXT, PRIMARY KEY (name, doc_id)) WITHOUT ROWID;`);
  return db;
}

function remember(db: Sqlite, record: OutcomeRecord): void {
  const { identifiers, duplicate_of: twin } = endingFacts(record.extra);
  const owner = twin ?? record.doc_id;
  for (const name of new Set([record.doc_id, ...aliasesOf(identifiers)]))
    db.run('INSERT OR IGNORE INTO names VALUES (?, ?)', name, owner);
  // The work that went on for this one has an end of its own.
  if (twin !== undefined) return;
  db.run(
    'REPLACE INTO ends VALUES (?, ?, ?, ?, ?)',
    record.doc_id,
    Number(GOOD.has(record.status)),
    record.path ?? null,
    record.sha256 ?? null,
    JSON.stringify(identifiers),
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

/** How this very work ended: what shares a name with it and has a better one that differs is another (ADR 27). */
function endOf(db: Sqlite, work: Work): EndRow | undefined {
  for (const name of new Set([work.id, ...aliasesOf(work)])) {
    const rows = db
      .all<EndRow>(
        'SELECT ends.doc_id AS docId, good, path, sha256, ids FROM names JOIN ends ON ends.doc_id = names.doc_id WHERE name = ?',
        name,
      )
      .filter(({ ids }) => !contradicts(JSON.parse(ids) as Identifiers, work, name));
    // A name of several works tells none of them.
    if (rows.length === 1) return rows[0];
  }
  return undefined;
}

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
  /** The work that ended well and whole in its stead. */
  const doneAs = async (work: Work): Promise<string | undefined> => {
    const end = endOf(db, work);
    if (end?.good !== 1) return undefined;
    const isWhole = await isUnchanged(end, stores);
    counts[isWhole ? 'leftOut' : 'changed']++;
    return isWhole ? end.docId : undefined;
  };
  return {
    counts,
    without: (source) => ({
      ...source,
      async *pages(cursor, signal) {
        for await (const page of source.pages(cursor, signal)) {
          const works: Work[] = [];
          const leftOut: LeftOut[] = [];
          for (const work of page.works) {
            const workId = await doneAs(work);
            const line = page.lines?.get(work) ?? { where: source.name, text: work.id };
            if (workId === undefined) works.push(work);
            else leftOut.push({ ...line, workId, problem: 'left out' });
          }
          yield { ...page, works, leftOut };
        }
      },
    }),
    [Symbol.dispose]: () => db[Symbol.dispose](),
  };
}
