import { dirname, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Catalog } from '../ledger/catalog.ts';
import type { Ledger } from '../ledger/queue.ts';
import { inThreadLedger } from '../ledger/sqlite/in-thread-ledger.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { realPath } from '../platform/real-path.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';

/** The ledger that commands beside a run look into: `--db-path`, or where the configuration keeps it. */
async function databaseOf(config: Config, dbPath: string | undefined, { files }: Platform): Promise<string> {
  const path = realPath(dbPath ?? placesOf(config).database);
  if ((await files.stat(path))?.kind === 'file') return path;
  throw new UserError(`no catalog at ${path}: name it by --out, --db-path or config`, 2);
}

export async function openCatalog(
  config: Config,
  dbPath: string | undefined,
  platform: Platform,
): Promise<Catalog> {
  return sqliteCatalog(await databaseOf(config, dbPath, platform), platform.clock);
}

/** A short writer's own connection to a ledger that exists; it waits its turn beside a run. */
export async function openQueue(
  config: Config,
  dbPath: string | undefined,
  platform: Platform,
): Promise<Ledger> {
  return ledgerAt(await databaseOf(config, dbPath, platform), config, platform);
}

/** The same, made when missing: works may be queued before the first run. */
export async function openOrMakeQueue(
  config: Config,
  dbPath: string | undefined,
  platform: Platform,
): Promise<Ledger> {
  const places = placesOf(config);
  const path = dbPath === undefined ? places.database : resolve(dbPath);
  await platform.files.makeFolder(dirname(path));
  return ledgerAt(path, config, platform);
}

function ledgerAt(path: string, config: Config, platform: Platform): Promise<Ledger> {
  const { lease_ttl_seconds: ttl, heartbeat_seconds: heartbeat } = config.orchestrator;
  const times = { leaseTtlMs: ttl * 1000, heartbeatMs: heartbeat * 1000 };
  return inThreadLedger(path, platform, times);
}
