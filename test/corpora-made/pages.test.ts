import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { MADE_PAGES, type MadePage } from './pages/index.ts';

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const visible = (page: MadePage): string => {
  const { document } = parseHTML(page.html);
  for (const hidden of document.querySelectorAll('script, style')) hidden.remove();
  return document.documentElement.textContent ?? '';
};

const full = (): MadePage[] => MADE_PAGES.filter((page) => page.isFullText);
const names = (pages: readonly MadePage[]): string[] => pages.map((page) => page.name);

/** Words; a character counts as half a word where words have no spaces between them. */
const length = (text: string): number => {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return text.split(/\s+/).length + dense / 2;
};

test('the set is large and broad enough', () => {
  expect(MADE_PAGES.length).toBeGreaterThanOrEqual(160);
  expect(full().length).toBeGreaterThanOrEqual(70);
  expect(new Set(full().map((page) => page.platform)).size).toBeGreaterThanOrEqual(28);
  expect(MADE_PAGES.length - full().length).toBeGreaterThanOrEqual(90);
  expect(MADE_PAGES.filter((page) => typeof page.pdf === 'string').length).toBeGreaterThanOrEqual(60);
  const tempting = MADE_PAGES.filter((page) => page.pdf === null && /href="[^"]*pdf/i.test(page.html));
  expect(tempting.length).toBeGreaterThanOrEqual(40);
});

test('challenges, logins and missing pages speak at least eight languages', () => {
  for (const wall of ['challenge-page', 'login-page', 'soft-404']) {
    const pages = MADE_PAGES.filter((page) => page.wall === wall);
    const langs = new Set(pages.map((page) => /<html[^>]*\slang="([a-z]{2})/.exec(page.html)?.[1] ?? ''));
    expect(langs.size, wall).toBeGreaterThanOrEqual(8);
  }
});

test('names are unique, addresses absolute, and no full text is a wall', () => {
  expect(new Set(names(MADE_PAGES)).size).toBe(MADE_PAGES.length);
  for (const page of MADE_PAGES) {
    expect(() => new URL(page.url), page.name).not.toThrow();
    if (typeof page.pdf === 'string') expect(new URL(page.pdf).href, page.name).toBe(page.pdf);
  }
  expect(names(full().filter((page) => page.wall !== undefined))).toEqual([]);
});

test('no mark of the generator is left in a page', () => {
  const marked = MADE_PAGES.filter((page) => /⟦|⟧|\bundefined\b|\[object Object\]|\$\{/.test(page.html));
  expect(names(marked)).toEqual([]);
});

test('a full text shows its title, an author and a body of the length of an article', () => {
  for (const page of full()) {
    const text = visible(page);
    expect(letters(text), page.name).toContain(letters(page.work.title));
    const family = page.work.authors[0]?.split(' ').at(-1) ?? '';
    expect(letters(page.html), page.name).toContain(letters(family));
    expect(length(text), page.name).toBeGreaterThan(850);
  }
});

test('the PDF of a work is reachable from its page', () => {
  const lost = MADE_PAGES.filter((page) => {
    if (typeof page.pdf !== 'string') return false;
    const { document } = parseHTML(page.html);
    const found: string[] = [];
    for (const element of document.querySelectorAll('meta, a, iframe, embed, object, frame')) {
      for (const name of ['content', 'href', 'src', 'data']) {
        const value = element.getAttribute(name);
        if (value && URL.canParse(value, page.url))
          found.push(new URL(value, page.url).href.split('#')[0] ?? '');
      }
    }
    return !found.includes(page.pdf);
  });
  expect(names(lost)).toEqual([]);
});

test('the page of another article does not hold the wanted title', () => {
  const others = MADE_PAGES.filter((page) => page.kind === 'other-article');
  expect(others.length).toBeGreaterThanOrEqual(5);
  expect(names(others.filter((page) => letters(page.html).includes(letters(page.work.title))))).toEqual([]);
});

test('every page is the same each time it is built', async () => {
  const again = await import('./pages/platforms/elsevier.ts');
  const first = again.elsevierPages().map((page) => page.html);
  expect(again.elsevierPages().map((page) => page.html)).toEqual(first);
});
