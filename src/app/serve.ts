import { dirname, join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { parseConfig } from '../config/load.ts';
import { isLoopback } from '../dashboard/guard.ts';
import { ledgerSource } from '../dashboard/ledger-source.ts';
import { openDashboard } from '../dashboard/server.ts';
import { ratePolicies } from '../http/rate-limit/policies.ts';
import type { RunRow } from '../ledger/catalog.ts';
import type { Ledger } from '../ledger/queue.ts';
import { sqliteWatch } from '../ledger/sqlite/sqlite-watch.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { lookUp } from './look-up.ts';
import { openQueue } from './open-catalog.ts';
import { storyPlaces } from './open-stories.ts';
import { pausedBy } from './paused-by.ts';
import type { Platform } from './platform.ts';
import { ratesOf } from './rates.ts';
import { dashboardToken, scrapedMetrics } from './wire-dashboard.ts';

export interface ServeRequest {
  readonly loaded: LoadedConfig;
  readonly dbPath: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly platform: Platform;
  readonly stop: AbortSignal;
  readonly ready: (served: { readonly url: string; readonly isLoopback: boolean }) => void;
  readonly warn: (message: string) => void;
}

/** Serves the dashboard of a ledger until it is stopped, beside a run or without one. */
export async function serve(request: ServeRequest): Promise<void> {
  const { loaded, dbPath, host, port, platform, stop } = request;
  const { clock, files } = platform;
  const withQueue = async <T>(act: (queue: Ledger) => Promise<T>): Promise<T> => {
    await using queue = await openQueue(loaded.config, dbPath, platform);
    return act(queue);
  };
  // Whatever its age, the ledger is brought up to date before it is read.
  await withQueue((queue) => queue.stats());
  const places = storyPlaces(loaded.config, dbPath);
  await using watch = sqliteWatch(places.database, clock);
  await using metrics = scrapedMetrics(places.database, platform);
  const folderOf = ({ run_id }: RunRow): string => join(dirname(places.database), run_id);
  await using dashboard = await openDashboard({
    source: ledgerSource({ watch, clock, nextTurn, lookUp: lookUp(places, clock), intervalsOf, folderOf }),
    actions: {
      setPaused: (paused) =>
        withQueue((queue) => queue.setPaused(paused, pausedBy('the dashboard', platform))),
      retryFailed: () => withQueue((queue) => queue.retryFailed()),
    },
    files,
    clock,
    host,
    port,
    token: dashboardToken(),
    metrics,
    warn: request.warn,
  });
  request.ready({ url: dashboard.url, isLoopback: isLoopback(host) });
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
}

/** The rates of the configuration stored with the run. */
function intervalsOf({ config_json, run_id }: RunRow) {
  const { config: values } = JSON.parse(config_json) as { readonly config: unknown };
  const { config } = parseConfig({ given: { values, origin: `run ${run_id}` } });
  return ratePolicies(ratesOf(config)).intervalMs;
}
