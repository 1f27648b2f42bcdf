import type { Config } from '../config/schema.ts';
import type { PipelineOptions } from '../pipeline/case.ts';

/** The slice of the configuration that the pipeline needs. */
export function pipelineOptions(config: Config, configHash: string, askAll = false): PipelineOptions {
  const { orchestrator } = config;
  return {
    configHash,
    mailto: config.mailto ?? undefined,
    formats: config.download.formats,
    acceptedLicenses: config.licenses.accept,
    paysForFiles: config.budgets.openalex_usd_per_day > 0,
    askAll,
    tierParallel: config.resolvers.tier_parallel,
    maxFetches: orchestrator.max_attempts_per_work,
    maxJobAttempts: orchestrator.max_job_attempts,
    retryBackoffMs: orchestrator.job_retry_backoff_s * 1000,
    maxParkMs: orchestrator.max_park_s * 1000,
    parkAfterMs: orchestrator.park_after_s * 1000,
  };
}
