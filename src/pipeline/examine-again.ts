import { Failure } from '../core/errors.ts';
import type { HeldFile, Progress } from '../core/progress.ts';
import type { HeldAgain } from '../download/download.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import { noteHeld, publishingFor, removeHeld, withHeld } from './held-files.ts';
import { isOutdated, knownAs } from './known-as.ts';
import { missOfPlan, withIdentifiers, withMiss, withPart } from './update-progress.ts';

async function examined(one: Case, progress: Progress, file: HeldFile): Promise<HeldAgain> {
  const nothing = () => Promise.resolve();
  try {
    return await one.deps.downloader.examineHeld(
      file,
      publishingFor(one, progress, { file, announce: nothing }),
    );
  } catch (error) {
    // The disk's trouble says nothing of whose paper it is; the file is looked for again when it is published.
    if (!(error instanceof Failure)) throw error;
    return { kind: 'held', file };
  }
}

type Refused = Extract<HeldAgain, { kind: 'refused' }>;

function noteRefused(one: Case, file: HeldFile, { reason, quarantined }: Refused): void {
  const why = `examined again with what a source told since: ${reason}`;
  noteHeld(one, file, { done: 'removed', why, ...(quarantined && { quarantined: quarantined.path }) });
}

function withRefused(progress: Progress, { plan }: HeldFile, { reason, quarantined }: Refused): Progress {
  return withMiss(progress, { ...missOfPlan(plan, reason), ...(quarantined && { quarantined }) });
}

/** Files in doubt are examined with all that is known by now: one may be proven, or turn out to be another paper. */
export async function examineAgain(one: Case, progress: Progress): Promise<StepResult> {
  const { held, holding, journal, shelf } = one;
  const work = withIdentifiers(held.work, progress);
  const kept: HeldFile[] = [];
  const gone: HeldFile[] = [];
  let next = progress;
  for (const file of progress.heldFiles ?? []) {
    const result: HeldAgain = isOutdated(file, work)
      ? await examined(one, progress, file)
      : { kind: 'held', file };
    if (result.kind === 'held') {
      kept.push({ ...result.file, knownAs: knownAs(work) });
      if (result.file.artifact.identity?.verdict !== file.artifact.identity?.verdict)
        noteHeld(one, result.file, { done: 'examined', why: 'a source told more of the work' });
      continue;
    }
    noteRefused(one, file, result);
    next = withRefused(next, file, result);
    gone.push(file);
  }
  next = withHeld(next, kept);
  const attempts = progress.attempts + journal.records.length;
  if (gone.length > 0 && (await holding.checkpoint({ ...withPart(next, shelf), attempts })))
    await removeHeld(one, gone);
  return goOn(next);
}
