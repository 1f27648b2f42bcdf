import path from 'node:path';
import { systemPlatform } from '../../src/app/platform.ts';
import { runWorks } from '../../src/app/run.ts';
import { parseConfig } from '../../src/config/load.ts';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import type { Lab } from '../../src/lab/server.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';

const FAST = { metadata: '400/second', landing: '400/second', artifact: '400/second' };

export interface LabRun {
  readonly out: string;
  readonly ids: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A whole run of the product against the lab, in this process, at rates only a lab would bear. */
export async function runOnLab(lab: Lab, { out, ids, values = {} }: LabRun) {
  const policies = Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, FAST]));
  const given = {
    out,
    mailto: 'lab@university.edu',
    http: { connect_to: { '*': lab.origin }, retry: { base_delay_ms: 20 } },
    rate_limit: { default: FAST, policies },
    orchestrator: { job_retry_backoff_s: 0.1 },
    ...values,
  };
  const platform = systemPlatform();
  const result = await runWorks({
    loaded: parseConfig({ given: { origin: 'test', values: given } }),
    wanted: { ids },
    platform,
    listen: () => {},
    stop: new AbortController().signal,
    force: false,
    urgent: false,
    command: 'test',
    version: '0.0.0',
  });
  await using catalog = sqliteCatalog(path.join(out, 'manifest.sqlite3'), platform.clock);
  const entries = await Array.fromAsync(catalog.entries(result.runId));
  return { ...result, entries };
}
