import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';

/** The usual name of the ledger's file. */
export const DATABASE = 'manifest.sqlite3';

/** Where a run keeps its things, as absolute paths. */
export interface Places {
  readonly out: string;
  readonly database: string;
  readonly artifacts: string;
  /** The folder of one run: manifest, metrics, CSV, report. */
  readonly run: (runId: string) => string;
}

export function placesOf(config: Config): Places {
  const out = resolve(config.out);
  return {
    out,
    database: resolve(config.storage.path ?? join(out, DATABASE)),
    artifacts: resolve(config.artifacts.root ?? join(out, 'artifacts')),
    run: (runId) => join(out, runId),
  };
}
