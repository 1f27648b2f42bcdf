import { join } from 'node:path';
import { surveyFiles } from '../oracle/survey-files.ts';
import { refuseUnprovenArtifacts } from './claim-artifacts.ts';
import type { OpenEvidence } from './evidence.ts';
import { holdAll } from './hold-places.ts';
import type { Platform } from './platform.ts';

export interface Garbage {
  /** Relative to the root. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly why: string;
}

/**
 * Files below the root that nothing names: no row of any run, no job under way. Only looks, unless told to delete; then
 * it takes the run lock first, since the temporary files of a run at work are nobody's only in appearance.
 */
export async function collectGarbage(
  evidence: OpenEvidence,
  platform: Platform,
  { deletes }: { readonly deletes: boolean },
): Promise<readonly Garbage[]> {
  const { clock, files } = platform;
  const startedAt = clock.wall().toISOString();
  await using _lock = deletes
    ? await holdAll(evidence.locks, { command: 'catalog gc', startedAt })
    : undefined;
  if (deletes)
    await refuseUnprovenArtifacts({ database: evidence.database, artifacts: evidence.root }, platform);
  const garbage: Garbage[] = [];
  for await (const { subject: path, detail: why } of surveyFiles(evidence)) {
    const sizeBytes = (await files.stat(join(evidence.root, path)))?.sizeBytes ?? 0;
    garbage.push({ path, sizeBytes, why });
  }
  if (deletes) for (const { path } of garbage) await files.remove(join(evidence.root, path));
  return garbage;
}
