/**
 * How many cut files the checks catch: every openable PDF of `../shared/corpora/pdf` that they take for whole, cut
 * at every hundredth of its length. `node bench/pdf-cuts.ts [FILES]` prints JSON.
 */

import { corpusPdfs, hasCorpora } from '../test/download/corpora.ts';
import { keptPdf } from '../test/download/kept-pdf.ts';

const FILES = Number(process.argv[2] ?? 266);
const TARGET = 0.995;

if (!hasCorpora) throw new Error('../shared/corpora/pdf is not here');
let files = 0;
let cuts = 0;
const missed: string[] = [];
for (const one of corpusPdfs()
  .filter(({ isOpenable }) => isOpenable)
  .slice(0, FILES)) {
  const bytes = one.bytes();
  if (!(await keptPdf(bytes))) continue;
  files += 1;
  for (let per = 1; per < 100; per++) {
    cuts += 1;
    const length = Math.floor((bytes.length * per) / 100);
    if (await keptPdf(bytes.subarray(0, length))) missed.push(`${one.file} at ${per} %`);
  }
}
const caught = (cuts - missed.length) / cuts;
console.log(
  JSON.stringify(
    { name: 'pdf-cuts', files, cuts, caught, target: TARGET, met: caught >= TARGET, missed },
    null,
    2,
  ),
);
if (caught < TARGET) process.exitCode = 1;
