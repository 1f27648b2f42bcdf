/**
 * Documents that are easily taken for the paper, and papers that are easily taken for something else: over a hundred kinds
 * made apart from the rules, set as real PDFs and looked at as the program does. Each pair twice: with everything known of
 * the work, and by its DOI alone. Rules are tuned on one half of the kinds. `node bench/hard-pairs.ts [EACH] [SEED]
 * [all|tuned|aside]` prints JSON.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wireReader } from '../src/app/wire-reader.ts';
import type { Work } from '../src/core/work.ts';
import { examine } from '../src/download/identity/examine.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { type HardPair, hardPairs } from '../test/corpora-made/hard-pairs/index.ts';
import { typeset } from '../test/download/identity/typeset.ts';

const [each = '20', seed = '7', part = 'all'] = process.argv.slice(2);
const isAside = ({ kind }: HardPair): boolean => createHash('sha1').update(kind).digest()[0]! % 2 === 1;

type End = 'proven' | 'unsure' | 'wrong';
type Row = Record<End, number>;
type Settings = Parameters<typeof examine>[0]['settings'];

const folder = await mkdtemp(join(tmpdir(), 'hard-pairs-'));
const path = join(folder, 'document.pdf');
const settings = { verifyIdentity: 'quarantine', verifyPdf: true } as unknown as Settings;
const share = (part: number, whole: number): number => Math.round((part / Math.max(1, whole)) * 1e4) / 1e4;

async function endOf(reader: ReturnType<typeof wireReader>, work: Work): Promise<End> {
  const bytes = await readFile(path);
  const staged = {
    path,
    read: async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end),
  };
  const { identity, problem } = await examine(
    { reader, settings },
    {
      work,
      staged,
      sizeBytes: bytes.length,
      format: 'pdf',
      signal: new AbortController().signal,
    },
  );
  return problem ? 'wrong' : (identity?.verdict ?? 'unsure');
}

function count(rows: Map<string, Row>, { kind, isRight }: HardPair, end: End): void {
  const key = `${isRight ? 'right' : 'wrong'}:${kind}`;
  const row = rows.get(key) ?? { proven: 0, unsure: 0, wrong: 0 };
  row[end] += 1;
  rows.set(key, row);
}

function summary(rows: Map<string, Row>) {
  const sum = (side: 'right' | 'wrong') =>
    [...rows]
      .filter(([key]) => key.startsWith(`${side}:`))
      .reduce(
        (all, [, row]) => ({
          proven: all.proven + row.proven,
          unsure: all.unsure + row.unsure,
          wrong: all.wrong + row.wrong,
        }),
        { proven: 0, unsure: 0, wrong: 0 },
      );
  const [right, wrong] = [sum('right'), sum('wrong')];
  const all = ({ proven, unsure, wrong: refused }: Row) => proven + unsure + refused;
  return {
    right: all(right),
    wrong: all(wrong),
    wrongProven: share(wrong.proven, all(wrong)),
    wrongUnsure: share(wrong.unsure, all(wrong)),
    rightRefused: share(right.wrong, all(right)),
    rightUnsure: share(right.unsure, all(right)),
    kindsAtFault: Object.fromEntries(
      [...rows].filter(
        ([key, row]) => (key.startsWith('right:') ? row.wrong + row.unsure : row.proven + row.unsure) > 0,
      ),
    ),
  };
}

try {
  await using reader = wireReader(systemClock());
  const full = new Map<string, Row>();
  const byDoi = new Map<string, Row>();
  for (const pair of hardPairs(Number(seed), Number(each))) {
    if (part !== 'all' && (part === 'aside') !== isAside(pair)) continue;
    await writeFile(path, typeset(pair.sheet));
    count(full, pair, await endOf(reader, pair.work));
    const { id, doi } = pair.work;
    if (pair.showsDoi && doi !== undefined) count(byDoi, pair, await endOf(reader, { id, doi }));
  }
  const [everythingKnown, doiAlone] = [summary(full), summary(byDoi)];
  console.log(JSON.stringify({ everythingKnown, doiAlone }, undefined, 1));
  const { wrongProven, rightRefused, rightUnsure } = everythingKnown;
  const isShort =
    wrongProven > 0.005 || rightRefused > 0.003 || rightUnsure > 0.03 || doiAlone.rightUnsure > 0.15;
  process.exitCode = isShort ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
