/** Lets timers and I/O run before going on: long synchronous work is cut into pieces with it. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
