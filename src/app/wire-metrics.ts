import { sqliteTail } from '../ledger/sqlite/sqlite-tail.ts';
import { type LedgerMetrics, ledgerMetrics } from '../telemetry/ledger-metrics.ts';
import type { Platform } from './platform.ts';

/** What `/metrics` answers beside a run: `text()` for the body, `PROMETHEUS_TYPE` for its type. */
export const wireMetrics = (database: string, { clock }: Platform): LedgerMetrics =>
  ledgerMetrics({ tail: sqliteTail(database), clock });
