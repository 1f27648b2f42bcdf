import { setTimeout as wait } from 'node:timers/promises';
import { runLock } from '../../../src/platform/run-lock.ts';

/** Takes the lock, says how that went, and keeps no reference to it. */
const [path = ''] = process.argv.slice(2);
try {
  await runLock(path, { command: 'pull 10.1/x', startedAt: '2026-01-01T00:00:00.000Z' });
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    await wait(1);
  }
  process.send?.({ held: true });
  process.on('message', () => process.exit(0));
} catch (error) {
  process.send?.({ held: false, message: String(error) });
  process.disconnect();
}
