/**
 * How well other papers are told from the right one: generated papers set as real PDFs and read by the real reader, and
 * the PDFs of other projects where they are at hand. Prints the shares by kind, the curve over thresholds and times.
 * `node bench/identity-curve.ts [WORKS] [SEED]` prints JSON.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wireReader } from '../src/app/wire-reader.ts';
import type { DocumentReader, PdfFacts } from '../src/core/document-reader.ts';
import type { WorkId } from '../src/core/identifiers.ts';
import type { Identity, IdentityVerdict } from '../src/core/identity.ts';
import type { Work } from '../src/core/work.ts';
import { factsOfPdf } from '../src/download/identity/document-facts.ts';
import { identify } from '../src/download/identity/identify.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { hardPairs, type LabelledPair, labelledPairs } from '../test/download/identity/labelled-pairs.ts';
import { sampleWorks } from '../test/download/identity/sample-works.ts';
import { typeset } from '../test/download/identity/typeset.ts';

const [works = '60', seed = '20'] = process.argv.slice(2);
const CORPUS = resolve('../shared/corpora/pdf');
/** Works of nobody, each held against every real file. */
const STRANGERS = 60;
const MIN_TEXT = 200;

interface Result {
  readonly isRight: boolean;
  readonly kind: string;
  readonly identity: Identity;
}

const never = new AbortController().signal;
const times = { readMs: [] as number[], identifyMs: [] as number[] };

async function factsOf(reader: DocumentReader, path: string): Promise<PdfFacts | undefined> {
  const startedAt = performance.now();
  const reading = await reader.pdf(path, never);
  times.readMs.push(performance.now() - startedAt);
  return reading.kind === 'read' ? reading.facts : undefined;
}

function judge(work: Work, facts: PdfFacts): Identity {
  const startedAt = performance.now();
  const identity = identify(work, factsOfPdf(facts));
  times.identifyMs.push(performance.now() - startedAt);
  return identity;
}

function* pairs(): Generator<LabelledPair> {
  yield* labelledPairs(Number(seed), Number(works));
  yield* hardPairs(Number(seed), Number(works));
}

async function generated(reader: DocumentReader, folder: string): Promise<Result[]> {
  const results: Result[] = [];
  const path = join(folder, 'paper.pdf');
  for (const { isRight, kind, work, sheet } of pairs()) {
    await writeFile(path, typeset(sheet));
    const facts = await factsOf(reader, path);
    if (!facts) throw new Error(`the reader could not open a ${kind}`);
    results.push({ isRight, kind, identity: judge(work, facts) });
  }
  return results;
}

const titled = (title: string): Work => ({ id: `url:${title}` as WorkId, title });

/** The longest of its first lines stands for the title of a file that has none of its own. */
const titleOf = ({ pages, title }: PdfFacts): string | undefined => {
  const lines = (pages[0] ?? '').split('\n').slice(0, 5);
  const longest = lines.toSorted((one, other) => other.length - one.length)[0]?.trim() ?? '';
  return title !== undefined && (pages[0] ?? '').includes(title)
    ? title
    : longest.length > 16
      ? longest
      : undefined;
};

async function real(reader: DocumentReader): Promise<Result[]> {
  if (!existsSync(CORPUS)) return [];
  const rows = (await readFile(join(CORPUS, 'oracle.jsonl'), 'utf8')).trim().split('\n');
  const read: PdfFacts[] = [];
  for (const row of rows) {
    const facts = await factsOf(reader, join(CORPUS, (JSON.parse(row) as { file: string }).file));
    if (facts && facts.pages.join('').length >= MIN_TEXT) read.push(facts);
  }
  const own = read.flatMap((facts) => titleOf(facts) ?? []);
  const strangers = sampleWorks(Number(seed), STRANGERS);
  return read.flatMap((facts) => {
    const title = titleOf(facts);
    const others = [...new Set(own)].filter((one) => !facts.pages.join(' ').includes(one)).map(titled);
    return [
      ...(title === undefined
        ? []
        : [{ isRight: true, kind: 'real', identity: judge(titled(title), facts) }]),
      ...[...others, ...strangers].map((work) => ({
        isRight: false,
        kind: 'real',
        identity: judge(work, facts),
      })),
    ];
  });
}

const share = (part: number, whole: number): number => Math.round((part / whole) * 1e5) / 1e5;

function table(results: readonly Result[]): Record<string, Record<IdentityVerdict, number>> {
  const rows: Record<string, Record<IdentityVerdict, number>> = {};
  for (const { isRight, kind, identity } of results) {
    const row = (rows[`${isRight ? 'right' : 'wrong'}:${kind}`] ??= { proven: 0, unsure: 0, wrong: 0 });
    row[identity.verdict]++;
  }
  return rows;
}

/** At each threshold: wrong papers whose score is above it, right ones whose score is below. */
function curve(results: readonly Result[]): readonly object[] {
  const scores = (isRight: boolean) =>
    results.filter((one) => one.isRight === isRight).map((one) => one.identity.score);
  const [right, wrong] = [scores(true), scores(false)];
  return [0.01, 0.05, 0.1, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.92, 0.95, 0.98, 0.99].map(
    (at) => ({
      score: at,
      wrongAtOrAbove: share(wrong.filter((one) => one >= at).length, wrong.length),
      rightAtOrBelow: share(right.filter((one) => one <= at).length, right.length),
    }),
  );
}

function quantiles(values: readonly number[]): object {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99) };
}

const folder = await mkdtemp(join(tmpdir(), 'identity-curve-'));
try {
  await using reader = wireReader(systemClock());
  const results = [...(await generated(reader, folder)), ...(await real(reader))];
  const isByDoi = ({ kind }: Result): boolean => kind.startsWith('doi:');
  const right = results.filter((one) => one.isRight && !isByDoi(one));
  const rightByDoi = results.filter((one) => one.isRight && isByDoi(one));
  const wrong = results.filter(({ isRight }) => !isRight);
  const count = (list: readonly Result[], verdict: IdentityVerdict) =>
    list.filter(({ identity }) => identity.verdict === verdict).length;
  const summary = {
    pairs: { right: right.length, rightByDoiAlone: rightByDoi.length, wrong: wrong.length },
    wrongAccepted: share(count(wrong, 'proven'), wrong.length),
    wrongUnsure: share(count(wrong, 'unsure'), wrong.length),
    rightQuarantined: share(count(right, 'wrong'), right.length),
    rightUnsure: share(count(right, 'unsure'), right.length),
    rightByDoiAloneQuarantined: share(count(rightByDoi, 'wrong'), rightByDoi.length),
    rightByDoiAloneUnsure: share(count(rightByDoi, 'unsure'), rightByDoi.length),
    readMs: quantiles(times.readMs),
    identifyMs: quantiles(times.identifyMs),
    byKind: table(results),
    curve: curve(results),
  };
  console.log(JSON.stringify(summary, undefined, 2));
} finally {
  await rm(folder, { recursive: true, force: true });
}
