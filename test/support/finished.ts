import { MANIFEST_VERSION } from '../../src/core/manifest-record.ts';
import type { HeldWork, LeaseEnd } from '../../src/pipeline/process-work.ts';

/** The end of a work for which nothing was found: what a scheduler needs to see of a pipeline. */
export function finished({ work, runId }: HeldWork): LeaseEnd {
  const outcome = {
    kind: 'failed' as const,
    reason: 'no-candidates' as const,
    fallbackChain: [],
    claims: [],
    attempts: 1,
    durationMs: 1,
  };
  const record = {
    schema_version: MANIFEST_VERSION as typeof MANIFEST_VERSION,
    record_type: 'outcome' as const,
    run_id: runId,
    timestamp: '2026-01-01T00:00:00.000Z',
    doc_id: work.id,
    status: outcome.kind,
    reason: outcome.reason,
    config_hash: 'hash',
  };
  return { kind: 'finish', ending: { outcome, record, journal: [] } };
}
