import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import { builtProgram } from '../../platform/built-program.ts';
import { unpackError } from '../../platform/sent-error.ts';
import type { Ledger } from '../queue.ts';
import type { LeaseKey } from './commands.ts';
import { ledgerCalls } from './ledger-calls.ts';
import type { LedgerTimes } from './ledger-engine.ts';
import { pendingCalls } from './pending-calls.ts';
import { type FromThread, type ThreadStart, type ToThread, unpackReply } from './thread-messages.ts';

const PROGRAM = builtProgram(new URL('./ledger-thread.ts', import.meta.url));

/** Counts up while the event loop turns. */
function ticking(clock: Clock, everyMs: number): Disposable & { readonly buffer: SharedArrayBuffer } {
  const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(buffer);
  let timer: Disposable;
  const tick = (): void => {
    Atomics.add(count, 0, 1);
    timer = clock.after(everyMs, tick);
  };
  tick();
  return { buffer, [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

/** Resolves when the thread has opened the file; rejects with its reason when it could not. */
function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromThread) => {
      if (message.type === 'refused') reject(unpackError(message.error));
      else resolve();
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new UserError('the ledger thread ended before it was ready', 3)));
  });
}

/**
 * The ledger in a worker thread of its own: commits, fsyncs and heartbeats never hold the event loop. Calls reject with a
 * `UserError` (exit code 3) once the thread is gone.
 */
export async function threadedLedger(path: string, clock: Clock, times: LedgerTimes): Promise<Ledger> {
  const tick = ticking(clock, times.heartbeatMs / 4);
  const workerData: ThreadStart = { path, times, now: clock.now(), tick: tick.buffer };
  const worker = new Worker(PROGRAM, { workerData, name: 'ledger' });
  const post = (message: ToThread): void => worker.postMessage(message);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const listeners: ((lost: readonly LeaseKey[]) => void)[] = [];
  const calls = pendingCalls((requests) => post({ type: 'requests', requests, now: clock.now() }));
  const stopped = (cause?: unknown): void => {
    tick[Symbol.dispose]();
    calls.fail(new UserError('the ledger thread has stopped; run `resume` to go on', 3, cause));
  };

  worker.on('message', (message: FromThread) => {
    if (message.type === 'replies') calls.settle(message.replies.map(unpackReply));
    if (message.type === 'lost') listeners.forEach((listener) => listener(message.lost));
  });
  worker.on('error', stopped);
  worker.on('exit', () => stopped());
  await opened(worker);

  return {
    ...ledgerCalls(calls.submit, clock),
    onLeasesLost: (listener) => void listeners.push(listener),
    async [Symbol.asyncDispose]() {
      await calls.idle();
      calls.fail(new Error('the ledger is closed'));
      tick[Symbol.dispose]();
      post({ type: 'close' });
      await ended;
    },
  };
}
