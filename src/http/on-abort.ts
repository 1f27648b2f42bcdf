type Run = () => void;

/**
 * Who is to be told of each signal. A signal has one listener of ours, however many requests it covers: adding and removing
 * listeners costs a microsecond each, and Node leaves removed ones linked to their neighbours.
 */
const waiting = new WeakMap<AbortSignal, Set<Run>>();

function listenTo(signal: AbortSignal): Set<Run> {
  const runs = new Set<Run>();
  waiting.set(signal, runs);
  const tellAll = (): void => {
    for (const run of runs) {
      runs.delete(run);
      run();
    }
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return runs;
}

/** Runs `run`, which must not throw, when the signal is aborted; the function returned forgets it. */
export function onAbort(signal: AbortSignal, run: Run): () => void {
  const runs = waiting.get(signal) ?? listenTo(signal);
  const own = (): void => run();
  runs.add(own);
  return () => void runs.delete(own);
}
