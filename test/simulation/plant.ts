import type { Store } from '../../src/artifacts/store.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { Files } from '../../src/core/files.ts';
import type { Downloader } from '../../src/download/download.ts';
import type { Send } from '../../src/http/client.ts';
import type { Limiter } from '../../src/http/rate-limit/limiter.ts';
import type { Ledger } from '../../src/ledger/queue.ts';
import type { SimProcess } from './machine.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

export interface Kit {
  readonly world: World;
  readonly process: SimProcess;
  readonly generation: number;
}

/**
 * A bug planted on purpose, to prove that the simulation would find it: a thin wrapper around a port, or a setting. The
 * program under test stays as it is.
 */
export interface Plant {
  readonly ledger?: (ledger: Ledger, kit: Kit) => Ledger;
  readonly files?: (files: Files, kit: Kit) => Files;
  readonly store?: (store: Store, kit: Kit) => Store;
  readonly downloader?: (downloader: Downloader, kit: Kit) => Downloader;
  readonly limiter?: (limiter: Limiter, kit: Kit) => Limiter;
  readonly send?: (send: Send, kit: Kit) => Send;
  readonly clock?: (clock: Clock, world: World) => Clock;
  readonly heartbeatMs?: (scenario: Scenario) => number;
  readonly maxPerHost?: number;
  readonly forgetsPushBacks?: boolean;
  /** Acknowledged commits are lost with the power. */
  readonly losesCommits?: boolean;
  /** What a process does that joins the others. */
  readonly onChild?: (store: Store, kit: Kit) => Promise<unknown>;
  /** A second start does not wait for the first to be dead. */
  readonly overlaps?: boolean;
  /** Worlds in which it can show at all. */
  readonly scenario?: (drawn: Scenario) => Partial<Scenario>;
}

export const NO_PLANT: Plant = {};
