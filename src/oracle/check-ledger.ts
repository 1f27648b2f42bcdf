import type { Evidence, Fault, Finding, Rows } from './finding.ts';

interface Rule {
  readonly fault: Fault;
  readonly detail: string;
  /** Yields the subjects that break the rule. */
  readonly sql: string;
}

/** Each row such a query returns is a contradiction (invariants I2 to I4). */
const RULES: readonly Rule[] = [
  {
    fault: 'job-without-outcome',
    detail: 'the work has no job',
    sql: `SELECT id AS subject FROM works WHERE id NOT IN (SELECT artifact_id FROM jobs)`,
  },
  {
    fault: 'job-without-outcome',
    detail: 'the job ended, but its run has no outcome for it',
    sql: `SELECT artifact_id AS subject FROM jobs AS j WHERE state IN ('done', 'skipped', 'error')
            AND NOT EXISTS (SELECT 1 FROM catalog_entries AS e WHERE e.doc_id = j.artifact_id AND e.run_id = j.run_id)`,
  },
  {
    fault: 'job-without-outcome',
    detail: 'the state of the job contradicts the outcome of its run',
    sql: `SELECT artifact_id AS subject FROM jobs AS j JOIN catalog_entries AS e
            ON e.doc_id = j.artifact_id AND e.run_id = j.run_id
          WHERE j.state IN ('done', 'skipped', 'error') AND j.state <> CASE
            WHEN e.status IN ('saved', 'cached', 'html_only') THEN 'done'
            WHEN e.status = 'skipped' THEN 'skipped' ELSE 'error' END`,
  },
  {
    fault: 'outcome-without-job',
    detail: 'an outcome of a work that has no job',
    sql: `SELECT doc_id AS subject FROM catalog_entries WHERE doc_id NOT IN (SELECT artifact_id FROM jobs)`,
  },
  {
    fault: 'outcome-without-job',
    detail: 'more than one outcome of one work in one run',
    sql: `SELECT doc_id AS subject FROM catalog_entries GROUP BY doc_id, run_id HAVING count(*) > 1`,
  },
  {
    fault: 'row-without-bytes',
    detail: 'an outcome with a file that no artifact row describes',
    sql: `SELECT doc_id AS subject FROM catalog_entries AS e WHERE status IN ('saved', 'html_only') AND path IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM artifacts AS a
                            WHERE a.doc_id = e.doc_id AND a.path = e.path AND a.sha256 = e.sha256)`,
  },
  {
    fault: 'lease',
    detail: 'in progress without a lease',
    sql: `SELECT artifact_id AS subject FROM jobs WHERE state = 'in_progress'
            AND (lease_token < 1 OR lease_expires_at IS NULL OR worker_id IS NULL)`,
  },
  {
    fault: 'lease',
    detail: 'not in progress, yet with a lease',
    sql: `SELECT artifact_id AS subject FROM jobs WHERE state <> 'in_progress'
            AND (lease_expires_at IS NOT NULL OR worker_id IS NOT NULL)`,
  },
  {
    fault: 'count',
    detail: 'jobs are miscounted in this run and state',
    sql: `SELECT run_id || ' ' || state AS subject FROM (
            SELECT run_id, state, n FROM counts WHERE n <> 0
            UNION ALL SELECT run_id, state, -count(*) FROM jobs GROUP BY run_id, state)
          GROUP BY run_id, state HAVING sum(n) <> 0`,
  },
];

function* broken(rows: Rows, { fault, detail, sql }: Rule): Iterable<Finding> {
  for (const { subject } of rows.all<{ subject: string }>(sql)) yield { fault, subject, detail };
}

/** The database agrees with itself. */
export function* checkLedger({ rows }: Evidence): Iterable<Finding> {
  for (const row of rows.all<{ integrity_check: string }>('PRAGMA integrity_check')) {
    if (row.integrity_check !== 'ok')
      yield { fault: 'database', subject: 'manifest.sqlite3', detail: row.integrity_check };
  }
  for (const rule of RULES) yield* broken(rows, rule);
}
