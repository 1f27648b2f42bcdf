/**
 * Loaded into the measured process by `--import`: how late its event loop was, in milliseconds, written to the file that
 * `LAG_FILE` names when it exits. Threads and child processes that inherit the option measure nothing.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LAG_FILE'];
if (isMainThread && file !== undefined && process.argv.includes('run')) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  // Loading the program is not part of the run.
  setTimeout(() => delay.reset(), 1000).unref();
  delay.enable();
  const ms = (value: number): number => Number((value / 1e6 - 5).toFixed(2));
  process.once('exit', () =>
    writeFileSync(
      file,
      JSON.stringify({
        p50: ms(delay.percentile(50)),
        p99: ms(delay.percentile(99)),
        p999: ms(delay.percentile(99.9)),
        max: ms(delay.max),
        samples: delay.count,
      }),
    ),
  );
}
