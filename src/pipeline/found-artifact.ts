import type { Artifact } from '../core/artifact.ts';
import type { Plan } from '../core/plan.ts';
import type { Case, Found } from './case.ts';
import { isFallback } from './rank-held.ts';

/** A file with its name ends the work. */
export function foundArtifact({ deps }: Case, plan: Plan, artifact: Artifact): Found {
  const kind = isFallback(artifact, deps.options.formats) ? 'html_only' : 'saved';
  if (plan.priceUsd === undefined) return { kind, reason: 'ok', artifact, plan };
  // Nobody pays again to hear that nothing has changed.
  const { etag: _etag, lastModified: _lastModified, ...paid } = artifact;
  return { kind, reason: 'ok', artifact: paid, plan };
}
