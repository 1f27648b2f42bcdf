import { join } from 'node:path';
import type { LabWork } from './binary.ts';
import { entries, filesIn, manifestOf, rows, sha256, storedFiles, surprises } from './results.ts';

/** What is wrong with a run that has ended: a work lost, ended twice or wrongly, a file that is partial, different or nobody's. */
export async function faultsOf(out: string, runId: string, world: readonly LabWork[]): Promise<string[]> {
  const found = entries(out).filter((entry) => entry.run_id === runId);
  const stored = storedFiles(out);
  const faults = surprises(world, found);
  for (const { path, sha256: hash } of stored) {
    const is = await sha256(join(out, 'artifacts', path)).catch(() => 'missing');
    if (is !== hash) faults.push(`${path} is ${is}, not ${hash}`);
  }
  const known = new Set(stored.map(({ path }) => path));
  for (const path of await filesIn(join(out, 'artifacts')))
    if (!known.has(path)) faults.push(`${path} belongs to no work`);
  const lines = await manifestOf(join(out, runId));
  if (lines.some(({ seq }, index) => seq !== index + 1)) faults.push('the manifest has gaps');
  const outcomes = lines.filter(({ record_type }) => record_type === 'outcome').map(({ doc_id }) => doc_id);
  if (outcomes.length !== new Set(outcomes).size) faults.push('a work has two outcomes');
  if (outcomes.length !== world.length) faults.push(`${outcomes.length} outcomes of ${world.length} works`);
  return faults;
}

/** Leases that nobody gave back. */
export const leasesIn = (out: string): number =>
  rows<{ n: number }>(out, "SELECT count(*) AS n FROM jobs WHERE state = 'in_progress'")[0]?.n ?? 0;
