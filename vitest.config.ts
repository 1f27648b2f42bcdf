import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { skippedReporter } from './test/support/skipped-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Many tests wait for processes and timers: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', skippedReporter],
  },
});
