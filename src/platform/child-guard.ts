import { Worker } from 'node:worker_threads';

/**
 * The program of a recycled child. The work is done in a thread, so that this one stays awake: it sees memory grow that
 * no heap limit counts (buffers), and the end of its parent, whatever the thread is busy with.
 */
const [thread = '', heapMb = '0', maxRssMb = '0'] = process.argv.slice(2);
const WATCH_EVERY_MS = 50;
const MB = 1024 * 1024;

const die = (): never => process.exit(1);

const worker = new Worker(new URL(thread), { resourceLimits: { maxOldGenerationSizeMb: Number(heapMb) } });
worker.on('message', (value: unknown) =>
  process.send?.({ value, rssMb: Math.round(process.memoryUsage.rss() / MB) }),
);
worker.once('error', die);
worker.once('exit', die);

process.on('message', (question) => worker.postMessage(question));
process.once('disconnect', die);
// A signal to the whole group is the parent's to obey: it wants the answers it waits for, and then ends this process.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

setInterval(() => {
  if (process.memoryUsage.rss() > Number(maxRssMb) * MB) die();
}, WATCH_EVERY_MS);
