import { recycledChild } from '../../../src/platform/recycled-child.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';

/** Prints the process id of its child, sets it to work for ever, and waits to be killed. */
const child = recycledChild(
  new URL('./obey.ts', import.meta.url),
  { timeoutMs: 60_000, heapMb: 64, maxRssMb: 512, maxQuestions: 10, recycleRssMb: 400 },
  systemClock(),
);
const end = await child.ask({ kind: 'pid' });
console.log(end.kind === 'answer' ? end.value : end.kind);
await child.ask({ kind: 'hang' });
