/**
 * One run of the product as a sweep over system calls wants it: everything that writes in as few threads as possible, so
 * that the n-th call is the same call every time. `node sweep-run.ts CONFIG.json` starts the run or goes on with it.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { systemPlatform } from '../../src/app/platform.ts';
import { type RunResult, runWorks } from '../../src/app/run.ts';
import { parseConfig } from '../../src/config/load.ts';
import { UserError } from '../../src/core/errors.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';

export const RUN_ID = 'swept';

export interface SweepInput {
  readonly config: Record<string, unknown>;
  readonly ids: readonly string[];
}

const start = ({ config, ids }: SweepInput, resumes?: string): Promise<RunResult> =>
  runWorks({
    loaded: parseConfig({
      given: { values: resumes === undefined ? { ...config, run_id: RUN_ID } : config, origin: 'sweep' },
    }),
    wanted: { ids },
    ...(resumes !== undefined && { resumes }),
    force: false,
    urgent: false,
    platform: systemPlatform(),
    openLedger: (_, places, platform) =>
      inThreadLedger(places.database, platform, { leaseTtlMs: 45_000, heartbeatMs: 15_000 }),
    listen: () => undefined,
    stop: new AbortController().signal,
    command: 'torture',
    version: '0',
  });

/** Goes on with the run where there is one: an earlier process may have been killed before it was on record. */
export async function sweepRun(input: SweepInput): Promise<RunResult> {
  try {
    return await start(input, RUN_ID);
  } catch (error) {
    if (!(error instanceof UserError) || !error.message.startsWith('there is no run')) throw error;
    return start(input);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await sweepRun(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SweepInput);
}
