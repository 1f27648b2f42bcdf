/**
 * Text out of pages, by the method of the article-extraction-benchmark: tokens `\w+`, multisets of 4-grams, precision and
 * recall per page, their means, F1 of the means. `node bench/html-text.ts` prints JSON with the times per page.
 */
import { articleText } from '../src/download/html-text/article-text.ts';
import { benchmarkPages, meanScore, scoreText } from '../test/download/html-text/benchmark.ts';

const times: number[] = [];
const scores = benchmarkPages().map(({ html, expected }) => {
  const startedAt = performance.now();
  const text = articleText(html) ?? '';
  times.push(performance.now() - startedAt);
  return scoreText(expected, text);
});
times.sort((one, other) => one - other);
const ms = (part: number): number => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
console.log(
  JSON.stringify(
    { pages: scores.length, ...meanScore(scores), p50Ms: ms(0.5), p99Ms: ms(0.99) },
    undefined,
    2,
  ),
);
