import { z } from 'zod';

const whole = (value: number, description: string) =>
  z.number().int().min(1).default(value).describe(description);
const seconds = (value: number, description: string) =>
  z.number().positive().default(value).describe(description);

/** Section `orchestrator`. */
export const OrchestratorOptions = z.strictObject({
  workers: z.number().int().min(1).max(4096).default(32).describe('steps executing at one time'),
  processes: z.number().int().min(1).max(64).default(1).describe('engine processes'),
  max_per_resolver: z
    .record(z.string(), z.number().int().min(1))
    .default({})
    .describe('resolver -> requests in flight at one time'),
  max_per_host: whole(4, 'requests in flight to one host at one time'),
  lease_ttl_seconds: seconds(45, 'a job whose holder is silent for this long is given to another'),
  heartbeat_seconds: seconds(15, 'how often a holder says that it lives'),
  max_job_attempts: whole(3, 'tries of a job that fails for a passing reason'),
  max_attempts_per_work: whole(25, 'fetches for one work'),
  job_retry_backoff_s: z
    .number()
    .min(0)
    .default(30)
    .describe('wait before a job is tried again; doubles each time'),
  park_after_s: z
    .number()
    .min(0)
    .default(15)
    .describe('a work that would wait longer is given back to the queue'),
  max_park_s: z.number().min(0).default(3600).describe('longest time a run waits for one work'),
  max_wait_s: z
    .number()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'longest time a run waits for hosts, or for the network, while no work goes on; null: as max_park_s; what still waits is counted `waiting`',
    ),
  shutdown_grace_s: z.number().min(0).default(10).describe('time for running steps after a signal to stop'),
  priority: z.enum(['recent_first', 'input_order']).default('recent_first').describe('which works go first'),
});
export type OrchestratorOptions = z.output<typeof OrchestratorOptions>;
