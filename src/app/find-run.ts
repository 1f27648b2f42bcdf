import { basename, dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { UserError } from '../core/errors.ts';
import type { Catalog, RunRow } from '../ledger/catalog.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { realPath } from '../platform/real-path.ts';
import { storedStart } from './missing-secrets.ts';
import { DATABASE, placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import type { Wanted } from './wire-sources.ts';

/** A run with what it was started with. */
export interface FoundRun {
  readonly run: RunRow;
  readonly out: string;
  readonly database: string;
  /** The configuration stored with it, without secrets. */
  readonly config: unknown;
  readonly wanted: Wanted;
}

/**
 * Finds the run that `--run` names: `<out>/<run_id>`, `<out>` (its newest run) or a run id under the configuration's
 * `out`.
 */
export async function findRun(
  named: string,
  { config }: LoadedConfig,
  platform: Platform,
): Promise<FoundRun> {
  const { files, clock } = platform;
  const path = resolve(named);
  const places = placesOf(config);
  const candidates = [
    { out: path, database: join(path, DATABASE), id: undefined },
    { out: dirname(path), database: join(dirname(path), DATABASE), id: basename(path) },
    { out: places.out, database: places.database, id: named },
  ];
  for (const { out, database, id } of candidates) {
    if ((await files.stat(realPath(database)))?.kind !== 'file') continue;
    await using catalog = sqliteCatalog(database, clock);
    const run = await pickRun(catalog, id);
    if (run) return { run, out, database, ...storedWith(run) };
  }
  throw new UserError(`no run at ${named}: name <out>/<run_id>, <out>, or a run id under ${places.out}`, 2);
}

async function pickRun(catalog: Catalog, id: string | undefined): Promise<RunRow | undefined> {
  const runs = await catalog.runs();
  if (id !== undefined) return runs.find(({ run_id }) => run_id === id);
  return runs.at(-1);
}

function storedWith(run: RunRow): Pick<FoundRun, 'config' | 'wanted'> {
  const { config, wanted } = storedStart(run);
  return { config, wanted };
}
