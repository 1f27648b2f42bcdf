import { join } from 'node:path';
import type { Files } from '../core/files.ts';
import { lineNumberOf } from '../core/input-line.ts';
import type { Ledger } from '../ledger/queue.ts';
import { fillAtomically } from '../platform/atomic-file.ts';

/** Lines per read of the ledger and per write. */
const BATCH = 512;

const FILES = { rejected: 'rejects.jsonl', duplicate: 'duplicates.jsonl' } as const;

interface OfRun {
  readonly ledger: Pick<Ledger, 'inputLines'>;
  readonly runId: string;
}

/**
 * Writes `rejects.jsonl` and `duplicates.jsonl` into the run's folder: one object for each line of the input that names no
 * work, or one that another line accounts for, page by page as they were read. The ledger has them, each committed with
 * its page; a file is made anew from it and replaced as a whole, so that a stop and a resume neither lose nor double a
 * line. A run without such lines has no such file.
 */
export async function writeInputLines(files: Files, folder: string, run: OfRun): Promise<void> {
  await writeKind(files, folder, { ...run, kind: 'rejected' });
  await writeKind(files, folder, { ...run, kind: 'duplicate' });
}

async function writeKind(
  files: Files,
  folder: string,
  { ledger, runId, kind }: OfRun & { readonly kind: keyof typeof FILES },
): Promise<void> {
  if ((await ledger.inputLines({ runId, kind, after: 0, limit: 1 })).length === 0) return;
  await fillAtomically(files, join(folder, FILES[kind]), async (file) => {
    for (let after = 0; ; ) {
      const rows = await ledger.inputLines({ runId, kind, after, limit: BATCH });
      const last = rows.at(-1);
      if (!last) return;
      const lines = rows.map(({ where, text, problem, workId }) => {
        const line = { line: lineNumberOf(where), where, input: text };
        return `${JSON.stringify({ ...line, ...(workId !== null && { work: workId }), reason: problem })}\n`;
      });
      await file.write(Buffer.from(lines.join('')));
      after = last.id;
    }
  });
}
