import type { Copy } from './behaviour.ts';

/** One capture of the web archive. */
export interface Capture {
  readonly url: string;
  /** `20180102030405`. */
  readonly timestamp: string;
  /** What was captured; without it the capture plays back as an archived "too many requests". */
  readonly copy?: Copy;
}

/** What the web archive has of one work. */
export interface Archived {
  readonly captures: readonly Capture[];
  /** The site is excluded: the index answers 403, captures cannot be looked up. */
  readonly isExcluded?: boolean;
  /** fatcat knows the captures; `wrong-hash`: but not the hash of their bytes. */
  readonly fatcat?: 'right-hash' | 'wrong-hash';
}
