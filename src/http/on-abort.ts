/**
 * Runs `run` when the signal is aborted; the function returned forgets it.
 *
 * A forgotten listener lets go of `run`: Node leaves removed listeners linked to their neighbours, so that on a signal that
 * outlives many requests one that has grown old keeps the later ones, and all they hold, until the next full collection
 * (measured: a third of the stack's time went into the garbage collector).
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let wanted: (() => void) | undefined = run;
  const listener = (): void => wanted?.();
  signal.addEventListener('abort', listener, { once: true });
  return () => {
    wanted = undefined;
    signal.removeEventListener('abort', listener);
  };
}
