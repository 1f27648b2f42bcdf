import type { Line } from '../../src/platform/line.ts';

/** Both ends of a line; what is posted arrives later, as a copy, as between processes. */
export function linePair(): { ends: [Line, Line]; close: () => void } {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const closers: (() => void)[] = [];
  let isOpen = true;
  const end = (mine: number): Line => ({
    post(message) {
      const copy: unknown = structuredClone(message);
      if (isOpen) queueMicrotask(() => listeners[1 - mine]!.forEach((listen) => listen(copy)));
    },
    onMessage: (listen) => void listeners[mine]!.push(listen),
    onClose: (listen) => void closers.push(listen),
  });
  return {
    ends: [end(0), end(1)],
    close() {
      isOpen = false;
      closers.forEach((closed) => closed());
    },
  };
}
