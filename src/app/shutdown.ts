/** Signals that end a run, with their exit codes. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof CODES;

export interface Shutdown extends Disposable {
  /** Aborted by the first signal: stop leasing, give works back, flush. */
  readonly signal: AbortSignal;
  /** What the process must exit with; `undefined` when nobody asked it to stop. */
  readonly exitCode: () => number | undefined;
}

/**
 * Turns SIGINT and SIGTERM into an abort. A second signal ends the process at once, which is safe whenever it happens:
 * everything that counts is committed, and leases are reclaimed by the next run.
 */
export function listenForStop(exitNow: (code: number) => void): Shutdown {
  const abort = new AbortController();
  let code: number | undefined;
  const stop = (name: StopSignal): void => {
    if (code !== undefined) exitNow(CODES[name]);
    code = CODES[name];
    abort.abort(new Error(`stopped by ${name}`));
  };
  const listeners = (Object.keys(CODES) as StopSignal[]).map((name) => [name, () => stop(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  return {
    signal: abort.signal,
    exitCode: () => code,
    [Symbol.dispose]: () => {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
