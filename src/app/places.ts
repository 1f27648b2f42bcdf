import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';

/** Where a run keeps its things, as absolute paths. */
export interface Places {
  readonly out: string;
  readonly database: string;
  readonly lock: string;
  readonly artifacts: string;
  /** The folder of one run: manifest, metrics, CSV, report. */
  readonly run: (runId: string) => string;
}

export function placesOf(config: Config): Places {
  const out = resolve(config.out);
  return {
    out,
    database: resolve(config.storage.path ?? join(out, 'manifest.sqlite3')),
    lock: join(out, 'run.lock'),
    artifacts: resolve(config.artifacts.root ?? join(out, 'artifacts')),
    run: (runId) => join(out, runId),
  };
}
