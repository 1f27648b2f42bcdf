import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Files, WritableFile } from '../../src/core/files.ts';
import type { MoveFile } from '../../src/ledger/sqlite/replace-file.ts';
import type { Draws } from './draws.ts';
import type { FaultKind } from './faults.ts';
import type { Machine, SimProcess } from './machine.ts';

/** A file's bytes: as programs see them, and as they would be found after a power cut. */
interface FileNode {
  readonly kind: 'file';
  readonly id: string;
  data: Buffer;
  /** Where `data` lies, with room to grow. */
  room: Buffer;
  /** What the last fsync has put on the platter. */
  synced: Buffer;
  /** Bytes whose fsync failed: they count as clean, so that no later one writes them, and are lost (as Linux does it). */
  lost: readonly { readonly from: number; readonly to: number }[];
}

interface FolderNode {
  readonly kind: 'folder';
  entries: Map<string, Node>;
  synced: Map<string, Node>;
}

type Node = FileNode | FolderNode;

/**
 * A disk with an explicit durability model: what was not synced, bytes and folder entries alike, may be there or not after
 * a power cut, each for itself.
 */
export interface Disk {
  /** The disk as a process sees it, with everything that can go wrong between them. */
  filesFor(process: SimProcess): Files;
  /** A move inside a transaction: nothing comes between them, and what befalls the transaction befalls both. */
  moveFor(process: SimProcess): MoveFile;
  cutPower(): void;
  /** Bytes that a power cut now could not take; `undefined` when there are none at this path. */
  durable(path: string): Buffer | undefined;
  /** Every file by its path. */
  files(): ReadonlyMap<string, Buffer>;
  /** When a link gave a file this name. */
  linkedAt(path: string): number | undefined;
}

const folder = (): FolderNode => ({ kind: 'folder', entries: new Map(), synced: new Map() });

const fail = (code: string, path: string): never => {
  throw Object.assign(new Error(`${code}: ${path}`), { code });
};

export function createDisk(machine: Machine, random: Draws): Disk {
  const root = folder();
  const out = folder();
  root.entries.set('out', out);
  root.synced.set('out', out);
  let files = 0;
  const links = new Map<string, number>();
  const parts = (path: string): string[] => path.split('/').filter(Boolean);
  const find = (path: string, view: 'entries' | 'synced' = 'entries'): Node | undefined => {
    let node: Node | undefined = root;
    for (const part of parts(path)) {
      if (node?.kind !== 'folder') return undefined;
      node = node[view].get(part);
    }
    return node;
  };
  const folderAt = (path: string): FolderNode => {
    const node = find(path);
    return node?.kind === 'folder' ? node : fail(node ? 'ENOTDIR' : 'ENOENT', path);
  };
  const fileAt = (path: string): FileNode => {
    const node = find(path);
    return node?.kind === 'file' ? node : fail(node ? 'EISDIR' : 'ENOENT', path);
  };
  const nameOf = (path: string): string => parts(path).at(-1) ?? '';
  const newFile = (path: string): FileNode => {
    const node: FileNode = {
      kind: 'file',
      id: String(++files),
      data: Buffer.alloc(0),
      room: Buffer.alloc(0),
      synced: Buffer.alloc(0),
      lost: [],
    };
    folderAt(dirname(path)).entries.set(nameOf(path), node);
    return node;
  };

  const move: MoveFile = ({ from, to }) => {
    const node = find(from) ?? fail('ENOENT', from);
    if (find(to) === node) return;
    folderAt(dirname(to)).entries.set(nameOf(to), node);
    folderAt(dirname(from)).entries.delete(nameOf(from));
  };

  function survive(node: Node, seen: Set<Node>): void {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'file') {
      node.data = node.room = node.synced = survivingBytes(node, random);
      node.lost = [];
      return;
    }
    const names = new Set([...node.entries.keys(), ...node.synced.keys()]);
    const kept = new Map<string, Node>();
    for (const name of names) {
      const [before, now] = [node.synced.get(name), node.entries.get(name)];
      const survivor = before === now || random.chance('entry survives', 0.5) ? now : before;
      if (survivor) kept.set(name, survivor);
    }
    node.entries = kept;
    node.synced = new Map(kept);
    for (const child of kept.values()) survive(child, seen);
  }

  return {
    filesFor: (process) =>
      filesOf({ process, machine, find, folderAt, fileAt, nameOf, newFile, move, links }),
    moveFor: (process) => (ask) => {
      machine.trace.note(process.name, `move ${ask.to}`);
      move(ask);
    },
    cutPower() {
      machine.trace.note('disk', 'loses power');
      survive(root, new Set());
    },
    linkedAt: (path) => links.get(path),
    durable(path) {
      const node = find(path, 'synced');
      return node?.kind === 'file' ? node.synced : undefined;
    },
    files() {
      const found = new Map<string, Buffer>();
      const walk = (node: Node, path: string): void => {
        if (node.kind === 'file') found.set(path, node.data);
        else for (const [name, child] of node.entries) walk(child, `${path}/${name}`);
      };
      walk(root, '');
      return found;
    },
  };
}

