/** What `stat` tells; `undefined` from the port means: nothing there. */
export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** The same for every name of one file. */
  readonly fileId: string;
}

/** One file takes the place of another. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

export interface Space {
  readonly bytes: number;
  /** Files that can still be made. */
  readonly inodes: number;
}

/** An open file being written. Nothing is durable before `sync` resolves. */
export interface WritableFile {
  /** Writes all of `chunk` at the end of the file. */
  write(chunk: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The file system, as small as the product needs it, so that a simulated one can stand in (torn writes, lost folder
 * entries, ENOSPC). Errors are Node's, with `code`. Links are never followed when a file is created.
 */
export interface Files {
  /** Creates a new file, mode 0600; fails with EEXIST when the name is taken (also by a link). */
  create(path: string): Promise<WritableFile>;
  /** Opens for appending, creating it when missing. */
  append(path: string): Promise<WritableFile>;
  read(path: string, range?: { readonly start: number; readonly end: number }): Promise<Uint8Array>;
  /** The bytes in order, in chunks of at most 1 MiB. */
  stream(path: string): AsyncIterable<Uint8Array>;
  stat(path: string): Promise<FileFacts | undefined>;
  list(folder: string): Promise<readonly string[]>;
  makeFolder(path: string): Promise<void>;
  /** A second name for the same bytes; EEXIST when the name is taken. */
  link(existing: string, name: string): Promise<void>;
  /** Replaces `to` atomically. */
  rename(from: string, to: string): Promise<void>;
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>;
  truncate(path: string, sizeBytes: number): Promise<void>;
  /** Makes the folder's entries durable. */
  syncFolder(path: string): Promise<void>;
  /** What is left on the file system of `path`; `Infinity` where it does not count. */
  space(path: string): Promise<Space>;
}
