import { randomBytes } from 'node:crypto';
import type { Emit, Event } from '../core/events.ts';
import type { EndedWork } from '../dashboard/state.ts';
import type { Ledger } from '../ledger/queue.ts';
import { sqliteWatch } from '../ledger/sqlite/sqlite-watch.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { LedgerMetrics } from '../telemetry/ledger-metrics.ts';
import { PROMETHEUS_TYPE } from '../telemetry/prometheus-text.ts';
import { lookUp } from './look-up.ts';
import { pausedBy } from './paused-by.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';
import type { RunRequest } from './run-request.ts';
import type { Engine } from './wire.ts';
import { wireMetrics } from './wire-metrics.ts';

/** Hard to guess: 256 bits. */
export const dashboardToken = (): string => randomBytes(32).toString('base64url');

/** `/metrics` over a ledger; nothing is read or counted before somebody asks. */
export function scrapedMetrics(database: string, platform: Platform) {
  let opened: LedgerMetrics | undefined;
  return {
    type: PROMETHEUS_TYPE,
    text: (): Promise<string> => (opened ??= wireMetrics(database, platform)).text(),
    [Symbol.asyncDispose]: async (): Promise<void> => opened?.[Symbol.asyncDispose](),
  };
}

type DashboardWish = NonNullable<RunRequest['dashboard']>;

interface RunToShow {
  readonly runId: string;
  readonly startedAt: string;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly places: Places;
  readonly emit: Emit;
}

interface RunDashboard extends AsyncDisposable {
  readonly listen: Emit;
}

/** Where the dashboard of a run will be: events are told before the engine is there that it shows. */
export function dashboardSlot(emit: Emit) {
  let listen: Emit = () => {};
  return {
    emit(event: Event): void {
      emit(event);
      listen(event);
    },
    /** Opens it where one is wished for. */
    async open(
      { dashboard: wish, platform }: Pick<RunRequest, 'dashboard' | 'platform'>,
      run: RunToShow,
    ): Promise<AsyncDisposable | undefined> {
      if (!wish) return undefined;
      const dashboard = await openRunDashboard(wish, platform, run);
      listen = dashboard.listen;
      return dashboard;
    },
  };
}

/** The dashboard in the process of the run: listening when this resolves, counting from its events. */
async function openRunDashboard(
  wish: DashboardWish,
  platform: Platform,
  { runId, startedAt, ledger, engine, places, emit }: RunToShow,
): Promise<RunDashboard> {
  const { clock, files } = platform;
  // Only those who look pay for it.
  const { runSource } = await import('../dashboard/run-source.ts');
  const { openDashboard } = await import('../dashboard/server.ts');
  const source = await runSource({
    run: { run_id: runId, started_at: startedAt },
    folder: places.run(runId),
    queue: ledger,
    gate: engine.shared.gate,
    clock,
    lookUp: lookUp(places, clock),
    earlier: earlierEndings(places.database, runId, platform),
  });
  const metrics = scrapedMetrics(places.database, platform);
  const dashboard = await openDashboard({
    source,
    actions: {
      async setPaused(paused) {
        await ledger.setPaused(paused, pausedBy('the dashboard', platform));
        engine.scheduler.wake();
      },
      async retryFailed() {
        const retried = await ledger.retryFailed();
        engine.scheduler.wake();
        return retried;
      },
    },
    files,
    clock,
    host: '127.0.0.1',
    port: undefined,
    token: dashboardToken(),
    metrics,
    warn: (message) => emit({ type: 'warning', message }),
  });
  wish.announce(dashboard.url);
  return {
    listen: source.listen,
    async [Symbol.asyncDispose]() {
      await dashboard[Symbol.asyncDispose]();
      await metrics[Symbol.asyncDispose]();
    },
  };
}

/** What a resumed run has to show already. */
async function* earlierEndings(
  database: string,
  runId: string,
  { clock }: Platform,
): AsyncIterable<EndedWork> {
  const { endedWorks } = await import('../dashboard/ledger-source.ts');
  await using watch = sqliteWatch(database, clock);
  yield* endedWorks(watch, runId, nextTurn);
}
