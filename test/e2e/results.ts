import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LabWork } from './binary.ts';

export interface Entry {
  readonly doc_id: string;
  readonly run_id: string;
  readonly status: string;
  readonly reason: string;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  readonly url: string | null;
}

/** Reads a table of the catalog with a connection of the test's own. */
export function rows<T>(out: string, sql: string): T[] {
  const db = new DatabaseSync(join(out, 'manifest.sqlite3'), { readOnly: true });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

export const entries = (out: string): Entry[] => rows<Entry>(out, 'SELECT * FROM catalog_entries');

/** Every file the catalog knows of, quarantined ones of works that ended well included. */
export const storedFiles = (out: string): { path: string; sha256: string }[] =>
  rows(
    out,
    'SELECT path, sha256 FROM catalog_entries WHERE path IS NOT NULL UNION SELECT path, sha256 FROM artifacts',
  );

export const sha256 = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Every file under the artifact root, hidden ones included, relative to it. */
export async function filesIn(root: string): Promise<string[]> {
  if (!existsSync(root)) return [];
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1));
}

export interface ManifestLine {
  readonly seq: number;
  readonly record_type: 'attempt' | 'outcome' | 'summary';
  readonly doc_id?: string;
  readonly status?: string;
  readonly reason?: string;
}

export async function manifestOf(folder: string): Promise<ManifestLine[]> {
  const text = await readFile(join(folder, 'manifest.jsonl'), 'utf8');
  if (!text.endsWith('\n')) throw new Error('the manifest ends in the middle of a line');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ManifestLine);
}

/** How each work ended against how it must end; empty when all is well. */
export function surprises(works: readonly LabWork[], found: readonly Entry[]): string[] {
  const byId = new Map(found.map((entry) => [entry.doc_id, entry]));
  return works.flatMap(({ id, scenario, expected }) => {
    const entry = byId.get(id);
    const got = entry ? `${entry.status}/${entry.reason}` : 'no outcome';
    const isRight = [expected.reason, ...expected.alsoRight].some(
      (reason) => got === `${expected.outcome}/${reason}`,
    );
    const hasRightBytes =
      expected.sha256.length === 0 ? entry?.path === null : expected.sha256.includes(entry?.sha256 ?? '');
    return isRight && hasRightBytes
      ? []
      : [`${id} (${scenario}): expected ${expected.outcome}/${expected.reason}, got ${got}`];
  });
}
