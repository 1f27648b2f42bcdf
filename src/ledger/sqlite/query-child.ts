import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type SelectAsk, selectRows } from './select-rows.ts';

/** What comes back: rows, or the sentence in which the database refused. */
export type SelectAnswer = { readonly result: ReturnType<typeof selectRows> } | { readonly problem: string };

function answer(ask: SelectAsk): SelectAnswer {
  try {
    return { result: selectRows(ask) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The query runs in a thread, so that this process still notices when nobody waits for it any more. */
function serve(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (ask: SelectAsk) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: ask });
    worker.once('message', (found: SelectAnswer) => process.send?.(found));
  });
}

if (isMainThread) {
  if (process.send) serve();
} else {
  parentPort?.postMessage(answer(workerData as SelectAsk));
}
