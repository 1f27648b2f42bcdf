import type { Sqlite } from '../../src/platform/sqlite.ts';
import { sha256 } from './disk.ts';
import { ARTIFACTS, allPlans, indexOfId, RUN_FOLDER } from './scenario.ts';
import { artifactPath, type World } from './world.ts';

interface Entry {
  readonly docId: string;
  readonly status: string;
  readonly reason: string;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly url: string | null;
}

const END_STATE: Readonly<Record<string, string>> = {
  saved: 'done',
  cached: 'done',
  html_only: 'done',
  skipped: 'skipped',
  failed: 'error',
  quarantined: 'error',
};

/** A run has ended by itself and says that all is well: everything it promised is looked at. */
export function judgeRun(world: World, runId: string): void {
  const { db, offences } = world;
  const entries = db.all<Entry>(
    `SELECT doc_id AS docId, status, reason, path, sha256, size_bytes AS sizeBytes, url FROM catalog_entries
     WHERE run_id = ? ORDER BY id`,
    runId,
  );
  judgeWorks(world, runId, entries);
  judgeReasons(world, entries);
  judgeStorage(world, runId);
  judgeManifest(world, runId, entries);
  judgeCounters(db, offences);
}

/** Works in = works out: one job and one outcome each, whatever they were called in the input. */
function judgeWorks({ db, scenario, offences }: World, runId: string, entries: readonly Entry[]): void {
  const jobs = db.all<{ docId: string; state: string; runId: string }>(
    'SELECT artifact_id AS docId, state, run_id AS runId FROM jobs',
  );
  const indexes = jobs.map(({ docId }) => indexOfId(docId));
  for (const { index } of scenario.works) {
    const count = indexes.filter((one) => one === index).length;
    if (count !== 1) offences.push(`work ${index} has ${count} jobs`);
  }
  const byId = new Map(entries.map((entry) => [entry.docId, entry]));
  for (const { docId, state, runId: inRun } of jobs) {
    const entry = byId.get(docId);
    if (inRun !== runId) offences.push(`${docId} belongs to ${inRun}, not to ${runId}`);
    else if (!entry) offences.push(`${docId} is ${state} and has no outcome`);
    else if (END_STATE[entry.status] !== state)
      offences.push(`${docId} ended as ${entry.status} and is ${state}`);
  }
  if (entries.length !== jobs.length) offences.push(`${entries.length} outcomes for ${jobs.length} jobs`);
}

/** A work that was left in peace ends as it must; nothing ever ends because of a bug. */
function judgeReasons(
  { scenario, offences, faults, deaths, origin }: World,
  entries: readonly Entry[],
): void {
  for (const { docId, status, reason, url, sha256: digest } of entries) {
    if (reason === 'internal-error' && deaths < 3) offences.push(`${docId} ended as internal-error`);
    if (digest !== null && url !== null && !origin.hasServed(url, digest))
      offences.push(`${docId}: ${url} never had these bytes`);
    const work = scenario.works[indexOfId(docId)];
    const isShunned = scenario.hasBreaker && allPlans(scenario).some(({ offer }) => offer === 'dead');
    if (!work || isShunned || faults.fired.length > 0) continue;
    const plans = [...work.known, ...work.listed, ...work.last];
    const hasFile = plans.some(({ offer }) => offer === 'pdf');
    const isGood = status === 'saved' || status === 'cached';
    if (hasFile !== isGood)
      offences.push(`${docId} ended as ${status}/${reason}; a file to be had: ${hasFile}`);
  }
}

/** Trouble with files where the disk gave none is trouble we made ourselves. */
function judgeStorage({ db, faults, offences }: World, runId: string): void {
  if (faults.fired.some(({ kind }) => kind.startsWith('fs-') || kind === 'limiter-outage')) return;
  const troubled = db.all<{ doc: string; extra: string | null }>(
    `SELECT doc_id AS doc, extra FROM attempts WHERE run_id = ? AND reason = 'storage-error'`,
    runId,
  );
  for (const { doc, extra } of troubled) offences.push(`${doc}: trouble with a sound disk ${extra ?? ''}`);
}

type Line = Record<string, unknown>;

/** Read by hand, sharing no code with the writer, from what a power cut would leave. */
function manifestLines({ disk, offences }: World, runId: string): readonly Line[] {
  const bytes = disk.durable(`${RUN_FOLDER(runId)}/manifest.jsonl`);
  if (!bytes) {
    offences.push(`the manifest of ${runId} is not durable`);
    return [];
  }
  const text = bytes.toString('utf8');
  if (text !== '' && !text.endsWith('\n')) offences.push(`the manifest of ${runId} has a torn end`);
  const lines: Line[] = [];
  for (const [at, line] of text.split('\n').slice(0, -1).entries()) {
    try {
      lines.push(JSON.parse(line) as Line);
    } catch {
      offences.push(`line ${at + 1} of the manifest is no JSON`);
    }
  }
  return lines;
}

