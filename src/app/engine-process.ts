import { secretMask } from '../core/mask-secrets.ts';
import { ledgerOver } from '../ledger/over-line.ts';
import type { WorkingLedger } from '../ledger/queue.ts';
import { bootClock } from '../platform/boot-clock.ts';
import { type Line, processLine } from '../platform/line.ts';
import { packError } from '../platform/sent-error.ts';
import { systemClock } from '../platform/system-clock.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { type EngineStart, type FromEngine, isToEngine, type SentConfig } from './engine-messages.ts';
import { placesOf } from './places.ts';
import { type Platform, systemPlatform } from './platform.ts';
import { type Engine, type EngineConfig, wireEngine } from './wire.ts';

/**
 * The program of an engine process: it works on the queue of its parent, which keeps run lock, ledger, rate limits and
 * slots, lists the works and tells the world. Without its parent it is nothing, and ends at once.
 */

/** Orders that arrive before the engine is built are carried out once it is. */
interface Orders {
  isListing: boolean;
  readonly stop: AbortController;
  engine: Engine | undefined;
  secrets: ReturnType<typeof secretMask>;
}

const engineConfig = ({ config, configHash }: SentConfig): EngineConfig => ({
  config,
  configHash,
  resolvers: RESOLVERS,
});

/** The parent's clock, read from the stopwatch that both share: instants mean the same at both ends. */
function platformOf({ stopwatchOffset }: EngineStart, parent: Line): Platform {
  const boot = bootClock();
  return {
    ...systemPlatform(),
    boot,
    clock: systemClock(() => boot.uptimeMs() - stopwatchOffset),
    parent,
  };
}

/** Only the process that has the ledger lists works and sweeps. */
const listsNothing = () => Promise.reject(new Error('an engine process neither lists nor sweeps'));

function obey(line: Line, orders: Orders, begin: (start: EngineStart) => void): void {
  line.onMessage((message) => {
    if (!isToEngine(message)) return;
    switch (message.engine) {
      case 'start':
        return begin(message.start);
      case 'reload':
        orders.secrets = secretMask(message.loaded.secrets);
        return orders.engine?.reload(engineConfig(message.loaded));
      case 'wake':
        return orders.engine?.scheduler.wake();
      case 'listed':
        orders.isListing = false;
        return orders.engine?.scheduler.wake();
      case 'stop':
        return orders.stop.abort(new Error('the run is stopping'));
      case 'lost':
        return orders.engine?.scheduler.leasesLost(message.lost);
    }
  });
}

async function work(start: EngineStart, line: Line, orders: Orders) {
  const platform = platformOf(start, line);
  const post = (message: FromEngine): void => line.post(message);
  const ledger: WorkingLedger = {
    ...ledgerOver(line),
    enqueue: listsNothing,
    keptParts: listsNothing,
    // The parent tells of lost leases by a message of its own.
    onLeasesLost: () => {},
  };
  const tick = (): void => {
    post({ parent: 'tick' });
    platform.clock.after(start.tickMs, tick);
  };
  tick();
  await using engine = await wireEngine({
    loaded: engineConfig(start),
    version: start.version,
    runId: start.runId,
    ledger,
    platform,
    emit: (event) => post({ parent: 'event', event }),
    places: placesOf(start.config),
    isListing: () => orders.isListing,
    secrets: {
      mask: (text) => orders.secrets.mask(text),
      longest: () => orders.secrets.longest(),
      decided: (text) => orders.secrets.decided(text),
    },
    workers: start.workers,
  });
  orders.engine = engine;
  return await engine.scheduler.drain(orders.stop.signal);
}

function serveParent(): void {
  const line = processLine(process);
  const post = (message: FromEngine): void => line.post(message);
  const orders: Orders = {
    isListing: true,
    stop: new AbortController(),
    engine: undefined,
    secrets: secretMask([]),
  };
  // Whatever it was doing is given to another: its leases are known to the parent, and ended with it.
  line.onClose(() => process.exit(1));
  // A signal to the whole group is the parent's to obey.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  obey(line, orders, (start) => {
    orders.isListing = start.isListing;
    orders.secrets = secretMask(start.secrets);
    work(start, line, orders).then(
      (end) => post({ parent: 'ended', end }),
      (error: unknown) => post({ parent: 'failed', error: packError(error) }),
    );
  });
}

serveParent();
