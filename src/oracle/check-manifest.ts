import { join } from 'node:path';
import type { Files } from '../core/files.ts';
import type { Evidence, Finding } from './finding.ts';

interface RunRow {
  readonly run_id: string;
  readonly state: string;
  readonly exported_seq: number;
  readonly pending: number;
}

interface Outcome {
  readonly doc_id: string;
  readonly status: string;
  readonly reason: string;
  readonly path?: string | null;
  readonly sha256?: string | null;
  readonly size_bytes?: number | null;
}

interface Line extends Outcome {
  readonly seq: number;
  readonly run_id: string;
  readonly record_type: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

const OUTCOMES = ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const;
const COMPARED = ['status', 'reason', 'path', 'sha256', 'size_bytes'] as const;

async function* linesOf(files: Files, path: string): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of files.stream(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** What a manifest says when read from its first line to its last. */
interface Replay {
  readonly outcomes: Map<string, Outcome>;
  lines: number;
  summary: Line | undefined;
  readonly problems: string[];
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

async function replayed({ files }: Evidence, path: string, runId: string): Promise<Replay> {
  const replay: Replay = { outcomes: new Map(), lines: 0, summary: undefined, problems: [] };
  for await (const text of linesOf(files, path)) {
    replay.lines += 1;
    const line = parsed(text);
    if (line?.seq !== replay.lines || line.run_id !== runId) {
      replay.problems.push(`line ${replay.lines} is not record ${replay.lines} of this run`);
      if (replay.problems.length >= 5) return replay;
      continue;
    }
    if (line.record_type === 'outcome') replay.outcomes.set(line.doc_id, line);
    if (line.record_type === 'summary') replay.summary = line;
  }
  return replay;
}

function* compareOutcomes({ rows }: Evidence, { run_id }: RunRow, replay: Replay): Iterable<Finding> {
  const entries = rows.all<Outcome>(
    'SELECT doc_id, status, reason, path, sha256, size_bytes FROM catalog_entries WHERE run_id = ?',
    run_id,
  );
  for (const entry of entries) {
    const told = replay.outcomes.get(entry.doc_id);
    replay.outcomes.delete(entry.doc_id);
    const differs = COMPARED.filter((field) => (told?.[field] ?? null) !== (entry[field] ?? null));
    if (differs.length === 0) continue;
    const detail = told ? `${differs.join(', ')} differ between manifest and catalog` : 'not in the manifest';
    yield { fault: 'replay', subject: `${run_id} ${entry.doc_id}`, detail };
  }
  for (const docId of replay.outcomes.keys())
    yield { fault: 'replay', subject: `${run_id} ${docId}`, detail: 'not in the catalog' };
}

/** The run's last word against what the catalog counts. */
function* compareSummary({ rows }: Evidence, { run_id }: RunRow, { summary }: Replay): Iterable<Finding> {
  if (!summary) {
    yield { fault: 'summary', subject: run_id, detail: 'a finished run without a summary' };
    return;
  }
  const counted = new Map(
    rows
      .all<{ status: string; n: number }>(
        'SELECT status, count(*) AS n FROM catalog_entries WHERE run_id = ? GROUP BY status',
        run_id,
      )
      .map(({ status, n }) => [status, n]),
  );
  const wrong = OUTCOMES.filter((kind) => (summary.extra?.[kind] ?? 0) !== (counted.get(kind) ?? 0));
  if (wrong.length > 0)
    yield {
      fault: 'summary',
      subject: run_id,
      detail: `${wrong.join(', ')}: counted otherwise in the catalog`,
    };
}

async function* checkRun(evidence: Evidence, run: RunRow): AsyncIterable<Finding> {
  const { run_id: subject, exported_seq: exported, pending, state } = run;
  const path = join(evidence.out, subject, 'manifest.jsonl');
  if ((await evidence.files.stat(path))?.kind !== 'file') {
    if (exported > 0) yield { fault: 'manifest', subject, detail: `${path} is missing` };
    return;
  }
  const replay = await replayed(evidence, path, subject);
  for (const detail of replay.problems) yield { fault: 'manifest', subject, detail };
  if (replay.lines < exported)
    yield { fault: 'manifest', subject, detail: `${replay.lines} lines where ${exported} were written` };
  if (state === 'finished' && pending > 0)
    yield { fault: 'manifest', subject, detail: `${pending} records never reached the file` };
  // A run that goes on, or died, still has records on their way: there is no end to compare yet.
  if (pending > 0 || state === 'running' || replay.problems.length > 0) return;
  yield* compareOutcomes(evidence, run, replay);
  if (state === 'finished') yield* compareSummary(evidence, run, replay);
}

/** Every manifest parses, is numbered without gaps, and replays to the catalog (invariants I5 and I8). */
export async function* checkManifests(evidence: Evidence): AsyncIterable<Finding> {
  const runs = evidence.rows.all<RunRow>(
    `SELECT run_id, state, exported_seq,
            (SELECT count(*) FROM outbox AS o WHERE o.run_id = r.run_id AND o.seq IS NULL) AS pending
     FROM runs AS r ORDER BY started_at, run_id`,
  );
  for (const run of runs) yield* checkRun(evidence, run);
}
