import type { HeldWork } from './process-work.ts';

/**
 * Validators that came with the input stand in for those of an earlier fetch where that one had none, so that a stored
 * file is asked about instead of being taken for current. Without a stored file they say nothing: there is nothing to
 * keep when the server answers that it has not changed.
 */
export function withInputValidators(held: HeldWork): HeldWork {
  const { known, work } = held;
  if (!known || known.etag !== undefined || known.lastModified !== undefined) return held;
  const { etag, lastModified } = work;
  return {
    ...held,
    known: {
      ...known,
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
    },
  };
}
