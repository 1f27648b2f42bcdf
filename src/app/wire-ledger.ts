import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Catalog } from '../ledger/catalog.ts';
import type { Ledger } from '../ledger/queue.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { threadedLedger } from '../ledger/sqlite/threaded-ledger.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';

export type OpenLedger = (config: Config, places: Places, platform: Platform) => Promise<Ledger>;

export type OpenCatalog = (places: Places, platform: Platform) => Catalog;

/** What reads the ledger that `openLedger` opens. */
export const openRunCatalog: OpenCatalog = ({ database }, { clock }) => sqliteCatalog(database, clock);

/** The ledger of a drainer: in a thread of its own. */
export async function openLedger(config: Config, places: Places, { clock }: Platform): Promise<Ledger> {
  const { lease_ttl_seconds: ttl, heartbeat_seconds: heartbeat } = config.orchestrator;
  switch (config.storage.backend) {
    case 'sqlite':
      return threadedLedger(places.database, clock, {
        leaseTtlMs: ttl * 1000,
        heartbeatMs: heartbeat * 1000,
      });
    case 'postgres':
      throw new UserError('storage.backend: postgres is not part of this version; use sqlite');
  }
}
