import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hasCorpora, shared } from '../corpora.ts';
import { FULL_TEXTS } from './full-texts.ts';
import { asWork, outcomeOf } from './judge-pages.ts';
import { AUTHORS, byline, citationTags, DOI, p, page, paragraphs, referenceItems, TITLE } from './text.ts';

const KNOWN = asWork({ title: TITLE, doi: DOI, authors: AUTHORS, year: 2021 });
const SHARES = [0.35, 0.5, 0.65, 0.8, 0.95, 0.99];
const cut = (bytes: Uint8Array, share: number): Uint8Array =>
  bytes.subarray(0, Math.floor(bytes.length * share));

test.each(Object.entries(FULL_TEXTS).filter(([, build]) => /<html|<body/i.test(build())))(
  'the text at %s is not kept where it breaks off',
  (_, build) => {
    const whole = Buffer.from(build());
    for (const share of SHARES) expect(outcomeOf(cut(whole, share), KNOWN), `${share}`).not.toBe('kept');
  },
);

const long = (more: string): string =>
  page(
    citationTags(),
    `<main><h1>${TITLE}</h1><p>${byline}</p><section><h2>Introduction</h2>${p(700)}</section><section><h2>Results</h2>${p(900)}</section>${more}<h2>References</h2><ol>${referenceItems(30)}</ol></main>`,
  );

test('a page of which the end is missing is told apart from a page that is no text', () => {
  const whole = Buffer.from(long(''));
  expect(outcomeOf(whole, KNOWN)).toBe('kept');
  expect(outcomeOf(cut(whole, 0.8), KNOWN)).toBe('truncated');
  expect(outcomeOf(cut(whole, 0.1), KNOWN)).toBe('landing');
});

test('a page that is longer than what is parsed of it is read to its end for its end tag', () => {
  const whole = Buffer.from(long(`<section><h2>Tables</h2>${p(400_000)}</section>`));
  expect(whole.length).toBeGreaterThan(2.3 * 1024 * 1024);
  const inPieces = (bytes: Uint8Array) => outcomeOf(bytes, KNOWN, 64 * 1024);
  expect(inPieces(whole)).toBe('kept');
  expect(inPieces(cut(whole, 0.95))).toBe('truncated');
});

test('a page whose author leaves out end tags where HTML allows it is whole', () => {
  const lines = (words: number) =>
    paragraphs(words)
      .map((text) => `<p>${text}`)
      .join('\n');
  const terse = `<!doctype html><html lang=en><meta charset=utf-8><title>${TITLE}</title>${citationTags()}<body><h1>${TITLE}</h1><p>${byline}<h2>Introduction</h2>${lines(700)}<h2>Results</h2>${lines(900)}<h2>References</h2><ol>${referenceItems(20).replaceAll('</li>', '')}</ol>`;
  expect(outcomeOf(terse, KNOWN)).toBe('kept');
  expect(outcomeOf(terse.replace('<body>', '<body><div>').slice(0, -1200), KNOWN)).toBe('truncated');
});

test('a part of a page that opens neither html nor body cannot be told to be cut', () => {
  const bare = `<title>${TITLE}</title>${citationTags()}<h1>${TITLE}</h1><p>${byline}</p><h2>Introduction</h2>${p(700)}<h2>Results</h2>${p(900)}<h2>References</h2><ol>${referenceItems(20)}</ol>`;
  expect(outcomeOf(bare, KNOWN)).toBe('kept');
});

describe.skipIf(!hasCorpora)('recorded pages of publishers', () => {
  const folder = 'corpora/publisher-pages';
  const texts = hasCorpora
    ? shared(`${folder}/labels.jsonl`)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { file: string; full_text: boolean; title: string })
        .filter((label) => label.full_text)
    : [];

  test.each(texts)('$file is not kept where it breaks off', ({ file, title }) => {
    const whole = gunzipSync(shared(`${folder}/${file}`));
    const ends = SHARES.slice(0, 4).map((share) => outcomeOf(cut(whole, share), asWork({ title })));
    expect(ends).not.toContain('kept');
  });
});
