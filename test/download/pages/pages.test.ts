import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hasCorpora, shared } from '../corpora.ts';
import { BY_DOI, FULL_TEXTS } from './full-texts.ts';
import { asWork, outcomeOf } from './judge-pages.ts';
import { OTHERS } from './others.ts';
import { AUTHORS, byline, DOI, OTHER_TITLE, p, page, referenceItems, TITLE } from './text.ts';

const KNOWN = asWork({ title: TITLE, doi: DOI, authors: AUTHORS, year: 2021 });
const BY_TITLE = asWork({ title: TITLE });
const ANOTHER = asWork({ title: OTHER_TITLE, doi: '10.5555/alloys.1', authors: ['John Smith'], year: 2018 });
const ANOTHER_BY_TITLE = asWork({ title: OTHER_TITLE });

describe.each(Object.entries(FULL_TEXTS))('the text at %s', (_, build) => {
  test('is kept, and refused to any other work', () => {
    const html = build();
    expect(outcomeOf(html, KNOWN)).toBe('kept');
    for (const work of [ANOTHER, ANOTHER_BY_TITLE, asWork({ doi: '10.5555/alloys.1' })])
      expect(['wrong-paper', 'not-this-work']).toContain(outcomeOf(html, work));
  });
});

test.each(Object.entries(BY_DOI))(
  'by DOI alone, the text at %s is kept for that DOI only',
  (_, [doi, build]) => {
    expect(outcomeOf(build(), asWork({ doi }))).toBe('kept');
    expect(outcomeOf(build(), asWork({ doi: `${doi}9` }))).not.toBe('kept');
    expect(outcomeOf(build(), asWork({ doi: '10.5555/alloys.1' }))).not.toBe('kept');
  },
);

test.each(Object.entries(OTHERS))('%s is not the text', (_, build) => {
  const html = build();
  for (const work of [KNOWN, BY_TITLE, asWork({ doi: DOI }), asWork({ title: TITLE, authors: AUTHORS })])
    expect(outcomeOf(html, work)).not.toBe('kept');
});

interface Label {
  readonly file: string;
  readonly full_text: boolean;
  readonly title: string;
}

describe.skipIf(!hasCorpora)('recorded pages of publishers', () => {
  const folder = 'corpora/publisher-pages';
  const labels = hasCorpora
    ? shared(`${folder}/labels.jsonl`)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Label)
    : [];
  const pages = labels.map((label) => ({ ...label, html: gunzipSync(shared(`${folder}/${label.file}`)) }));
  const kept = (html: Uint8Array, title: string) => outcomeOf(html, asWork({ title })) === 'kept';

  test('no page is kept that is not a full text, and at least 95 of 100 that are', () => {
    const wrong = pages.filter((one) => !one.full_text && kept(one.html, one.title));
    expect(wrong.map(({ file }) => file)).toEqual([]);
    const texts = pages.filter((one) => one.full_text);
    const lost = texts.filter((one) => !kept(one.html, one.title)).map(({ file }) => file);
    expect(texts.length).toBeGreaterThan(15);
    expect(lost.length / texts.length, lost.join()).toBeLessThanOrEqual(0.05);
  });

  test('none is kept as another work', () => {
    const confused = pages.flatMap((one, at) => {
      const others = [1, 7, 13].map((step) => pages[(at + step) % pages.length]);
      return others
        .filter((other) => other && other.title !== one.title && kept(one.html, other.title))
        .map((other) => `${one.file} as ${other?.file}`);
    });
    expect(confused).toEqual([]);
  });

  test('no page of a newspaper or blog is kept for a work known by its address only', () => {
    const root = 'corpora/article-extraction-benchmark/html';
    const names = readdirSync(resolve('../shared', root)).filter((name) => name.endsWith('.html.gz'));
    expect(names.length).toBeGreaterThan(50);
    const nameless = asWork({});
    const taken = names.filter(
      (name) => outcomeOf(gunzipSync(shared(`${root}/${name}`)), nameless) === 'kept',
    );
    expect(taken).toEqual([]);
  });
});

test('a page whose DOI is the work’s and whose title and year are another’s is not kept', () => {
  const mixed = { doi: DOI, title: OTHER_TITLE, authors: AUTHORS };
  expect(outcomeOf(FULL_TEXTS['plos']?.() ?? '', asWork({ ...mixed, year: 1987 }))).toBe('not-this-work');
  expect(outcomeOf(FULL_TEXTS['plos']?.() ?? '', asWork(mixed))).toBe('kept');
});

test('a page without a DOI whose title differs by one word is another study by the same people', () => {
  const tagged = (title: string) =>
    page(
      `<meta name="citation_title" content="${title}">${AUTHORS.map((name) => `<meta name="citation_author" content="${name}">`).join('')}`,
      `<main><h1>${title}</h1><p>${byline}</p><h2>Introduction</h2>${p(900)}<h2>Results</h2>${p(700)}<h2>References</h2><ol>${referenceItems(20)}</ol></main>`,
      title,
    );
  const wanted = asWork({ title: 'Long-term effects of caffeine on sleep in adult rats', authors: AUTHORS });
  expect(outcomeOf(tagged('Long-term effects of caffeine on sleep in adult rats'), wanted)).toBe('kept');
  expect(outcomeOf(tagged('Long-term effects of caffeine on sleep in adult mice'), wanted)).not.toBe('kept');
});
