import type { Config } from '../config/schema.ts';

/** How long a run waits while nothing goes on. */
export const maxWaitMs = ({ orchestrator }: Config): number =>
  (orchestrator.max_wait_s ?? orchestrator.max_park_s) * 1000;
