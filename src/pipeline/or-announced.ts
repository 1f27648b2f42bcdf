import type { Artifact } from '../core/artifact.ts';
import { Failure, GivenUp, OutOfRoom } from '../core/errors.ts';
import type { Progress } from '../core/progress.ts';
import type { Case } from './case.ts';

/** A file that cannot be read, or not be made durable, is as good as none: it is fetched again. */
export async function isThere(looked: Promise<boolean>): Promise<boolean> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof OutOfRoom || !(error instanceof Failure)) throw error;
    return false;
  }
}

export interface Attempted {
  /** Commits, before a file gets its name, that it is about to: a crash then finds it by its hash. */
  announce(artifact: Artifact, progress: Progress): Promise<void>;
}

/**
 * Runs something that may publish a file. Trouble after the announcement is no trouble where the file lies under its name
 * all the same.
 */
export async function orAnnounced<T>(
  { holding, deps }: Case,
  attempt: (announce: Attempted['announce']) => Promise<T>,
): Promise<T | Failure | Artifact> {
  let announced: Artifact | undefined;
  try {
    return await attempt(async (artifact, progress) => {
      if (!(await holding.checkpoint(progress))) throw new GivenUp('another worker holds this job now');
      announced = artifact;
    });
  } catch (error) {
    holding.signal.throwIfAborted();
    if (error instanceof OutOfRoom || !(error instanceof Failure)) throw error;
    // It may have got its name before the trouble, perhaps in place of an older one: what lies there decides.
    if (announced && (await isThere(deps.downloader.adopt(announced)))) return announced;
    return error;
  }
}
