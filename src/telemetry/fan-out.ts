import type { Clock } from '../core/clock.ts';
import type { Emit, Event } from '../core/events.ts';
import type { Sink } from './sink.ts';

/** Events a sink may lag behind before new ones are dropped: about 10 MB of records. */
const CAPACITY = 10_000;
const BATCH_EVENTS = 500;
/** How long a sink that failed is left alone. */
const REST_MS = 5000;
/** How long all sinks together may take to write what they still hold when a run ends. */
const CLOSING_MS = 2000;

export interface FanOutDeps {
  readonly sinks: readonly Sink[];
  readonly clock: Clock;
}

/** Hands every event to every sink. `emit` never throws and never waits; disposal waits for a bounded time. */
export interface FanOut extends AsyncDisposable {
  readonly emit: Emit;
  /** Events that never reached the sink, by its name: it was too slow, or it failed. */
  readonly dropped: () => Readonly<Record<string, number>>;
}

export function fanOut({ sinks, clock }: FanOutDeps): FanOut {
  const lanes: Lane[] = [];
  const warnOthers = (failing: Lane, message: string) => {
    for (const lane of lanes) if (lane !== failing) lane.offer({ type: 'warning', message });
  };
  lanes.push(...sinks.map((sink) => createLane(sink, clock, warnOthers)));
  return {
    emit(event) {
      for (const lane of lanes) lane.offer(event);
    },
    dropped: () => Object.fromEntries(lanes.map(({ name, dropped }) => [name, dropped()])),
    async [Symbol.asyncDispose]() {
      const deadline = new AbortController();
      const closed = Promise.all(lanes.map((lane) => lane.close()));
      await Promise.race([closed, clock.sleep(CLOSING_MS, deadline.signal).catch(() => undefined)]);
      deadline.abort();
    },
  };
}

interface Lane {
  readonly name: string;
  readonly offer: (event: Event) => void;
  readonly dropped: () => number;
  readonly close: () => Promise<void>;
}

function createLane(sink: Sink, clock: Clock, warnOthers: (failing: Lane, message: string) => void): Lane {
  let queue: Event[] = [];
  let dropped = 0;
  let hasWarned = false;
  let restUntil = 0;
  let pumping: Promise<void> | undefined;

  const failed = (events: number, error: unknown) => {
    dropped += events;
    restUntil = clock.now() + REST_MS;
    if (hasWarned) return;
    hasWarned = true;
    const why = error instanceof Error ? error.message : String(error);
    warnOthers(lane, `telemetry to ${sink.name} fails, the run goes on without it: ${why}`);
  };
  const pump = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_EVENTS);
      queue = queue.slice(BATCH_EVENTS);
      try {
        await sink.write(batch);
      } catch (error) {
        failed(batch.length, error);
      }
    }
    pumping = undefined;
  };
  const lane: Lane = {
    name: sink.name,
    offer(event) {
      if (queue.length >= CAPACITY || clock.now() < restUntil) {
        dropped++;
        return;
      }
      queue.push(event);
      // The sink starts in a later microtask: not even its first step runs inside `emit`.
      pumping ??= Promise.resolve().then(pump);
    },
    dropped: () => dropped,
    async close() {
      await pumping;
      await sink[Symbol.asyncDispose]().then(undefined, (error: unknown) => failed(0, error));
    },
  };
  return lane;
}
