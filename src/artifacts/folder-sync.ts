import type { Files } from '../core/files.ts';

interface Round {
  readonly running: Promise<void>;
  next?: Promise<void>;
}

/**
 * Makes folder entries durable, many callers with one fsync: who comes while one is running shares the next, because the
 * running one may have begun before the caller's entry was there. Under load that coalesces as a timer would, without
 * making a lone caller wait.
 */
export function folderSync(files: Pick<Files, 'syncFolder'>): (path: string) => Promise<void> {
  const rounds = new Map<string, Round>();

  const start = (path: string): Promise<void> => {
    const running = files.syncFolder(path).finally(() => {
      if (rounds.get(path)?.running === running && !rounds.get(path)?.next) rounds.delete(path);
    });
    rounds.set(path, { running });
    return running;
  };

  return (path) => {
    const round = rounds.get(path);
    if (!round) return start(path);
    // A failed fsync is the failure of those who shared it, not of those who come after.
    round.next ??= round.running.catch(() => undefined).then(() => start(path));
    return round.next;
  };
}
