/**
 * Runs `run` when the signal is aborted; the function returned forgets it. A forgotten listener lets go of `run` at once:
 * Node leaves removed listeners linked to their neighbours, and a signal may outlive many requests.
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
