import { dirname } from 'node:path';
import type { Files, WritableFile } from '../../src/core/files.ts';

/** Files in memory, as far as telemetry needs them. `fail` breaks the next call of that name. */
export interface MemoryFiles extends Files {
  readonly contents: Map<string, Buffer>;
  fail(call: 'write' | 'sync' | 'append', code: string, writtenBytes?: number): void;
  readonly syncs: () => number;
  readonly open: () => number;
}

export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Buffer>();
  const faults = new Map<string, { code: string; writtenBytes: number }>();
  let syncs = 0;
  let open = 0;
  const bytesOf = (path: string): Buffer => contents.get(path) ?? fault('ENOENT');
  const fault = (code: string): never => {
    throw Object.assign(new Error(`${code}: as told`), { code });
  };
  const trip = (call: string, before: (writtenBytes: number) => void = () => undefined) => {
    const planned = faults.get(call);
    if (!planned) return;
    faults.delete(call);
    before(planned.writtenBytes);
    fault(planned.code);
  };
  const appendTo = (path: string, bytes: Uint8Array) =>
    contents.set(path, Buffer.concat([contents.get(path) ?? Buffer.of(), bytes]));
  const writable = (path: string): WritableFile => {
    open++;
    return {
      async write(chunk) {
        trip('write', (writtenBytes) => appendTo(path, chunk.subarray(0, writtenBytes)));
        appendTo(path, chunk);
      },
      async sync() {
        trip('sync');
        syncs++;
      },
      async close() {
        open--;
      },
    };
  };
  return {
    contents,
    syncs: () => syncs,
    open: () => open,
    fail: (call, code, writtenBytes = 0) => void faults.set(call, { code, writtenBytes }),
    async create(path) {
      if (contents.has(path)) fault('EEXIST');
      contents.set(path, Buffer.of());
      return writable(path);
    },
    async append(path) {
      trip('append');
      if (!contents.has(path)) contents.set(path, Buffer.of());
      return writable(path);
    },
    read: async (path, range) => bytesOf(path).subarray(range?.start, range?.end),
    async *stream(path) {
      const bytes = bytesOf(path);
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    },
    async stat(path) {
      const bytes = contents.get(path);
      return bytes && { kind: 'file', sizeBytes: bytes.length, modifiedMs: 0, fileId: path };
    },
    list: async (folder) => [...contents.keys()].filter((path) => dirname(path) === folder),
    makeFolder: async () => undefined,
    link: async (existing, name) => void contents.set(name, bytesOf(existing)),
    async rename(from, to) {
      contents.set(to, bytesOf(from));
      contents.delete(from);
    },
    remove: async (path) => void contents.delete(path),
    truncate: async (path, sizeBytes) => void contents.set(path, bytesOf(path).subarray(0, sizeBytes)),
    syncFolder: async () => undefined,
    space: async () => ({ bytes: 1e12, inodes: 1e6 }),
  };
}
