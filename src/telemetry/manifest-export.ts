import { dirname, join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Files, WritableFile } from '../core/files.ts';
import { BATCH_ROWS, findPlace, linesFor, type ManifestFile, type Outbox } from './manifest-place.ts';

/** Between two looks into the outbox while a run goes on. */
const INTERVAL_MS = 250;

export interface ManifestExportDeps {
  readonly ledger: Outbox;
  readonly files: Files;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly runId: string;
  /** The run's own folder; made when missing. */
  readonly folder: string;
}

/**
 * The one writer of a run's manifest.jsonl. Rows of the outbox become lines in commit order, numbered from 1 without a
 * gap; whole lines are written in batches, made durable, then marked in the ledger, so a crash anywhere neither loses
 * nor doubles a record. The manifest is a record, not telemetry: what cannot be written rejects with a `UserError`
 * (exit 3), now and on every later call.
 */
export interface ManifestExporter extends AsyncDisposable {
  /** Resolves when everything committed before the call is in the file, durably. */
  flush(): Promise<void>;
  /** Flushes again and again until aborted. What is committed after that needs a last `flush`. */
  run(signal: AbortSignal): Promise<void>;
}

interface OpenManifest {
  readonly file: WritableFile;
  seq: number;
}

export function manifestExporter(deps: ManifestExportDeps): ManifestExporter {
  const { clock } = deps;
  const manifest: ManifestFile = { ...deps, path: join(deps.folder, 'manifest.jsonl') };
  let open: OpenManifest | undefined;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const drain = async () => {
    open ??= await fatal(manifest, openManifest(manifest, deps.folder));
    while (await exportBatch(manifest, open)) continue;
  };
  // A call that comes while a drain runs needs one more drain, which then serves all such calls. A failed drain is not
  // tried again: after a failed fsync nobody can say what is on disk.
  const flush = (): Promise<void> => {
    waiting ??= last.then(() => {
      waiting = undefined;
      return drain();
    });
    last = waiting;
    return waiting;
  };

  return {
    flush,
    async run(signal) {
      while (!signal.aborted) {
        await flush();
        await clock.sleep(INTERVAL_MS, signal).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      }
    },
    async [Symbol.asyncDispose]() {
      await last.catch(() => undefined);
      await open?.file.close();
    },
  };
}

async function openManifest(manifest: ManifestFile, folder: string): Promise<OpenManifest> {
  const { files, path } = manifest;
  await files.makeFolder(folder);
  const file = await files.append(path);
  try {
    await files.syncFolder(folder);
    await files.syncFolder(dirname(folder));
    return { file, seq: await findPlace(manifest, file) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether there may be more. */
async function exportBatch(manifest: ManifestFile, open: OpenManifest): Promise<boolean> {
  const { ledger, runId } = manifest;
  const rows = await ledger.outbox(runId, BATCH_ROWS);
  const last = rows.at(-1);
  if (!last) return false;
  const lines = linesFor(rows, open.seq).join('');
  await fatal(manifest, open.file.write(Buffer.from(lines)));
  await fatal(manifest, open.file.sync());
  open.seq += rows.length;
  await ledger.exported(runId, last.id, open.seq);
  return rows.length === BATCH_ROWS;
}

/** The codes of the operating system, `ENOSPC` and the like; those of libraries have an underscore. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/** Errors of the file system in words for a person; all others as they are. */
async function fatal<T>({ path }: ManifestFile, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || !SYSTEM_CODE.test(String(cause.code))) throw cause;
    throw new UserError(`cannot write ${path}: ${cause.message}`, 3, cause);
  }
}
