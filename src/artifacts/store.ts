import type { FileMove } from '../core/files.ts';

/** What was written, once all of it is on disk. */
export interface Digest {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Moves a file over another if the lease is held, in one step with the proof of it (`Queue.replaceFile`); `false`, with
 * nothing moved, when it is lost.
 */
export type ReplaceFile = (move: FileMove) => Promise<boolean>;

/** Bytes on their way. `publish`, `keep`, `hold` or `discard` ends it. */
export interface Staged {
  /** Where the bytes lie on this machine until they are published: another process may read them there. */
  readonly path: string;
  /** `isAll`: nothing was written before, and nothing will be after it. */
  write(chunk: Uint8Array, isAll?: boolean): void | Promise<void>;
  /** Bytes already written, from `start` up to `end` (exclusive), for checks before they get a name. */
  read(range: { readonly start: number; readonly end: number }): Promise<Uint8Array>;
  /** Durable bytes under a temporary name: written, fsynced, closed. */
  seal(): Promise<Digest>;
  /**
   * Gives the sealed bytes their final name, durably. A name that is taken by the same bytes is adopted; taken by other
   * bytes it is replaced by `replace`, or rejects with `GivenUp` when that says no. A final name never holds a partial
   * file, whatever is killed whenever. A rejected publish leaves the temporary file to `discard`.
   */
  publish(name: string, replace: ReplaceFile): Promise<void>;
  /** Leaves what was written for `adopt`, durable and closed. One per key: what was kept before under it is gone. */
  keep(): Promise<Digest>;
  /** Leaves the sealed bytes for `held`, durable under a name of their own; a key may have several. */
  hold(): Promise<void>;
  /** Removes the temporary file; after a publish, keep or hold, or a second time, it does nothing. */
  discard(): Promise<void>;
}

/**
 * Who is writing: the temporary name carries both, so that a zombie never touches the bytes of its successor. A key has
 * one writer at a time.
 */
export interface StageKey {
  readonly workId: string;
  readonly token: number;
}

/** Whole bytes that wait for their name. They stay until they have it: a crash on the way finds them again. */
export interface Held {
  /** Where they lie on this machine: another process may read them there. */
  readonly path: string;
  read: Staged['read'];
  /** As `publish` of staged bytes. */
  publish(name: string, replace: ReplaceFile): Promise<void>;
}

/** A temporary file that somebody still needs; with `heldSha256` the held bytes of that hash, else those of the key itself. */
export interface LiveKey extends StageKey {
  readonly heldSha256?: string;
}

/** What `keep` left, and under whose token. */
interface KeptBytes extends Digest {
  readonly token: number;
}

export interface Adoption {
  readonly kept: KeptBytes;
  /** Is handed the kept bytes in order, as they are hashed again from disk. */
  readonly onChunk: (chunk: Uint8Array) => void | Promise<void>;
}

/**
 * Where artifacts rest: a folder or a bucket. Names are relative, with forward slashes, and come from `artifactName`
 * only. Links are never followed.
 */
export interface Store {
  stage(key: StageKey): Promise<Staged>;
  /**
   * Goes on, under `key`, with what an earlier lease of the same work kept. `undefined`, with nothing left of it, when
   * it is gone or no longer hashes to what it did.
   */
  adopt(key: StageKey, adoption: Adoption): Promise<Staged | undefined>;
  /** Removes what was kept under `key`, if anything was. */
  drop(key: StageKey): Promise<void>;
  /** The bytes held under `key`; `undefined`, with nothing left of them, when they are gone or no longer what they were. */
  held(key: StageKey, digest: Digest): Promise<Held | undefined>;
  /** Removes the bytes of this hash held under `key`, if there are any. */
  release(key: StageKey, sha256: string): Promise<void>;
  /** Hashes what is stored under `name`; `undefined` when nothing is. */
  digest(name: string): Promise<Digest | undefined>;
  /** Makes a name durable that was given by a process which may not have lived to do so. */
  settle(name: string): Promise<void>;
  /** The bytes stored under `name`, in order; rejects with `Failure` when they cannot be read. */
  open(name: string): AsyncIterable<Uint8Array>;
  /**
   * Makes `name` a further name of the bytes under `existing`, when both hold the same: `already` when they are one file,
   * `impossible` when they differ or cannot be linked.
   */
  share(name: string, existing: string): Promise<'shared' | 'already' | 'impossible'>;
  /**
   * Removes the temporary, kept and held files of every key that is not among the live ones, and says how many. The live ones
   * are asked for only when there is something to remove; a list, not a predicate: names are reduced to what any file
   * system allows, so that a name gives back no work id.
   */
  sweep(live: () => Promise<Iterable<LiveKey>>): Promise<number>;
}