/**
 * Grows by doubling. What was read or synced before shares the memory and stays as it is: bytes once written are never
 * written over (`truncate` makes a copy).
 */
function appendTo(node: FileNode, bytes: Uint8Array): void {
  const length = node.data.length + bytes.byteLength;
  if (length > node.room.length) {
    const room = Buffer.alloc(Math.max(length, 2 * node.room.length, 1024));
    room.set(node.data);
    node.room = room;
  }
  node.room.set(bytes, node.data.length);
  node.data = node.room.subarray(0, length);
}

/** What an fsync puts on the platter. */
function written({ data, lost }: FileNode): Buffer {
  if (lost.length === 0) return data;
  const bytes = Buffer.from(data);
  for (const { from, to } of lost) bytes.fill(0, from, to);
  return bytes;
}

/** Synced bytes stay; of what was appended since, any prefix may have reached the platter, or its length without its bytes. */
function survivingBytes({ data, synced }: FileNode, random: Draws): Buffer {
  if (data.equals(synced)) return synced;
  const isAppended = data.length > synced.length && data.subarray(0, synced.length).equals(synced);
  if (!isAppended) return random.chance('unsynced change survives', 0.5) ? data : synced;
  const fate = random.next('unsynced bytes');
  if (fate < 0.3) return synced;
  const length = random.int('length of what survives', synced.length, data.length);
  if (fate < 0.7) return Buffer.from(data.subarray(0, length));
  return Buffer.concat([synced, Buffer.alloc(length - synced.length)]);
}

interface Access {
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly find: (path: string) => Node | undefined;
  readonly folderAt: (path: string) => FolderNode;
  readonly fileAt: (path: string) => FileNode;
  readonly nameOf: (path: string) => string;
  readonly newFile: (path: string) => FileNode;
  readonly move: MoveFile;
  readonly links: Map<string, number>;
}

const ERRNO: Partial<Record<FaultKind, string>> = {
  'fs-enospc': 'ENOSPC',
  'fs-eio': 'EIO',
  'fs-emfile': 'EMFILE',
};
const SLOWEST_MS = 400;

