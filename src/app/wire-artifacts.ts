import { filesStore } from '../artifacts/files.ts';
import type { Store } from '../artifacts/store.ts';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Network } from '../http/network/network.ts';
import type { WorkingLedger } from '../ledger/queue.ts';
import type { PipelineDeps } from '../pipeline/case.ts';
import { sha256OffThread } from '../platform/hash-off-thread.ts';
import type { Room } from '../workers/room.ts';
import { diskGauge } from './disk-gauge.ts';
import { machineRoom } from './machine-room.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';

/**
 * Where this configuration keeps artifacts, with what dead holders left swept away. The run lock is held: no other
 * process writes here, and whatever parts no waiting job names belong to the dead. An engine process has brothers that
 * write: its parent has swept.
 */
export async function openStore(
  { artifacts, download, dedupe }: Config,
  places: Places,
  { platform, ledger }: { readonly platform: Platform; readonly ledger: WorkingLedger },
): Promise<Store> {
  if (artifacts.root?.startsWith('s3://')) {
    throw new UserError('artifacts.root: S3 is not part of this version; name a folder');
  }
  const store = filesStore({
    root: places.artifacts,
    files: platform.files,
    fsync: download.fsync,
    hashAll: sha256OffThread,
    byAddress: artifacts.cas_enabled,
    ...(dedupe.content && { equalTo: async (sha256) => (await ledger.findCopy({ sha256 }))?.path }),
  });
  if (!platform.parent) await store.sweep(() => ledger.keptParts());
  return store;
}

/** `dedupe.urls`: the second work takes the file of the first. */
export const twinsOf = ({ dedupe }: Config, ledger: WorkingLedger): PipelineDeps['twinOf'] =>
  dedupe.urls
    ? (canonicalUrl, { id }) => ledger.findCopy({ canonicalUrl, notBy: id })
    : () => Promise.resolve(undefined);

interface RoomParts {
  readonly platform: Platform;
  readonly emit: Emit;
  readonly network: Network;
}

export const roomFor = (
  { artifacts }: Config,
  places: Places,
  { platform, emit, network }: RoomParts,
): Room =>
  machineRoom({
    clock: platform.clock,
    emit,
    network,
    disk: diskGauge({
      ...platform,
      emit,
      root: places.artifacts,
      minFreeBytes: artifacts.min_free_bytes,
    }),
  });
