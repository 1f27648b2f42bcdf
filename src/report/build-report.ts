import type { Role } from '../core/manifest-record.ts';
import type { Counts, Metrics } from '../core/metrics.ts';
import { hasFile } from '../core/outcome.ts';
import { timestampMs } from '../core/timestamp.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { isMissing } from './advise.ts';
import { isUnknownDoi } from './read-record.ts';
import { type RetryAfterCounts, retryAfterTally } from './retry-after-tally.ts';
import type { RunRecords } from './run-records.ts';
import { type SourceFigures, sourceTally } from './source-tally.ts';
import { summarise } from './summarise.ts';
import { tally } from './tally.ts';
import { tellEvidence } from './tell-identity.ts';
import { type Timeline, timelineTally } from './timeline.ts';

/** Works shown for each reason. */
const EXAMPLES = 5;
/** Unsure works that are listed: each may be wrong, so more of them than of those that are missing. */
const UNSURE_WORKS = 100;
const DUPLICATE_WORKS = 100;
const UNKNOWN_DOIS = 100;

interface MissedWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly url: string | null;
}

/** A work that is the same as another one, which has the file. */
interface DuplicateWork {
  readonly doc_id: string;
  readonly title: string | null;
  /** Null where nobody can tell. */
  readonly duplicate_of: string | null;
}

/** A file that is not proven to be its work. */
interface UnprovenWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly identity: string;
  readonly identity_score: number | null;
  readonly path: string | null;
  /** In plain words. */
  readonly why: string;
}

/** The figures of a run, and enough of its works to see what they mean. */
export interface Report {
  readonly metrics: Metrics;
  /** Where the records of the run lie; null where nobody can tell. */
  readonly folder: string | null;
  /** What the files are -> count. */
  readonly kinds: Counts;
  /** Tier that gave the file -> count. */
  readonly tiers: Counts;
  /** Reason -> the first works that were missed for it. */
  readonly missed: Readonly<Record<string, readonly MissedWork[]>>;
  /** The first works that are the same as another one, which has the file: nothing is missed by them. */
  readonly duplicates: readonly DuplicateWork[];
  /** The first works whose DOI doi.org does not know. */
  readonly unknown_dois: readonly string[];
  /** The first files whose identity is unsure, with what was found in them. */
  readonly unsure: readonly UnprovenWork[];
  /** Null when no work has ended. */
  readonly timeline: Timeline | null;
  /** Hosts that sent `Retry-After`. */
  readonly retry_after: Readonly<Record<string, RetryAfterCounts>>;
  /** Resolver -> what it was worth and what it cost. */
  readonly sources: Readonly<Record<string, SourceFigures>>;
  /** Host -> role -> the rate it was held to; empty where the configuration of the run is not known. */
  readonly policies: Readonly<Record<string, HostPolicies>>;
}

/** What a host was held to in a role. */
interface StatedPolicy {
  /** As a person writes it: `1/3second`. */
  readonly rate: string;
  /** Time between two starts; 0 where nothing spaces them, or bursts are allowed. */
  readonly interval_ms: number;
}
type HostPolicies = Readonly<Partial<Record<Role, StatedPolicy>>>;

/** Looks up what a host is held to; see `policies` of the report. */
type PolicyOf = (host: string, role: Role) => StatedPolicy;

/** What the configuration of the run says. */
export interface KnownConfig {
  readonly policyOf: PolicyOf;
  /** Sources that may be asked, in their order. */
  readonly route: readonly string[];
}

export async function buildReport(
  records: RunRecords,
  known?: KnownConfig,
  folder?: string,
): Promise<Report> {
  const [kinds, tiers] = [tally(), tally()];
  const [timeline, retryAfter] = [timelineTally(), retryAfterTally()];
  const sources = sourceTally(known?.route);
  const fileless = filelessWorks(records);
  const unsure: UnprovenWork[] = [];
  const unknownDois = new Set<string>();
  const look = async (entry: CatalogEntry) => {
    sources.addEntry(entry, (await records.claimsOf?.(entry)) ?? []);
    const sizeBytes = entry.status === 'cached' ? 0 : (entry.size_bytes ?? 0);
    timeline.add({ atMs: timestampMs(entry.created_at), status: entry.status, sizeBytes });
    if (hasFile(entry.status)) {
      kinds.add(entry.classification ?? 'unknown');
      tiers.add(entry.tier ?? 'unknown');
      if (entry.identity === 'unsure' && unsure.length < UNSURE_WORKS) unsure.push(unprovenOf(entry));
      return;
    }
    await fileless.add(entry);
  };
  const metrics = await summarise({
    ...records,
    entries: passing(records.entries, look),
    attempts: passing(records.attempts, (record) => {
      retryAfter.add(record);
      sources.addAttempt(record);
      if (isUnknownDoi(record) && unknownDois.size < UNKNOWN_DOIS) unknownDois.add(record.doc_id);
    }),
  });
  return {
    metrics,
    folder: folder ?? null,
    kinds: kinds.counts(),
    tiers: tiers.counts(),
    missed: Object.fromEntries(fileless.missed),
    duplicates: fileless.duplicates,
    unknown_dois: [...unknownDois],
    unsure,
    timeline: timeline.view(),
    retry_after: retryAfter.counts(),
    sources: sources.figures(),
    policies: known ? policiesOf(metrics, known.policyOf) : {},
  };
}

/** Works that ended without a file of their own: those that were missed, and those whose file another work has. */
function filelessWorks({ duplicateOf }: Pick<RunRecords, 'duplicateOf'>) {
  const missed = new Map<string, MissedWork[]>();
  const duplicates: DuplicateWork[] = [];
  const addDuplicate = async (entry: CatalogEntry): Promise<void> => {
    if (duplicates.length >= DUPLICATE_WORKS) return;
    const { doc_id, title } = entry;
    duplicates.push({ doc_id, title, duplicate_of: (await duplicateOf?.(entry)) ?? null });
  };
  return {
    missed,
    duplicates,
    async add(entry: CatalogEntry): Promise<void> {
      const { reason, doc_id, title, status, url } = entry;
      if (!isMissing(reason)) return addDuplicate(entry);
      const examples = missed.get(reason) ?? [];
      missed.set(reason, examples);
      if (examples.length < EXAMPLES) examples.push({ doc_id, title, status, url });
    },
  };
}

const unprovenOf = (entry: CatalogEntry): UnprovenWork => ({
  doc_id: entry.doc_id,
  title: entry.title,
  identity: entry.identity ?? 'unchecked',
  identity_score: entry.identity_score,
  path: entry.path,
  why: tellEvidence(entry.identity_evidence),
});

/** Of the roles in which a host was asked often enough to tell its spacing. */
const policiesOf = ({ hosts }: Metrics, policyOf: PolicyOf): Report['policies'] =>
  Object.fromEntries(
    Object.entries(hosts).map(([host, { min_gap_ms }]) => {
      const roles = Object.keys(min_gap_ms) as Role[];
      return [host, Object.fromEntries(roles.map((role) => [role, policyOf(host, role)]))];
    }),
  );

async function* passing<T>(
  items: AsyncIterable<T>,
  look: (item: T) => void | Promise<void>,
): AsyncIterable<T> {
  for await (const item of items) {
    await look(item);
    yield item;
  }
}
