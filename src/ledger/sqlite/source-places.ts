import type { SourcePlace } from '../../core/source-place.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { EnqueuePage } from '../queue.ts';

interface PlaceRow {
  readonly cursor: string | null;
  readonly exhausted: number;
  readonly listed: number | null;
  readonly expected: number | null;
  readonly problem: string | null;
}

const placeOf = ({ cursor, exhausted, listed, expected, problem }: PlaceRow): SourcePlace => ({
  cursor: cursor ?? undefined,
  exhausted: exhausted === 1,
  ...(listed !== null && { listed }),
  ...(expected !== null && { of: expected }),
  ...(problem !== null && { problem }),
});

/** In the transaction of the works that were listed up to there. */
export function keepPlace(db: Sqlite, runId: string, place: NonNullable<EnqueuePage['cursor']>): void {
  db.run(
    `INSERT INTO cursors (run_id, source, cursor, exhausted, listed, expected, problem) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET cursor = excluded.cursor, exhausted = excluded.exhausted, listed = excluded.listed,
                               expected = excluded.expected, problem = excluded.problem`,
    runId,
    place.source,
    place.cursor ?? null,
    Number(place.exhausted),
    place.listed ?? null,
    place.of ?? null,
    place.problem ?? null,
  );
}

/** The sources that the run has begun to list, or is still to. */
export const placesOfRun = (db: Sqlite, runId: string): readonly SourcePlace[] =>
  db
    .all<PlaceRow>(
      'SELECT cursor, exhausted, listed, expected, problem FROM cursors WHERE run_id = ? ORDER BY source',
      runId,
    )
    .map(placeOf);

export function placeIn(db: Sqlite, runId: string, source: string): SourcePlace | undefined {
  const row = db.get<PlaceRow>(
    'SELECT cursor, exhausted, listed, expected, problem FROM cursors WHERE run_id = ? AND source = ?',
    runId,
    source,
  );
  return row && placeOf(row);
}
