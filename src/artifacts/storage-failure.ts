import { Failure, OutOfRoom, type Shortage } from '../core/errors.ts';

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const EXPLAINED: Readonly<Record<string, string>> = {
  ENOSPC: 'no space or no inodes left',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'no right to do so',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  EIO: 'the device reports an error',
  EFBIG: 'over the size limit for files',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files in this process',
  ENFILE: 'too many open files on this machine',
  ELOOP: 'a symbolic link is in the way',
};

const SHORTAGES: Readonly<Record<string, Shortage>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EMFILE: 'files',
  ENFILE: 'files',
};

/** Translates what the file system says; anything without an errno is a bug and passes as it is. */
function storageFailure(error: unknown, doing: string): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  const why = EXPLAINED[errno];
  const message = `${errno} while ${doing}${why ? `: ${why}` : ''}`;
  const shortage = SHORTAGES[errno];
  return shortage
    ? new OutOfRoom(shortage, message, { cause: error })
    : new Failure('storage-error', message, { cause: error });
}

/** Runs one step of storing, with its errors translated. */
export async function storing<T>(doing: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw storageFailure(error, doing);
  }
}