function judgeManifest(world: World, runId: string, entries: readonly Entry[]): void {
  const { db, offences } = world;
  const lines = manifestLines(world, runId);
  lines.forEach((line, at) => {
    if (line['seq'] !== at + 1)
      offences.push(`line ${at + 1} of the manifest has seq ${String(line['seq'])}`);
  });
  const outcomes = lines.filter((line) => line['record_type'] === 'outcome');
  const told = new Map<unknown, Line>();
  for (const line of outcomes) {
    if (told.has(line['doc_id'])) offences.push(`${String(line['doc_id'])} has two outcomes in the manifest`);
    told.set(line['doc_id'], line);
  }
  for (const entry of entries) {
    const line = told.get(entry.docId);
    const isSame =
      line?.['status'] === entry.status &&
      line['reason'] === entry.reason &&
      (line['sha256'] ?? null) === entry.sha256 &&
      (line['path'] ?? null) === entry.path &&
      (line['size_bytes'] ?? null) === entry.sizeBytes;
    if (!isSame) offences.push(`${entry.docId}: the manifest does not say what the catalog says`);
  }
  if (told.size > entries.length)
    offences.push(`the manifest has ${told.size} outcomes, the catalog ${entries.length}`);
  const inTable = db.all<{ doc: string; status: string }>(
    'SELECT doc_id AS doc, status FROM attempts WHERE run_id = ? ORDER BY id',
    runId,
  );
  const inFile = lines.filter((line) => line['record_type'] === 'attempt');
  const same =
    inFile.length === inTable.length &&
    inFile.every((line, at) => line['doc_id'] === inTable[at]?.doc && line['status'] === inTable[at]?.status);
  if (!same)
    offences.push(
      `the manifest has ${inFile.length} attempts, the catalog ${inTable.length}, or in another order`,
    );
  if (lines.at(-1)?.['record_type'] !== 'summary') offences.push('the manifest does not end with a summary');
}

/** Counters are what a scan would say. */
export function judgeCounters(db: Sqlite, offences: string[]): void {
  const text = (rows: readonly unknown[]): string => JSON.stringify(rows);
  const counted = text(db.all(`SELECT run_id, state, n FROM counts WHERE n > 0 ORDER BY run_id, state`));
  const scanned = text(db.all(`SELECT run_id, state, count(*) AS n FROM jobs GROUP BY 1, 2 ORDER BY 1, 2`));
  if (counted !== scanned) offences.push(`counts say ${counted}, a scan says ${scanned}`);
  const hosts = text(
    db.all(
      `SELECT host_key, role, queued, delayed, in_flight FROM hosts WHERE queued > 0 OR in_flight > 0 ORDER BY 1, 2`,
    ),
  );
  const lanes = text(
    db.all(
      `SELECT host_key, role, sum(state = 'queued') AS queued, sum(state = 'queued' AND available_at > 0) AS delayed,
              sum(state = 'in_progress') AS in_flight
       FROM jobs WHERE state IN ('queued', 'in_progress') GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  );
  if (hosts !== lanes) offences.push(`hosts say ${hosts}, a scan says ${lanes}`);
}

/** When all works have ended nothing temporary is left. (A power cut may bring a removed name back: the next start sweeps.) */
export function judgeParts({ disk, offences }: World): void {
  for (const path of disk.files().keys())
    if (path.endsWith('.part')) offences.push(`${path} was left behind`);
}

/**
 * Whether a process that was stopped on the verge of naming a file did so after others had ended the work. To the ledger
 * it was dead by then, and nobody was left to adopt the file.
 */
function isBelated({ db, disk, watch }: World, path: string): boolean {
  const { docId } =
    db
      .all<{ docId: string }>('SELECT artifact_id AS docId FROM jobs')
      .find((job) => new RegExp(`__${job.docId.replaceAll(/[:/]/g, '_')}[._]`, 'i').test(path)) ?? {};
  if (docId === undefined) return false;
  return (disk.linkedAt(path) ?? 0) > (watch.endedAt(docId) ?? Number.POSITIVE_INFINITY);
}

/** What lies below the artifact root once nothing runs any more. */
export function judgeFiles(world: World): void {
  const { db, disk, offences, origin, scenario } = world;
  const good = new Map(
    db
      .all<{ path: string; sha256: string; docId: string }>(
        `SELECT path, sha256, doc_id AS docId FROM catalog_entries
         WHERE status IN ('saved', 'cached') AND path IS NOT NULL ORDER BY id`,
      )
      .map(({ path, sha256: digest, docId }) => [path, { digest, docId }]),
  );
  const urls = allPlans(scenario).map(({ url }) => url);
  let orphans = 0;
  for (const [path, bytes] of disk.files()) {
    if (!path.startsWith(`${ARTIFACTS}/`)) continue;
    const name = path.slice(ARTIFACTS.length + 1);
    if (name.endsWith('.part')) continue;
    const digest = sha256(bytes);
    if (!urls.some((url) => origin.hasServed(url, digest)))
      offences.push(`${name} holds what no server has sent whole`);
    if (name.startsWith('cas/')) continue;
    const entry = good.get(name);
    if (!entry) orphans += Number(!isBelated(world, path));
    else if (entry.digest !== digest) offences.push(`${name} does not hold the bytes of ${entry.docId}`);
  }
  for (const [path, { digest, docId }] of good) {
    const bytes = disk.durable(artifactPath(path));
    if (!bytes || sha256(bytes) !== digest)
      offences.push(`the file of ${docId} would not survive a power cut`);
  }
  // A folder that could not be synced leaves a name nobody may rely on.
  const accidents = world.deaths + world.faults.fired.filter(({ kind }) => kind === 'fs-eio').length;
  if (orphans > accidents) offences.push(`${orphans} files belong to nobody after ${accidents} accidents`);
}
