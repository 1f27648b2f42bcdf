import type { Artifact } from '../../src/core/artifact.ts';
import type { Ending } from '../../src/core/ending.ts';
import type { Reason } from '../../src/core/errors.ts';
import type { Doi, WorkId } from '../../src/core/identifiers.ts';
import type { AttemptRecord, SummaryRecord } from '../../src/core/manifest-record.ts';
import type { OutcomeKind } from '../../src/core/outcome.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Work } from '../../src/core/work.ts';
import type { EnqueuePage, Lane, Lease, QueuedWork, RunStart } from '../../src/ledger/queue.ts';

export const TIMES = { leaseTtlMs: 45_000, heartbeatMs: 15_000 };
/** Heartbeats that never come: leases run out. */
export const NO_HEARTBEATS = { leaseTtlMs: 45_000, heartbeatMs: 1_000_000_000 };

export const ARXIV: Lane = { host: 'arxiv.org', role: 'artifact' };
export const DOI_ORG: Lane = { host: 'doi.org', role: 'landing' };
export const HOLDER = { workerId: 'w1', runId: 'run-1' };

export const run = (runId = 'run-1'): RunStart => ({
  runId,
  configHash: 'hash',
  configJson: '{"out":"runs"}',
  startedAt: '2026-01-01T00:00:00.000Z',
  lastHolderDied: true,
});

export const work = (n: number, more: Partial<Work> = {}): Work => ({
  id: `doi:10.1000/w${n}` as WorkId,
  doi: `10.1000/w${n}` as Doi,
  title: `Work ${n}`,
  year: 2000 + (n % 20),
  ...more,
});

export const queued = (one: Work, lane: Lane = ARXIV): QueuedWork => ({
  work: one,
  lane,
  progress: NO_PROGRESS,
});

export const page = (works: readonly QueuedWork[], more: Partial<EnqueuePage> = {}): EnqueuePage => ({
  works,
  runId: 'run-1',
  rearm: true,
  forget: false,
  ...more,
});

export const pageOf = (count: number, lane: Lane = ARXIV): EnqueuePage =>
  page(Array.from({ length: count }, (_, n) => queued(work(n), lane)));

export const attempt = (docId: string, more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  schema_version: 3,
  record_type: 'attempt',
  run_id: 'run-1',
  timestamp: '2026-01-01T00:00:01.000Z',
  config_hash: 'hash',
  doc_id: docId,
  status: 'http-200',
  reason: 'ok',
  stage: 'stream',
  url: 'https://arxiv.org/pdf/1',
  host: 'arxiv.org',
  role: 'artifact',
  http_status: 200,
  duration_ms: 12.5,
  cache_hit: false,
  extra: { note: 'ü' },
  ...more,
});

export const artifact = (more: Partial<Artifact> = {}): Artifact => ({
  path: 'PDF/2001__work__doi_10.1000_w1.pdf',
  sha256: 'a'.repeat(64),
  sizeBytes: 1234,
  mime: 'application/pdf',
  format: 'pdf',
  classification: 'pdf',
  url: 'https://arxiv.org/pdf/1',
  canonicalUrl: 'https://arxiv.org/pdf/1',
  license: 'cc-by',
  version: 'published',
  etag: '"v1"',
  ...more,
});

interface EndingOptions {
  readonly kind?: OutcomeKind;
  readonly reason?: Reason;
  readonly artifact?: Artifact;
  readonly attempts?: number;
}

export function ending(lease: Pick<Lease, 'work' | 'runId'>, options: EndingOptions = {}): Ending {
  const { kind = 'saved', reason = kind === 'failed' ? 'no-candidates' : 'ok' } = options;
  const stored = options.artifact ?? (kind === 'saved' ? artifact() : undefined);
  return {
    outcome: {
      kind,
      reason,
      resolver: 'arxiv',
      tier: 'direct_oa',
      fallbackChain: ['arxiv'],
      claims: [{ resolver: 'arxiv', url: 'https://arxiv.org/pdf/1', license: 'cc-by' }],
      attempts: options.attempts ?? 1,
      durationMs: 20.4,
      ...(stored && { artifact: stored }),
    },
    record: {
      schema_version: 3,
      record_type: 'outcome',
      run_id: lease.runId,
      timestamp: '2026-01-01T00:00:02.000Z',
      config_hash: 'hash',
      doc_id: lease.work.id,
      status: kind,
      reason,
    },
    journal: [attempt(lease.work.id, { run_id: lease.runId })],
  };
}

export const summary = (runId = 'run-1'): SummaryRecord => ({
  schema_version: 3,
  record_type: 'summary',
  run_id: runId,
  timestamp: '2026-01-01T01:00:00.000Z',
  config_hash: 'hash',
  extra: { processed: 1 },
});

export const only = <T>(items: readonly T[]): T => {
  if (items.length !== 1 || items[0] === undefined) throw new Error(`expected one, found ${items.length}`);
  return items[0];
};
