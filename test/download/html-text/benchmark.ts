import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readShared, sharedPath } from '../../support/shared-data.ts';

const FOLDER = 'corpora/article-extraction-benchmark';
const GRAM = 4;

export interface BenchmarkPage {
  readonly html: string;
  readonly expected: string;
}

/** The pages of the benchmark with the text people found in them. */
export function benchmarkPages(): readonly BenchmarkPage[] {
  const truth = JSON.parse(readShared(`${FOLDER}/ground-truth.json`)) as Record<
    string,
    { articleBody: string }
  >;
  return Object.entries(truth).map(([id, { articleBody }]) => ({
    html: gunzipSync(readFileSync(sharedPath(`${FOLDER}/html/${id}.html.gz`))).toString(),
    expected: articleBody,
  }));
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; at < Math.max(1, tokens.length - GRAM + 1); at++) {
    const shingle = tokens.slice(at, at + GRAM).join('\u0001');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

export interface Score {
  readonly precision: number;
  readonly recall: number;
}

/** As the benchmark scores one page. */
export function scoreText(expected: string, found: string): Score {
  const [wanted, got] = [shingles(expected), shingles(found)];
  let shared = 0;
  let [extra, missing] = [0, 0];
  for (const shingle of new Set([...wanted.keys(), ...got.keys()])) {
    const [want, have] = [wanted.get(shingle) ?? 0, got.get(shingle) ?? 0];
    shared += Math.min(want, have);
    extra += Math.max(0, have - want);
    missing += Math.max(0, want - have);
  }
  if (extra === 0 && missing === 0) return { precision: 1, recall: 1 };
  return {
    precision: shared + extra === 0 ? 0 : shared / (shared + extra),
    recall: shared + missing === 0 ? 0 : shared / (shared + missing),
  };
}

export function meanScore(scores: readonly Score[]): Score & { readonly f1: number } {
  const mean = (pick: (score: Score) => number) =>
    scores.reduce((sum, score) => sum + pick(score), 0) / scores.length;
  const [precision, recall] = [mean((one) => one.precision), mean((one) => one.recall)];
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  return {
    precision: rounded(precision),
    recall: rounded(recall),
    f1: rounded((2 * precision * recall) / (precision + recall)),
  };
}
