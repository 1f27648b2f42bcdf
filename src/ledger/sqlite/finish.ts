import type { Artifact } from '../../core/artifact.ts';
import type { Ending } from '../../core/ending.ts';
import { endingFacts } from '../../core/ending-facts.ts';
import { readIdentity } from '../../core/identity.ts';
import { hasFile, type Outcome, type OutcomeKind } from '../../core/outcome.ts';
import { canonicalUrl, hostKey, parseUrl } from '../../core/url.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';
import { completeWork } from './complete-work.ts';
import { HELD, heldJob } from './held-job.ts';
import { postRecord, writeJournal } from './journal.ts';
import { recount } from './tally.ts';
import { wakeTwins } from './wake-twins.ts';

type EndState = 'done' | 'skipped' | 'error';

export const END_STATES: Readonly<Record<OutcomeKind, EndState>> = {
  saved: 'done',
  cached: 'done',
  html_only: 'done',
  skipped: 'skipped',
  quarantined: 'error',
  failed: 'error',
};

export interface EndedWork {
  readonly docId: string;
  readonly runId: string;
}

const hostOf = (url: string | undefined): string | undefined => {
  const parsed = url === undefined ? undefined : parseUrl(url);
  return parsed && hostKey(parsed);
};

const ENTRY_FIELDS = [
  'doc_id',
  'run_id',
  'status',
  'reason',
  'classification',
  'resolver',
  'tier',
  'url',
  'canonical_url',
  'host',
  'path',
  'sha256',
  'size_bytes',
  'mime',
  'license',
  'version',
  'identity',
  'identity_score',
  'identity_evidence',
  'attempts',
  'duration_ms',
  'config_hash',
  'created_at',
] as const;

/** Ending again in the same run (after `retry-failed`) replaces the entry and moves it to the end. */
const WRITE_ENTRY = `
  INSERT OR REPLACE INTO catalog_entries (${ENTRY_FIELDS.join(', ')}, title, year)
  SELECT ${ENTRY_FIELDS.map(() => '?').join(', ')}, title, year FROM works WHERE id = ?`;

type EntryFacts = Partial<Pick<Artifact, 'path' | 'sha256' | 'sizeBytes' | 'mime' | 'classification'>> & {
  readonly url?: string | undefined;
  readonly canonicalUrl?: string | undefined;
  readonly license?: string | undefined;
  readonly version?: string | undefined;
};

/** The artifact where there is one; else what the record says (a `cached` end may bring no artifact of its own). */
function factsOf({ outcome, record }: Ending): EntryFacts {
  if (outcome.artifact) return { license: record.license, version: record.version, ...outcome.artifact };
  const { size_bytes: sizeBytes, canonical_url: canonical, ...rest } = record;
  const url = outcome.url ?? record.url;
  return {
    ...rest,
    ...(sizeBytes !== undefined && { sizeBytes }),
    url,
    canonicalUrl: canonical ?? (url && canonicalUrl(url)),
  };
}

function writeEntry(db: Sqlite, { docId, runId }: EndedWork, ending: Ending): void {
  const { outcome, record } = ending;
  const facts = factsOf(ending);
  const { state, score, evidence } = readIdentity(record, hasFile(outcome.kind));
  const entry: Record<(typeof ENTRY_FIELDS)[number], string | number | undefined> = {
    doc_id: docId,
    run_id: runId,
    status: outcome.kind,
    reason: outcome.reason,
    classification: facts.classification,
    resolver: outcome.resolver ?? record.resolver,
    tier: outcome.tier ?? record.tier,
    url: facts.url,
    canonical_url: facts.canonicalUrl,
    host: record.host ?? hostOf(facts.url),
    path: facts.path,
    sha256: facts.sha256,
    size_bytes: facts.sizeBytes,
    mime: facts.mime,
    license: facts.license,
    version: facts.version,
    identity: state ?? undefined,
    identity_score: score ?? undefined,
    identity_evidence: evidence ? JSON.stringify(evidence) : undefined,
    attempts: outcome.attempts,
    duration_ms: Math.round(outcome.durationMs),
    config_hash: record.config_hash,
    created_at: record.timestamp,
  };
  db.run(WRITE_ENTRY, ...ENTRY_FIELDS.map((field) => entry[field] ?? null), docId);
}

