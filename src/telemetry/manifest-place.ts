import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Files, WritableFile } from '../core/files.ts';
import type { Ledger, OutboxRow } from '../ledger/queue.ts';
import { manifestLine } from './manifest-line.ts';
import { findTail, type Tail } from './manifest-tail.ts';

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

/** The end of what is known to be in the file. */
interface Place {
  readonly seq: number;
  readonly endBytes: number;
}

/**
 * Makes the file end where the ledger can go on: after it, line `seq` is the last one and everything after it is still
 * in the outbox. Lines were synced before they were marked, so only what stands after the last marked line is in doubt:
 * it is compared with the outbox, marked as far as it is equal, and cut off from there. What the ledger thinks is in the
 * file but is not, is exported again. `file` is the same file, open for appending.
 */
export async function findPlace(manifest: ManifestFile, file: WritableFile): Promise<number> {
  const { ledger, files, runId, path, emit } = manifest;
  const tail = await findTail(files, path, await ledger.exportedSeq(runId));
  const from = await rewound(manifest, tail.known.seq);
  const place = await markEqualLines(manifest, file, { ...tail, known: { ...tail.known, seq: from } });
  const lostBytes = tail.sizeBytes - place.endBytes;
  if (lostBytes === 0) return place.seq;
  await refuseForeignLines(manifest, tail.lastSeq - place.seq);
  emit(warning(`${path}: an unfinished end of ${lostBytes} bytes is cut off and written again`));
  await files.truncate(path, place.endBytes);
  await file.sync();
  return place.seq;
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

async function markEqualLines(
  { ledger, files, runId, path }: ManifestFile,
  file: WritableFile,
  tail: Tail,
): Promise<Place> {
  let place: Place = tail.known;
  while (place.endBytes < tail.sizeBytes) {
    const rows = await ledger.outbox(runId, BATCH_ROWS);
    const lines = linesFor(rows, place.seq).map((line) => Buffer.from(line));
    const found = await files.read(path, { start: place.endBytes, end: place.endBytes + sizeOf(lines) });
    const equal = countEqual(lines, found);
    const last = rows[equal - 1];
    if (!last) return place;
    place = { seq: place.seq + equal, endBytes: place.endBytes + sizeOf(lines.slice(0, equal)) };
    await file.sync();
    await ledger.exported(runId, last.id, place.seq);
  }
  return place;
}

export const linesFor = (rows: readonly OutboxRow[], afterSeq: number): readonly string[] =>
  rows.map(({ json }, index) => manifestLine(json, afterSeq + index + 1));

const sizeOf = (lines: readonly Uint8Array[]): number => lines.reduce((sum, { length }) => sum + length, 0);

function countEqual(lines: readonly Uint8Array[], found: Uint8Array): number {
  let at = 0;
  let equal = 0;
  for (const line of lines) {
    if (Buffer.compare(line, found.subarray(at, at + line.length)) !== 0) break;
    at += line.length;
    equal++;
  }
  return equal;
}

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
