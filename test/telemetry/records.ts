import { type AttemptRecord, MANIFEST_VERSION, type OutcomeRecord } from '../../src/core/manifest-record.ts';

const HEAD = {
  schema_version: MANIFEST_VERSION,
  run_id: 'run-1',
  timestamp: '2026-01-01T00:00:00.000Z',
  config_hash: 'c0ffee',
} as const;

export const attempt = (fields: Partial<AttemptRecord> = {}): AttemptRecord => ({
  ...HEAD,
  record_type: 'attempt',
  doc_id: 'doi:10.1/a',
  status: 'http-200',
  ...fields,
});

export const outcome = (fields: Partial<OutcomeRecord> = {}): OutcomeRecord => ({
  ...HEAD,
  record_type: 'outcome',
  doc_id: 'doi:10.1/a',
  status: 'saved',
  reason: 'ok',
  ...fields,
});
