import { saidList } from '../core/claims.ts';
import { endingFacts } from '../core/ending-facts.ts';
import { UserError } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { readIdentity } from '../core/identity.ts';
import type { AttemptRecord, ManifestRecord, OutcomeRecord } from '../core/manifest-record.ts';
import type { ListingFigures } from '../core/metrics.ts';
import { hasFile } from '../core/outcome.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { readManifest } from '../telemetry/manifest-reader.ts';
import type { RunRecords } from './run-records.ts';
import type { ClaimedPlace } from './source-tally.ts';

export interface ManifestRecords extends RunRecords {
  /** Lines that are no records, the first few with their number. */
  readonly problems: { readonly count: number; readonly first: readonly string[] };
}

const SHOWN_PROBLEMS = 5;

/**
 * A run as its manifest tells it: for a folder that was copied without its ledger. The file is read three times, never
 * held. Whether there were earlier runs it cannot know.
 */
export async function recordsOfManifest(files: Files, path: string): Promise<ManifestRecords> {
  const { first, summary, problems, setAside } = await scan(files, path);
  if (!first) throw new UserError(`${path} holds no records`, 3);
  const said: Said = new WeakMap();
  const told = (summary?.extra ?? {}) as {
    readonly waiting?: number;
    readonly started_at?: string;
    readonly listing?: ListingFigures;
  };
  return {
    run: {
      run_id: first.run_id,
      config_hash: summary?.config_hash ?? first.config_hash,
      started_at: told.started_at ?? first.timestamp,
      finished_at: summary?.timestamp ?? null,
    },
    entries: entriesOf(files, path, said),
    claimsOf: (entry) => Promise.resolve(said.get(entry)?.claims ?? []),
    duplicateOf: (entry) => Promise.resolve(said.get(entry)?.duplicateOf),
    setAside,
    attempts: attemptsOf(files, path),
    waiting: told.waiting ?? 0,
    ...(told.listing && { listing: told.listing }),
    hasPredecessor: false,
    problems,
  };
}

interface Scan {
  readonly first: ManifestRecord | undefined;
  /** Of several, after a resume, the last one. */
  readonly summary: ManifestRecord | undefined;
  readonly problems: ManifestRecords['problems'];
  readonly setAside: number;
}

async function scan(files: Files, path: string): Promise<Scan> {
  let first: ManifestRecord | undefined;
  let summary: ManifestRecord | undefined;
  let count = 0;
  const shown: string[] = [];
  const setAside = new Set<string>();
  for await (const entry of readManifest(files, path)) {
    if ('problem' in entry) {
      if (count++ < SHOWN_PROBLEMS) shown.push(`line ${entry.line}: ${entry.problem}`);
      continue;
    }
    first ??= entry.record;
    if (entry.record.record_type === 'summary') summary = entry.record;
    if (entry.record.record_type === 'outcome')
      for (const { path: file } of endingFacts(entry.record.extra).quarantined ?? []) setAside.add(file);
  }
  return { first, summary, problems: { count, first: shown }, setAside: setAside.size };
}

async function* attemptsOf(files: Files, path: string): AsyncIterable<AttemptRecord> {
  for await (const entry of readManifest(files, path)) {
    if ('record' in entry && entry.record.record_type === 'attempt') yield entry.record;
  }
}

/** What an outcome record says beside the columns of an entry, for as long as the entry is looked at. */
type Said = WeakMap<
  CatalogEntry,
  { readonly claims: readonly ClaimedPlace[]; readonly duplicateOf: string | undefined }
>;

async function* entriesOf(files: Files, path: string, said: Said): AsyncIterable<CatalogEntry> {
  for await (const read of readManifest(files, path)) {
    if (!('record' in read) || read.record.record_type !== 'outcome') continue;
    const entry = entryOf(read.record);
    const { extra } = read.record;
    said.set(entry, {
      claims: placesIn(extra?.['claims']),
      duplicateOf: endingFacts(extra).duplicate_of,
    });
    yield entry;
  }
}

const placesIn = (claims: unknown): readonly ClaimedPlace[] =>
  saidList(claims, (claim) => {
    const { resolver, url } = (claim ?? {}) as { readonly resolver?: unknown; readonly url?: unknown };
    return typeof resolver === 'string' && typeof url === 'string' ? { resolver, url } : undefined;
  });

function entryOf(record: OutcomeRecord): CatalogEntry {
  const { title, year } = (record.extra ?? {}) as { readonly title?: unknown; readonly year?: unknown };
  return {
    doc_id: record.doc_id,
    run_id: record.run_id,
    status: record.status,
    reason: record.reason,
    ...placeOf(record),
    ...fileOf(record),
    title: typeof title === 'string' ? title : null,
    year: typeof year === 'number' ? year : null,
    attempts: record.attempt ?? 0,
    duration_ms: record.duration_ms ?? 0,
    config_hash: record.config_hash,
    created_at: record.timestamp,
  };
}

const placeOf = (record: OutcomeRecord) => ({
  resolver: record.resolver ?? null,
  tier: record.tier ?? null,
  url: record.url ?? null,
  canonical_url: record.canonical_url ?? null,
  host: record.host ?? null,
});

const fileOf = (record: OutcomeRecord) => ({
  classification: record.classification ?? null,
  path: record.path ?? null,
  sha256: record.sha256 ?? null,
  size_bytes: record.size_bytes ?? null,
  mime: record.mime ?? null,
  license: record.license ?? null,
  version: record.version ?? null,
  ...identityIn(record),
});

function identityIn(record: OutcomeRecord) {
  const { state, score, evidence } = readIdentity(record, hasFile(record.status));
  const text = evidence && JSON.stringify(evidence);
  return { identity: state, identity_score: score, identity_evidence: text };
}
