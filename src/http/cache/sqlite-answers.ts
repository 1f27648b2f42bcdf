import { z } from 'zod';
import type { Instant } from '../../core/clock.ts';
import type { Migration } from '../../platform/migrate.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { StoredHead } from './cache-store.ts';
import { digestOf } from './digest.ts';

export const CACHE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);
      CREATE TABLE answers (
        key TEXT NOT NULL, variant TEXT NOT NULL, used_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
        sha256 TEXT NOT NULL, head TEXT NOT NULL, head_digest TEXT NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (key, variant)
      );
      CREATE INDEX answers_by_use ON answers (used_at);`,
  },
];

const Texts = z.record(z.string(), z.string());
const Head = z.object({
  variant: z.string(),
  audience: z.string(),
  exactUrl: z.string().exactOptional(),
  chosenBy: Texts,
  status: z.number(),
  headers: Texts,
  initialAgeMs: z.number(),
  receivedAt: z.number(),
  unstatedMs: z.number().exactOptional(),
  size: z.object({ wireBytes: z.number(), decodedBytes: z.number() }),
  sha256: z.string(),
}) satisfies z.ZodType<StoredHead>;

interface HeadRow {
  readonly variant: string;
  readonly head: string;
  readonly head_digest: string;
}

/** A hit is written down only so often: reading need not mean writing. */
const USE_PRECISION_MS = 60_000;
const EVICTED_AT_ONCE = 100;

const headIn = (row: HeadRow): StoredHead | undefined =>
  digestOf(row.head) === row.head_digest ? Head.safeParse(JSON.parse(row.head)).data : undefined;

export function removeAnswer(db: Sqlite, key: string, variant: string): void {
  db.run('DELETE FROM answers WHERE key = ? AND variant = ?', key, variant);
}

export function removeAnswers(db: Sqlite, key: string): void {
  db.run('DELETE FROM answers WHERE key = ?', key);
}

/** The heads that are whole; the others are deleted. */
export function findHeads(db: Sqlite, key: string): StoredHead[] {
  const rows = db.all<HeadRow>('SELECT variant, head, head_digest FROM answers WHERE key = ?', key);
  return rows.flatMap((row) => {
    const head = headIn(row);
    if (!head) removeAnswer(db, key, row.variant);
    return head ?? [];
  });
}

export interface AnswerName {
  readonly key: string;
  readonly variant: string;
}

export function readBody(db: Sqlite, { key, variant }: AnswerName, now: Instant): Uint8Array | undefined {
  const found = db.get<{ used_at: number; body: unknown }>(
    'SELECT used_at, body FROM answers WHERE key = ? AND variant = ?',
    key,
    variant,
  );
  if (found && now - found.used_at > USE_PRECISION_MS) {
    db.run('UPDATE answers SET used_at = ? WHERE key = ? AND variant = ?', Math.floor(now), key, variant);
  }
  // A damaged row may hold anything.
  return found?.body instanceof Uint8Array ? found.body : undefined;
}

export interface NewAnswer {
  readonly key: string;
  readonly head: StoredHead;
  readonly body: Uint8Array;
  readonly now: Instant;
}

/** Returns the bytes it takes. */
export function insertAnswer(db: Sqlite, { key, head, body, now }: NewAnswer): number {
  const text = JSON.stringify(head);
  const bytes = body.byteLength + text.length;
  db.run(
    `INSERT OR REPLACE INTO answers (key, variant, used_at, bytes, sha256, head, head_digest, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    head.variant,
    Math.floor(now),
    bytes,
    head.sha256,
    text,
    digestOf(text),
    body,
  );
  return bytes;
}

/** A new head for the body it was made for, and no other. */
export function updateHead(db: Sqlite, key: string, head: StoredHead): void {
  const text = JSON.stringify(head);
  db.run(
    'UPDATE answers SET head = ?, head_digest = ? WHERE key = ? AND variant = ? AND sha256 = ?',
    text,
    digestOf(text),
    key,
    head.variant,
    head.sha256,
  );
}

export const heldBytes = (db: Sqlite): number =>
  db.get<{ held: number | null }>('SELECT sum(bytes) AS held FROM answers')?.held ?? 0;

/** Deletes the least recently used answers until no more than `bytes` are left; returns what is left. */
export function shrinkTo(db: Sqlite, bytes: number): number {
  let held = heldBytes(db);
  while (held > bytes) {
    const oldest = db.all<{ rowid: number; bytes: number }>(
      'SELECT rowid, bytes FROM answers ORDER BY used_at, rowid LIMIT ?',
      EVICTED_AT_ONCE,
    );
    if (oldest.length === 0) return held;
    for (const row of oldest) {
      if (held <= bytes) return held;
      db.run('DELETE FROM answers WHERE rowid = ?', row.rowid);
      held -= row.bytes;
    }
  }
  return held;
}
