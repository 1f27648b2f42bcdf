import { LONGEST_WAIT_MS } from '../../core/longest-wait.ts';
import { timestampMs } from '../../core/timestamp.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

/** When to look again at what should wait until `at`; 0: at once. */
export const waitUntil = (now: number, at: number): number =>
  at > now ? Math.min(Math.ceil(at), now + LONGEST_WAIT_MS) : 0;

/** When a run was last seen to begin or end, by the clock of that time. */
function lastSeen(db: Sqlite): number {
  const row = db.get<{ at: string | null }>(
    'SELECT max(max(started_at), coalesce(max(finished_at), max(started_at))) AS at FROM runs',
  );
  return timestampMs(row?.at ?? '');
}

/**
 * Waits that end beyond what can be asked for were written under a clock that was ahead, or are read under one that is
 * behind. They last as long as they lasted from the last run on, and a day at most.
 */
export function mendWaits(db: Sqlite, now: number): void {
  const latest = now + LONGEST_WAIT_MS;
  const ahead = Math.max(0, lastSeen(db) - now) || 0;
  const mended = (column: string): string => `max(?1, min(${column} - ?2, ?3))`;
  const times = [now, Math.floor(ahead), latest];
  db.run(`UPDATE hosts SET not_before = ${mended('not_before')} WHERE not_before > ?3`, ...times);
  db.run(
    `UPDATE jobs SET available_at = ${mended('available_at')} WHERE state = 'queued' AND available_at > ?3`,
    ...times,
  );
}
