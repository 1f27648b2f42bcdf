import { Failure, GivenUp } from '../core/errors.ts';
import type { HeldFile, Progress } from '../core/progress.ts';
import type { Publishing } from '../download/download.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import { foundArtifact } from './found-artifact.ts';
import { knownAs } from './known-as.ts';
import { type Attempted, orAnnounced } from './or-announced.ts';
import { isDoubtful, rankHeld } from './rank-held.ts';
import { missOfPlan, withIdentifiers, withMiss, withPart } from './update-progress.ts';

/** Of one work. Each is a whole file on disk; a work with more doubtful files than this has nothing better to hope for. */
const MAX_HELD = 3;

interface Fate {
  readonly done: 'published' | 'removed' | 'examined';
  readonly why: string;
  readonly quarantined?: string;
}

export function noteHeld({ journal }: Case, { artifact, plan }: HeldFile, fate: Fate): void {
  const { url, sha256, classification, sizeBytes } = artifact;
  journal.note({
    status: 'provisional',
    stage: 'finalize',
    resolver: plan.resolver,
    tier: plan.tier,
    url,
    sha256,
    classification,
    size_bytes: sizeBytes,
    extra: { ...fate, ...(artifact.identity && { identity: artifact.identity }) },
  });
}

/** Without `heldFiles` where none is left, so that nobody looks for them. */
export function withHeld(
  { heldFiles: _before, ...progress }: Progress,
  files: readonly HeldFile[],
): Progress {
  return files.length > 0 ? { ...progress, heldFiles: files } : progress;
}

/** What cannot be removed now is nobody's, and swept away by the next start. */
export async function removeHeld({ deps, held }: Case, files: readonly HeldFile[]): Promise<void> {
  try {
    await deps.downloader.release(held.work, files);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * The file waits; of too many the worst goes. Committed at once: a crash must not make us fetch it again, and what no
 * job names is swept away.
 */
export async function holdFile(one: Case, progress: Progress, file: HeldFile): Promise<StepResult> {
  const { deps, holding, journal, shelf } = one;
  const before = progress.heldFiles ?? [];
  if (before.includes(file)) return goOn(progress);
  const known = { ...file, knownAs: knownAs(withIdentifiers(one.held.work, progress)) };
  const ranked = rankHeld([...before, known], deps.options.formats);
  const next = withHeld(progress, ranked.slice(0, MAX_HELD));
  const attempts = progress.attempts + journal.records.length;
  if (!(await holding.checkpoint({ ...withPart(next, shelf), attempts }))) {
    await removeHeld(one, [file]);
    throw new GivenUp('another worker holds this job now');
  }
  const dropped = ranked.slice(MAX_HELD);
  for (const worse of dropped) noteHeld(one, worse, { done: 'removed', why: 'better ones are held' });
  await removeHeld(one, dropped);
  return goOn(next);
}

/** Every source has been asked: the best of the held files is the one. One that is gone counts as lost by the disk. */
export async function publishBest(one: Case, progress: Progress): Promise<StepResult> {
  const [best, ...others] = rankHeld(progress.heldFiles ?? [], one.deps.options.formats);
  if (!best) return goOn(withHeld(progress, []));
  const result = await orAnnounced(one, (announce) =>
    one.deps.downloader.publishHeld(best, publishingFor(one, progress, { file: best, announce })),
  );
  if (result instanceof Failure || result === undefined) {
    await removeHeld(one, [best]);
    return goOn(withMiss(withHeld(progress, others), missOfPlan(best.plan, 'storage-error')));
  }
  const why = isDoubtful(best) ? 'no source had a file that is proven' : 'nothing better came';
  noteHeld(one, best, { done: 'published', why });
  const found = foundArtifact(one, best.plan, result);
  return { kind: 'found', progress: withHeld(progress, others), found };
}

interface Naming {
  readonly file: HeldFile;
  readonly announce: Attempted['announce'];
}

export function publishingFor(one: Case, progress: Progress, { file, announce }: Naming): Publishing {
  const { holding, held, journal } = one;
  return {
    work: withIdentifiers(held.work, progress),
    token: held.token,
    signal: holding.signal,
    ...(held.known && { known: held.known }),
    leaseIsLive: holding.leaseIsLive,
    replaceFile: holding.replaceFile,
    beforePublish: (artifact) =>
      announce(artifact, {
        ...progress,
        attempts: progress.attempts + journal.records.length,
        publishing: { artifact, plan: file.plan },
      }),
  };
}

/** The work has ended: whatever is still held goes. A lease that is lost leaves them to its successor. */
export async function releaseHeld(one: Case, progress: Progress, why: string): Promise<void> {
  const { heldFiles = [] } = progress;
  if (heldFiles.length === 0 || !one.holding.leaseIsLive()) return;
  for (const file of heldFiles) noteHeld(one, file, { done: 'removed', why });
  await removeHeld(one, heldFiles);
}
