/** What was written, once all of it is on disk. */
export interface Digest {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Bytes on their way. `publish` or `discard` ends it. */
export interface Staged {
  write(chunk: Uint8Array): void | Promise<void>;
  /** Bytes already written, from `start` up to `end` (exclusive), for checks before they get a name. */
  read(range: { readonly start: number; readonly end: number }): Promise<Uint8Array>;
  /** Durable bytes under a temporary name: written, fsynced, closed. */
  seal(): Promise<Digest>;
  /**
   * Gives the sealed bytes their final name, durably. A name that is taken by the same bytes is adopted; taken by other
   * bytes it is replaced only when `mayReplace` still says so at that moment (the lease is alive), otherwise rejects
   * with `Failure('lease-lost')`. A final name never holds a partial file, whatever is killed whenever. A rejected
   * publish leaves the temporary file to `discard`.
   */
  publish(name: string, mayReplace: () => boolean): Promise<void>;
  /** Removes the temporary file; after a publish, or a second time, it does nothing. */
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

/**
 * Where artifacts rest: a folder or a bucket. Names are relative, with forward slashes, and come from `artifactName`
 * only. Links are never followed.
 */
export interface Store {
  stage(key: StageKey): Promise<Staged>;
  /** Hashes what is stored under `name`; `undefined` when nothing is. */
  digest(name: string): Promise<Digest | undefined>;
  /**
   * Removes the temporary files of every key that is not among `live`, and says how many. A list, not a predicate: the
   * names are reduced to what any file system allows, so that a name gives back no work id.
   */
  sweep(live: Iterable<StageKey>): Promise<number>;
}
