/** Lets timers and I/O run before going on: long synchronous work is cut into pieces with it. */
export const nextTurn = (): Promise<void> => new Promise(inNextTurn);

/** Runs `run` after timers and I/O had their turn. */
export function inNextTurn(run: () => void): void {
  setImmediate(run);
}