function filesOf({ process, machine, find, folderAt, fileAt, nameOf, newFile, move, links }: Access): Files {
  const { faults, time } = machine;
  const isManifest = (path: string): boolean => path.endsWith('.jsonl');
  /** Trouble with a record ends the run, so it has a rate of its own. */
  const trouble = (kinds: readonly FaultKind[], what: string, path: string): void => {
    if (isManifest(path)) {
      const shape = faults.strikes('manifest-trouble', what);
      if (shape !== undefined) fail(shape < 0.5 ? 'ENOSPC' : 'EIO', path);
      return;
    }
    for (const kind of kinds)
      if (faults.strikes(kind, `${what} ${path}`) !== undefined) fail(ERRNO[kind]!, path);
  };
  const call = <T>(what: string, path: string, effect: () => T, torn?: (share: number) => void): Promise<T> =>
    process.call(
      `${what} ${path}`,
      () => {
        const slow = what === 'fsync' ? faults.strikes('fs-slow', `${what} ${path}`) : undefined;
        if (slow === undefined) return effect();
        return time.sleep(slow * SLOWEST_MS).then(effect);
      },
      torn,
    );

  function writable(path: string, node: FileNode): WritableFile {
    const append = (bytes: Uint8Array): void => {
      appendTo(node, bytes);
    };
    return {
      write: (chunk) =>
        call(
          'write',
          path,
          () => {
            const short = faults.isOn('fs-enospc') || isManifest(path);
            try {
              trouble(['fs-enospc', 'fs-eio'], 'write', path);
            } catch (error) {
              // Part of it may be written when the disk is full.
              if (short) append(chunk.subarray(0, Math.floor(chunk.byteLength / 3)));
              throw error;
            }
            append(chunk);
          },
          (share) => append(chunk.subarray(0, Math.floor(share * chunk.byteLength))),
        ),
      sync: () =>
        call('fsync', path, () => {
          try {
            trouble(['fs-eio'], 'fsync', path);
          } catch (error) {
            node.lost = [...node.lost, { from: node.synced.length, to: node.data.length }];
            throw error;
          }
          node.synced = written(node);
        }),
      close: () => call('close', path, () => undefined),
    };
  }

  const takeName = (path: string): void => {
    if (find(path)) fail('EEXIST', path);
  };
  return {
    create: (path) =>
      call('create', path, () => {
        takeName(path);
        trouble(['fs-emfile', 'fs-enospc'], 'create', path);
        return writable(path, newFile(path));
      }),
    append: (path) =>
      call('append', path, () => {
        trouble(['fs-emfile'], 'append', path);
        return writable(path, find(path) ? fileAt(path) : newFile(path));
      }),
    read: (path, range) =>
      call('read', path, () => {
        trouble(['fs-emfile', 'fs-eio'], 'read', path);
        return Uint8Array.from(fileAt(path).data.subarray(range?.start, range?.end));
      }),
    async *stream(path) {
      const bytes = await call('stream', path, () => {
        trouble(['fs-emfile', 'fs-eio'], 'stream', path);
        return fileAt(path).data;
      });
      for (let at = 0; at < bytes.length; at += 4096) yield Uint8Array.from(bytes.subarray(at, at + 4096));
    },
    stat: (path) =>
      call('stat', path, () => {
        const node = find(path);
        if (!node) return undefined;
        const file = node.kind === 'file' ? node : undefined;
        return {
          kind: node.kind,
          sizeBytes: file?.data.length ?? 0,
          modifiedMs: 0,
          fileId: file?.id ?? path,
        };
      }),
    list: (path) => call('list', path, () => [...folderAt(path).entries.keys()]),
    makeFolder: (path) =>
      call('mkdir', path, () => {
        const make = (at: string): void => {
          if (find(at)) return;
          make(dirname(at));
          folderAt(dirname(at)).entries.set(nameOf(at), folder());
        };
        make(path);
      }),
    link: (existing, name) =>
      call('link', name, () => {
        const node = fileAt(existing);
        takeName(name);
        trouble(['fs-enospc'], 'link', name);
        folderAt(dirname(name)).entries.set(nameOf(name), node);
        links.set(name, time.now());
      }),
    rename: (from, to) => call('rename', to, () => move({ from, to })),
    remove: (path) =>
      call('unlink', path, () => {
        const parent = find(dirname(path));
        if (parent?.kind === 'folder') parent.entries.delete(nameOf(path));
      }),
    truncate: (path, sizeBytes) =>
      call('truncate', path, () => {
        const node = fileAt(path);
        node.data = node.room = Buffer.from(node.data.subarray(0, sizeBytes));
        node.lost = node.lost
          .map(({ from, to }) => ({ from, to: Math.min(to, sizeBytes) }))
          .filter(({ from, to }) => from < to);
      }),
    syncFolder: (path) =>
      call('fsync folder', path, () => {
        trouble(['fs-eio'], 'fsync folder', path);
        const node = folderAt(path);
        node.synced = new Map(node.entries);
      }),
    // Somebody is clearing up: what was full has room again soon.
    space: (path) => call('space', path, () => ({ bytes: 1e12 + machine.time.now(), inodes: 1e9 })),
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const inFolder = (root: string, name: string): string => join(root, name);
