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
/** A sink that has been writing one batch for longer than this is not waited for at the end. */
const STUCK_MS = 1000;

export interface FanOutDeps {
  readonly sinks: readonly Sink[];
  readonly clock: Clock;
  /** Told at the end, past all queues, what was lost on the way. */
  readonly tell?: (message: string) => void;
}

/** Hands every event to every sink. `emit` never throws and never waits; disposal waits for a bounded time. */
export interface FanOut extends AsyncDisposable {
  readonly emit: Emit;
  /** Events that never reached the sink, by its name: it was too slow, or it failed. */
  readonly dropped: () => Readonly<Record<string, number>>;
}

export function fanOut({ sinks, clock, tell = () => {} }: FanOutDeps): FanOut {
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
      const closing = lanes.map((lane) => ({ isAiling: lane.isAiling(), closed: lane.close() }));
      const closed = Promise.all(closing.filter(({ isAiling }) => !isAiling).map((one) => one.closed));
      await Promise.race([closed, clock.sleep(CLOSING_MS, deadline.signal).catch(() => undefined)]);
      deadline.abort();
      for (const { name, abandon } of lanes) {
        const lost = abandon();
        if (lost > 0) tell(`telemetry to ${name} lost ${lost} events; the records of the run are whole`);
      }
    },
  };
}

interface Lane {
  readonly name: string;
  readonly offer: (event: Event) => void;
  readonly dropped: () => number;
  /** Its last batch failed, or is taking far too long. */
  readonly isAiling: () => boolean;
  /** Nobody waits for the rest any more; all that was lost. */
  readonly abandon: () => number;
  readonly close: () => Promise<void>;
}

/** A sink written in JavaScript may have nothing to dispose of. */
async function disposed(sink: Partial<AsyncDisposable>): Promise<void> {
  await sink[Symbol.asyncDispose]?.();
}

function createLane(sink: Sink, clock: Clock, warnOthers: (failing: Lane, message: string) => void): Lane {
  let queue: Event[] = [];
  let writing = 0;
  let dropped = 0;
  let hasWarned = false;
  let hasFailed = false;
  let writingSince = 0;
  let restUntil = 0;
  let pumping: Promise<void> | undefined;

  const failed = (events: number, error: unknown) => {
    dropped += events;
    hasFailed = true;
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
      writing = batch.length;
      writingSince = clock.now();
      try {
        await sink.write(batch);
        hasFailed = false;
      } catch (error) {
        failed(writing, error);
      }
      writing = 0;
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
    isAiling: () => hasFailed || (writing > 0 && clock.now() - writingSince > STUCK_MS),
    abandon() {
      dropped += queue.length + writing;
      queue = [];
      writing = 0;
      return dropped;
    },
    async close() {
      await pumping;
      await disposed(sink).then(undefined, (error: unknown) => failed(0, error));
    },
  };
  return lane;
}
