import { checkAddresses, checkBytes } from './check-bytes.ts';
import { checkLedger } from './check-ledger.ts';
import { checkManifests } from './check-manifest.ts';
import type { Evidence, Finding } from './finding.ts';
import { surveyFiles } from './survey-files.ts';

/**
 * Judges what a run left: every recorded file is whole, no other file lies there. Strictly also the database against
 * itself and against the manifests. It reads the catalog and the files with means of its own: a writer that is wrong
 * about its work cannot be right here by the same mistake. (What the origin saw, invariant I6, only the origin knows.)
 */
export async function* verify(
  evidence: Evidence,
  { strict }: { readonly strict: boolean },
): AsyncIterable<Finding> {
  yield* checkBytes(evidence);
  yield* surveyFiles(evidence);
  if (!strict) return;
  yield* checkAddresses(evidence);
  yield* checkLedger(evidence);
  yield* checkManifests(evidence);
}
