import type { LoadedConfig } from '../config/assemble-config.ts';
import { configHash } from '../config/hash.ts';
import type { PipelineOptions } from '../pipeline/case.ts';

/** The slice of the configuration that the pipeline needs. */
export function pipelineOptions(loaded: LoadedConfig): PipelineOptions {
  const { config } = loaded;
  const { orchestrator } = config;
  return {
    configHash: configHash(loaded),
    mailto: config.mailto ?? undefined,
    formats: config.download.formats,
    acceptedLicenses: config.licenses.accept,
    tierParallel: config.resolvers.tier_parallel,
    maxFetches: orchestrator.max_attempts_per_work,
    maxJobAttempts: orchestrator.max_job_attempts,
    retryBackoffMs: orchestrator.job_retry_backoff_s * 1000,
    maxParkMs: orchestrator.max_park_s * 1000,
  };
}
