/**
 * What becomes of odd and of damaged PDFs: the real files of `../shared/corpora/pdf` that Poppler opens, then good ones broken
 * without loss (to be kept) and with loss (to be refused). Two halves are told apart by the hash of the name; the rules were
 * written with a look at both, so that neither is unseen. `node bench/pdf-kept.ts [FILES]` prints JSON; FILES is how many good files are broken.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sniff } from '../src/download/sniff.ts';
import { BENIGN, HARMFUL } from '../test/download/break-pdf.ts';
import { type CorpusPdf, corpusPdfs, hasCorpora } from '../test/download/corpora.ts';
import { keptPdf } from '../test/download/kept-pdf.ts';

const FILES = Number(process.argv[2] ?? 400);
const TARGET = 0.995;

const folder = await mkdtemp(join(tmpdir(), 'pdf-kept-'));
const path = join(folder, 'one.pdf');
/** What Poppler shows of it, every page. */
async function shown(bytes: Buffer): Promise<string | undefined> {
  await writeFile(path, bytes);
  const limits = { maxBuffer: 1 << 28, encoding: 'latin1', timeout: 20_000 } as const;
  const text = await promisify(execFile)('pdftotext', ['-q', path, '-'], limits).catch(() => undefined);
  return text?.stdout;
}

const isHalfB = ({ file }: CorpusPdf): boolean =>
  (createHash('sha1').update(file).digest()[0] ?? 0) % 2 === 1;
const share = (part: number, whole: number): number => Math.round((part / Math.max(1, whole)) * 1e5) / 1e5;

interface Tally {
  of: number;
  right: number;
  readonly wrong: string[];
}
const tallies = new Map<string, Tally>();
function count(name: string, file: string, isRight: boolean): void {
  const tally = tallies.get(name) ?? { of: 0, right: 0, wrong: [] };
  tallies.set(name, tally);
  tally.of++;
  if (isRight) tally.right++;
  else tally.wrong.push(file);
}
const half = (one: CorpusPdf): string => (isHalfB(one) ? 'half b' : 'half a');

if (!hasCorpora) throw new Error('../shared/corpora/pdf is not here');
const opened = corpusPdfs().filter(({ pdfinfo_rc }) => pdfinfo_rc === 0);
for (const one of opened) {
  const kept = await keptPdf(one.bytes());
  const needsPassword = one.encrypted !== null && !kept && sniff(one.bytes()) === 'pdf';
  count(`real, ${half(one)}`, one.file, kept || (needsPassword && one.encrypted !== 'no'));
}

const good: CorpusPdf[] = [];
for (const one of opened)
  if (good.length < FILES && one.qpdf_rc === 0 && one.encrypted === 'no') good.push(one);
for (const [index, one] of good.entries()) {
  const bytes = one.bytes();
  const text = await shown(bytes);
  if (text === undefined || text.trim() === '' || !(await keptPdf(bytes))) continue;
  const other = good[(index + 1) % good.length]?.bytes() ?? bytes;
  for (const [name, damage] of Object.entries(BENIGN)) {
    const broken = damage(bytes);
    // Where a reader shows less than before, the damage was none of those meant.
    if (!broken || (await shown(broken)) !== text) continue;
    count(`benign, ${half(one)}: ${name}`, one.file, await keptPdf(broken));
  }
  for (const [name, damage] of Object.entries(HARMFUL)) {
    const broken = damage(bytes, other);
    if (broken) count(`harmful, ${half(one)}: ${name}`, one.file, !(await keptPdf(broken)));
  }
}
await rm(folder, { recursive: true });

const rows = [...tallies].map(([name, { of, right, wrong }]) => ({
  name,
  of,
  right,
  share: share(right, of),
  wrong: wrong.slice(0, 5),
}));
const inAll = (start: string) => {
  const those = rows.filter(({ name }) => name.startsWith(start));
  const of = those.reduce((sum, row) => sum + row.of, 0);
  const right = those.reduce((sum, row) => sum + row.right, 0);
  return { of, right, share: share(right, of) };
};
const real = inAll('real');
const summary = { real, benign: inAll('benign'), harmful: inAll('harmful') };
console.log(
  JSON.stringify({ name: 'pdf-kept', ...summary, target: TARGET, met: real.share >= TARGET, rows }, null, 2),
);
