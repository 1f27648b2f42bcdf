import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Instant } from '../../core/clock.ts';
import { packError } from '../../platform/sent-error.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { ledgerEngine } from './ledger-engine.ts';
import { openLedgerDatabase } from './open-ledger.ts';
import { patiently } from './patience.ts';
import { type FromThread, packReply, type ThreadStart, type ToThread } from './thread-messages.ts';

/** Main's time here: what its last message said, plus what has passed since. It never goes back. */
function followedTime(start: Instant, elapsed: () => Instant) {
  let told = start;
  let toldAt = elapsed();
  const now = (): Instant => told + (elapsed() - toldAt);
  return {
    now,
    tell(time: Instant): void {
      told = Math.max(time, now());
      toldAt = elapsed();
    },
  };
}

/** Main lives while it keeps counting: a wedged one loses its leases, a merely slow one does not. */
function pulse(tick: Int32Array, ttlMs: number, now: () => Instant): () => boolean {
  let seen = Atomics.load(tick, 0);
  let seenAt = now();
  return () => {
    const count = Atomics.load(tick, 0);
    if (count !== seen) seenAt = now();
    seen = count;
    return now() - seenAt < ttlMs;
  };
}

/** Takes everything that has arrived, so that it shares one transaction. */
function* arrived(first: ToThread, port: NonNullable<typeof parentPort>): Iterable<ToThread> {
  yield first;
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    yield next.message as ToThread;
  }
}

async function serve(port: NonNullable<typeof parentPort>, start: ThreadStart): Promise<void> {
  const ports = { clock: systemClock(), random: systemRandom() };
  const time = followedTime(start.now, ports.clock.now);
  const post = (message: FromThread): void => port.postMessage(message);
  const db = await patiently(ports, () => openLedgerDatabase(start.path, { now: time.now }));
  const engine = ledgerEngine(db, ports, {
    ...start.times,
    now: time.now,
    isAlive: pulse(new Int32Array(start.tick), start.times.leaseTtlMs, time.now),
    deliver: (answered) => post({ type: 'replies', replies: answered.map(({ reply }) => packReply(reply)) }),
    onLost: (lost) => post({ type: 'lost', lost }),
  });
  const close = async (): Promise<void> => {
    engine[Symbol.dispose]();
    await engine.idle();
    db[Symbol.dispose]();
    port.close();
  };
  port.on('message', (first: ToThread) => {
    for (const message of arrived(first, port)) {
      if (message.type === 'close') return void close();
      time.tell(message.now);
      engine.push(message.requests);
    }
  });
  post({ type: 'ready' });
}

if (parentPort) {
  const port = parentPort;
  serve(port, workerData as ThreadStart).catch((error: unknown) => {
    port.postMessage({ type: 'refused', error: packError(error) } satisfies FromThread);
    port.close();
  });
}
