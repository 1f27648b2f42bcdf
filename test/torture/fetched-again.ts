import type { LabProcess } from '../e2e/binary.ts';
import { entries } from '../e2e/results.ts';

/** Watches that files of works that have ended are not asked for again. */
export interface FetchWatch {
  /** Notes what has ended by now. */
  note(): Promise<void>;
  /** Files asked for after their work had ended. */
  again(): Promise<readonly string[]>;
}

export async function watchFetches(lab: LabProcess, out: string): Promise<FetchWatch> {
  const begin = await lab.requests();
  /** URL -> the last request before its work was seen to have ended. */
  const ended = new Map<string, number>();
  return {
    async note() {
      const upTo = await lab.requests();
      for (const { url, path } of entries(out))
        if (url !== null && path !== null && !ended.has(url)) ended.set(url, upTo);
    },
    async again() {
      const log = await lab.accessLog(begin);
      return log
        .filter(({ role }) => role === 'artifact')
        .filter(({ seq, host, path }) => seq > (ended.get(`https://${host}${path}`) ?? Infinity))
        .map(({ host, path }) => `https://${host}${path} was fetched again`);
    },
  };
}
