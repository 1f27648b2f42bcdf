import type { CatalogEntry } from '../../src/ledger/catalog.ts';
import type { RunRecords } from '../../src/report/run-records.ts';

export const entry = (fields: Partial<CatalogEntry> = {}): CatalogEntry => ({
  doc_id: 'doi:10.1/a',
  run_id: 'run-1',
  status: 'saved',
  reason: 'ok',
  classification: 'pdf',
  resolver: 'unpaywall',
  tier: 'direct_oa',
  url: 'https://a.org/a.pdf',
  canonical_url: 'https://a.org/a.pdf',
  host: 'a.org',
  path: 'PDF/a.pdf',
  sha256: 'ab',
  size_bytes: 1000,
  mime: 'application/pdf',
  license: null,
  version: null,
  year: 2024,
  title: 'A title',
  identity: 'proven',
  identity_score: null,
  identity_evidence: null,
  attempts: 3,
  duration_ms: 500,
  config_hash: 'c0ffee',
  created_at: '2026-01-01T00:00:10.000Z',
  ...fields,
});

export const RUN = {
  run_id: 'run-1',
  config_hash: 'c0ffee',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:01:00.000Z',
} as const;

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

export const records = ({
  entries = [],
  attempts = [],
  ...rest
}: Partial<Omit<RunRecords, 'entries' | 'attempts'>> & {
  readonly entries?: readonly CatalogEntry[];
  readonly attempts?: readonly (RunRecords['attempts'] extends AsyncIterable<infer T> ? T : never)[];
} = {}): RunRecords => ({
  run: RUN,
  waiting: 0,
  hasPredecessor: false,
  ...rest,
  entries: each(entries),
  attempts: each(attempts),
});
