import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Files, WritableFile } from '../core/files.ts';
import type { Ledger, OutboxRow } from '../ledger/queue.ts';
import { manifestLine } from './manifest-line.ts';
import { findTail } from './manifest-tail.ts';

/** Rows per write, fsync and mark: 512 lines of about 600 bytes. */
export const BATCH_ROWS = 512;

export type Outbox = Pick<Ledger, 'outbox' | 'exported' | 'exportedSeq' | 'rewindExport'>;

export interface ManifestFile {
  readonly ledger: Outbox;
  readonly files: Files;
  readonly runId: string;
  readonly path: string;
  readonly emit: Emit;
}

/**
 * Makes the file end where the ledger can go on: after it, line `seq` is the last one and everything after it is still
 * in the outbox. Lines were synced before they were marked, so only what stands after the last marked line is in doubt.
 * Reading it back proves nothing: after an fsync that failed, the system still shows bytes that never reached the disk,
 * and no later fsync writes them. So it is cut off and written again. What the ledger thinks is in the file but is not,
 * is exported again. `file` is the same file, open for appending.
 */
export async function findPlace(manifest: ManifestFile, file: WritableFile): Promise<number> {
  const { ledger, files, runId, path, emit } = manifest;
  const { known, sizeBytes, lastSeq } = await findTail(files, path, await ledger.exportedSeq(runId));
  const seq = await rewound(manifest, known.seq);
  const doubtfulBytes = sizeBytes - known.endBytes;
  if (doubtfulBytes === 0) return seq;
  await refuseForeignLines(manifest, lastSeq - seq);
  emit(warning(`${path}: an unfinished end of ${doubtfulBytes} bytes is cut off and written again`));
  await files.truncate(path, known.endBytes);
  await file.sync();
  return seq;
}

/** The line after which the outbox goes on. Records that are in neither leave a gap in `seq`; the catalog has them. */
async function rewound({ ledger, runId, path, emit }: ManifestFile, fileSeq: number): Promise<number> {
  const markedSeq = await ledger.exportedSeq(runId);
  if (fileSeq === markedSeq) return fileSeq;
  const from = await ledger.rewindExport(runId, fileSeq);
  if (from < markedSeq)
    emit(warning(`${path}: its last ${markedSeq - from} records are missing; they are written again`));
  if (from > fileSeq)
    emit(
      warning(`${path}: records ${fileSeq + 1} to ${from} are missing for good; see the catalog for them`),
    );
  return from;
}

const warning = (message: string) => ({ type: 'warning', message }) as const;

export const linesFor = (rows: readonly OutboxRow[], afterSeq: number): readonly string[] =>
  rows.map(({ json }, index) => manifestLine(json, afterSeq + index + 1));

/** Whole lines that the ledger cannot write again are somebody's records: nothing is cut off. */
async function refuseForeignLines({ ledger, runId, path }: ManifestFile, lines: number): Promise<void> {
  if (lines <= 0) return;
  const wanted = Math.min(lines, BATCH_ROWS);
  const rows = await ledger.outbox(runId, wanted);
  if (rows.length >= wanted) return;
  throw new UserError(
    `${path} holds ${lines} records that the ledger does not know: restore the ledger it belongs to, or move the file away`,
    3,
  );
}