/** Every file the work brought, those set aside too: what no row names is nobody's. */
function writeArtifacts(db: Sqlite, { docId, runId }: EndedWork, ending: Ending): void {
  const { artifact, quarantined = [] } = ending.outcome;
  for (const { sha256, sizeBytes, mime, path, classification } of [
    ...(artifact ? [artifact] : []),
    ...quarantined.filter((one) => one.path !== artifact?.path),
  ]) {
    db.run(
      `INSERT INTO artifacts (doc_id, run_id, sha256, size_bytes, mime, path, classification, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      docId,
      runId,
      sha256,
      sizeBytes,
      mime,
      path,
      classification,
      ending.record.timestamp,
    );
  }
}

/** Validators belong to the stored file: a new file without any leaves none behind. */
function writeValidators(db: Sqlite, docId: string, { kind, artifact }: Outcome): void {
  if (!artifact || END_STATES[kind] !== 'done') return;
  db.run('DELETE FROM validators WHERE doc_id = ?', docId);
  if (artifact.etag === undefined && artifact.lastModified === undefined) return;
  db.run(
    `INSERT INTO validators (doc_id, canonical_url, etag, last_modified, sha256, size_bytes, path)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    docId,
    artifact.canonicalUrl,
    artifact.etag ?? null,
    artifact.lastModified ?? null,
    artifact.sha256,
    artifact.sizeBytes,
    artifact.path,
  );
}

function writeClaims(db: Sqlite, docId: string, { claims }: Outcome): void {
  for (const claim of claims) {
    db.run(
      `INSERT INTO claims (doc_id, resolver, url, license, version, host_type, evidence) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET license = excluded.license, version = excluded.version,
                                 host_type = excluded.host_type, evidence = excluded.evidence`,
      docId,
      claim.resolver,
      claim.url,
      claim.license ?? null,
      claim.version ?? null,
      claim.hostType ?? null,
      claim.evidence ?? null,
    );
  }
}

/** What the sources told of the work is known from now on, unless it was only another's twin. */
function learnFrom(db: Sqlite, { docId }: EndedWork, { record }: Ending): void {
  const { identifiers, title, year, authors, conflict, duplicate_of } = endingFacts(record.extra);
  if (duplicate_of !== undefined) return;
  completeWork(db, docId, {
    ...identifiers,
    ...(title !== undefined && { title }),
    ...(year !== undefined && { year }),
    ...(authors !== undefined && { authors }),
    ...(conflict !== undefined && { conflicts: conflict }),
  });
}

/** What the catalog says about an end: a rebuild from the record says the same. */
export function catalogEnding(db: Sqlite, work: EndedWork, ending: Ending): void {
  learnFrom(db, work, ending);
  writeEntry(db, work, ending);
  writeArtifacts(db, work, ending);
  writeValidators(db, work.docId, ending.outcome);
  writeClaims(db, work.docId, ending.outcome);
}

/** Everything that is known about an end except the job itself. */
export function recordEnding(
  db: Sqlite,
  { now, ...work }: EndedWork & { now: number },
  ending: Ending,
): void {
  catalogEnding(db, work, ending);
  wakeTwins(db, work.docId, now);
  writeJournal(db, ending.journal);
  postRecord(db, ending.record);
}

export const finishCommands = (db: Sqlite): Pick<LedgerCommands, 'finish'> => ({
  finish({ lease, ending }, instant) {
    const job = heldJob(db, lease);
    if (!job) return false;
    const now = Math.floor(instant);
    const state = END_STATES[ending.outcome.kind];
    db.run(
      `UPDATE jobs SET state = ?, last_error = ?, progress_json = '{}', available_at = 0, lease_expires_at = NULL,
              worker_id = NULL, crashes = 0, unclean_ends = 0, updated_at = ?
       WHERE ${HELD}`,
      state,
      state === 'done' ? null : ending.outcome.reason,
      now,
      lease.jobId,
      lease.token,
    );
    recount(db, { from: job, to: { ...job, state }, now });
    recordEnding(db, { ...job, now }, ending);
    return true;
  },
});
