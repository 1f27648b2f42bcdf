import type { Role } from '../core/manifest-record.ts';
import type { Counts, Metrics } from '../core/metrics.ts';
import { timestampMs } from '../core/timestamp.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { type RetryAfterCounts, retryAfterTally } from './retry-after-tally.ts';
import type { RunRecords } from './run-records.ts';
import { type SourceFigures, sourceTally } from './source-tally.ts';
import { summarise } from './summarise.ts';
import { tally } from './tally.ts';
import { type Timeline, timelineTally } from './timeline.ts';

/** Works shown for each reason. */
const EXAMPLES = 5;

interface MissedWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly url: string | null;
}

/** The figures of a run, and enough of its works to see what they mean. */
export interface Report {
  readonly metrics: Metrics;
  /** What the files are -> count. */
  readonly kinds: Counts;
  /** Tier that gave the file -> count. */
  readonly tiers: Counts;
  /** Reason -> the first works that were missed for it. */
  readonly missed: Readonly<Record<string, readonly MissedWork[]>>;
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
export type PolicyOf = (host: string, role: Role) => StatedPolicy;

export async function buildReport(records: RunRecords, policyOf?: PolicyOf): Promise<Report> {
  const [kinds, tiers] = [tally(), tally()];
  const [timeline, retryAfter] = [timelineTally(), retryAfterTally()];
  const sources = sourceTally();
  const missed = new Map<string, MissedWork[]>();
  const look = async (entry: CatalogEntry) => {
    sources.addEntry(entry, (await records.claimsOf?.(entry)) ?? []);
    const sizeBytes = entry.status === 'cached' ? 0 : (entry.size_bytes ?? 0);
    timeline.add({ atMs: timestampMs(entry.created_at), status: entry.status, sizeBytes });
    if (entry.status === 'saved' || entry.status === 'cached' || entry.status === 'html_only') {
      kinds.add(entry.classification ?? 'unknown');
      tiers.add(entry.tier ?? 'unknown');
      return;
    }
    const examples = missed.get(entry.reason) ?? [];
    missed.set(entry.reason, examples);
    const { doc_id, title, status, url } = entry;
    if (examples.length < EXAMPLES) examples.push({ doc_id, title, status, url });
  };
  const metrics = await summarise({
    ...records,
    entries: passing(records.entries, look),
    attempts: passing(records.attempts, (record) => {
      retryAfter.add(record);
      sources.addAttempt(record);
    }),
  });
  return {
    metrics,
    kinds: kinds.counts(),
    tiers: tiers.counts(),
    missed: Object.fromEntries(missed),
    timeline: timeline.view(),
    retry_after: retryAfter.counts(),
    sources: sources.figures(),
    policies: policyOf ? policiesOf(metrics, policyOf) : {},
  };
}

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
