/** What was written, once all of it is on disk. */
export interface Digest {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Bytes on their way. Exactly one of `publish` and `discard` ends it. */
export interface Staged {
  write(chunk: Uint8Array): void | Promise<void>;
  /** Durable bytes under a temporary name: written, fsynced, closed. */
  seal(): Promise<Digest>;
  /**
   * Gives the sealed bytes their final name, durably. A name that is taken by the same bytes is adopted; taken by other
   * bytes it is replaced only when `mayReplace` still says so at that moment (the lease is alive), otherwise rejects
   * with `Failure('lease-lost')`. A final name never holds a partial file, whatever is killed whenever.
   */
  publish(name: string, mayReplace: () => boolean): Promise<void>;
  discard(): Promise<void>;
}

/** Who is writing: the temporary name carries both, so that a zombie never touches the bytes of its successor. */
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
  /** Removes temporary files whose writer is gone; `isLive` says whether a key may still be writing. */
  sweep(isLive: (key: StageKey) => boolean): Promise<number>;
}
