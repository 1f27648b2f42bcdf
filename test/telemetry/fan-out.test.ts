import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/core/events.ts';
import { consoleSink } from '../../src/telemetry/console.ts';
import { fanOut } from '../../src/telemetry/fan-out.ts';
import type { Sink } from '../../src/telemetry/sink.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { attempt } from './records.ts';

const numbered = (n: number): Event => ({ type: 'warning', message: String(n) });
const settle = () => new Promise((resolve) => setImmediate(resolve));

function collecting(name = 'collecting'): Sink & { readonly seen: Event[]; isClosed: boolean } {
  const seen: Event[] = [];
  return {
    name,
    seen,
    isClosed: false,
    write: async (events) => void seen.push(...events),
    async [Symbol.asyncDispose]() {
      this.isClosed = true;
    },
  };
}

const sinkThat = (write: Sink['write'], name = 'odd'): Sink => ({
  name,
  write,
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

describe('the fan-out', () => {
  test('closes without a sink that has nothing to dispose of', async () => {
    const seen: Event[] = [];
    const bare = {
      name: 'bare',
      write: async (events: readonly Event[]) => void seen.push(...events),
    } as unknown as Sink;
    {
      await using out = fanOut({ sinks: [bare], clock: fakeClock() });
      out.emit(numbered(1));
    }
    expect(seen).toEqual([numbered(1)]);
  });

  test('hands every event to every sink, in order, and closes them', async () => {
    const [one, two] = [collecting(), collecting('other')];
    const events = Array.from({ length: 1200 }, (_, n) => numbered(n));
    {
      await using out = fanOut({ sinks: [one, two], clock: fakeClock() });
      for (const event of events) out.emit(event);
    }
    expect(one.seen).toEqual(events);
    expect(two.seen).toEqual(events);
    expect([one.isClosed, two.isClosed]).toEqual([true, true]);
  });

  test('never runs a sink inside emit', async () => {
    const seen: Event[] = [];
    await using out = fanOut({ sinks: [consoleSink((event) => seen.push(event))], clock: fakeClock() });
    out.emit(numbered(1));
    expect(seen).toEqual([]);
    await settle();
    expect(seen).toEqual([numbered(1)]);
  });

  test('drops what a stalled sink cannot take, counts it, and lets the others go on', async () => {
    const stalled = sinkThat(() => new Promise(() => undefined), 'stalled');
    const good = collecting();
    const clock = fakeClock();
    const out = fanOut({ sinks: [stalled, good], clock });
    for (let n = 0; n < 30_000; n++) {
      out.emit(numbered(n));
      if (n % 1000 === 0) await settle();
    }
    await settle();
    expect(good.seen).toHaveLength(30_000);
    expect(out.dropped()['stalled']).toBeGreaterThan(19_000);
    expect(out.dropped()['stalled']).toBeLessThan(20_000);
    expect(out.dropped()['collecting']).toBe(0);
  });

  test('waits only so long for a stalled sink at the end', async () => {
    const clock = fakeClock();
    const out = fanOut({ sinks: [sinkThat(() => new Promise(() => undefined))], clock });
    out.emit(numbered(1));
    await settle();
    const closing = out[Symbol.asyncDispose]();
    await clock.advance(2000);
    await closing;
    expect(clock.pending).toBe(0);
  });

  test('does not wait at the end for a sink that was stuck already', async () => {
    const clock = fakeClock();
    const told: string[] = [];
    const stuck = sinkThat(() => new Promise(() => undefined), 'stuck');
    const out = fanOut({ sinks: [stuck, collecting()], clock, tell: (message) => void told.push(message) });
    out.emit(numbered(1));
    await settle();
    out.emit(numbered(2));
    await clock.advance(1001);
    await out[Symbol.asyncDispose]();
    expect(told).toEqual(['telemetry to stuck lost 2 events; the records of the run are whole']);
    expect(out.dropped()).toEqual({ stuck: 2, collecting: 0 });
  });

  test('a sink that fails is told about once, elsewhere, and tried again later', async () => {
    let isBroken = true;
    let writes = 0;
    const flaky = sinkThat(async () => {
      writes++;
      if (isBroken) throw new Error('ENOSPC: no space left');
    }, 'csv');
    const good = collecting();
    const clock = fakeClock();
    await using out = fanOut({ sinks: [flaky, good], clock });
    out.emit(numbered(1));
    await settle();
    out.emit(numbered(2));
    await settle();
    expect(writes).toBe(1);
    await clock.advance(5000);
    out.emit(numbered(3));
    await settle();
    isBroken = false;
    await clock.advance(5000);
    out.emit(numbered(4));
    await settle();
    expect(writes).toBe(3);
    expect(out.dropped()).toEqual({ csv: 3, collecting: 0 });
    const warnings = good.seen.filter(
      (event) => event.type === 'warning' && event.message.includes('ENOSPC'),
    );
    expect(warnings).toHaveLength(1);
  });

  test('a sink that throws on closing does not stop the run from ending', async () => {
    const out = fanOut({
      sinks: [
        { ...sinkThat(async () => undefined), [Symbol.asyncDispose]: () => Promise.reject(new Error('no')) },
      ],
      clock: fakeClock(),
    });
    out.emit({ type: 'attempt', record: attempt() });
    await out[Symbol.asyncDispose]();
  });
});
