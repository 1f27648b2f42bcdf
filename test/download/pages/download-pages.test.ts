import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/loopback.ts';
import { bench } from '../setup.ts';
import { FULL_TEXTS } from './full-texts.ts';
import { asWork } from './judge-pages.ts';
import { OTHERS } from './others.ts';
import { AUTHORS, citationTags, DOI, OTHER_TITLE, p, page, TITLE } from './text.ts';

const serve =
  (body: string): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

const WORK = asWork({ title: TITLE, doi: DOI, authors: AUTHORS, year: 2021 });
const built = (from: Readonly<Record<string, () => string>>, name: string): string => {
  const build = from[name];
  if (!build) throw new Error(`no page ${name}`);
  return build();
};

async function downloaded(
  html: string,
  work = WORK,
  verifyIdentity: 'off' | 'warn' | 'quarantine' = 'quarantine',
) {
  await using one = await bench(serve(html), { verifyIdentity });
  const result = await one.downloader.download(one.job({ expected: 'html' }, { work }));
  return { result, files: await one.files(), note: one.notes.at(-1) };
}

describe('a page that is not the work', () => {
  test.each([
    ['privacy policy', 'unexpected-ct'],
    ['issue contents', 'unexpected-ct'],
    ['issue contents, titles not linked', 'unexpected-ct'],
    ['sciencedirect preview', 'preview-stub'],
    ['preview whose offer stands beyond 64 KiB', 'preview-stub'],
    ['nature paywall with extended data', 'preview-stub'],
    ['another article without tags', 'unexpected-ct'],
    ['researchgate with citing papers', 'unexpected-ct'],
  ])('%s is refused as %s, and nothing is stored', async (name, reason) => {
    const { result, files } = await downloaded(built(OTHERS, name));
    expect(result).toMatchObject({ kind: 'refused', reason });
    expect(files).toEqual([]);
  });

  test('but demonstrably another article is set aside as such', async () => {
    const { result, files } = await downloaded(built(OTHERS, 'another article'));
    expect(result).toMatchObject({ kind: 'refused', reason: 'wrong-paper' });
    expect(files).toEqual([expect.stringMatching(/^quarantine\/.*\.html$/)]);
  });

  test('a page that breaks off is truncated, although its length is the one announced', async () => {
    const whole = built(FULL_TEXTS, 'plos');
    const { result, files } = await downloaded(whole.slice(0, whole.length * 0.7));
    expect(result).toMatchObject({ kind: 'refused', reason: 'truncated' });
    expect(files).toEqual([]);
  });

  test('says in its note what was missing', async () => {
    const { note } = await downloaded(built(OTHERS, 'another article without tags'));
    expect(note).toMatchObject({ extra: { why: 'nothing says that the page is this work' } });
  });
});

describe('a page that is the work', () => {
  test.each(['mdpi, paragraphs in divs', 'asp.net, one form', 'chinese journal', 'd-lib'])(
    '%s is stored as proven',
    async (name) => {
      const { result } = await downloaded(built(FULL_TEXTS, name));
      expect(result).toMatchObject({
        kind: 'stored',
        artifact: { format: 'html', identity: { verdict: 'proven' } },
      });
    },
  );

  test('is found by its DOI alone', async () => {
    const html = built(FULL_TEXTS, 'mdpi, paragraphs in divs');
    expect((await downloaded(html, asWork({ doi: DOI }))).result).toMatchObject({ kind: 'stored' });
    expect((await downloaded(html, asWork({ doi: '10.5555/other' }))).result).toMatchObject({
      reason: 'wrong-paper',
    });
    const untagged = built(FULL_TEXTS, 'breaks only');
    expect((await downloaded(untagged, asWork({ doi: DOI }))).result).toMatchObject({
      reason: 'unexpected-ct',
    });
  });

  test('known by its address only, is kept as unsure where it says which article it is', async () => {
    const nameless = asWork({ url: 'https://journal.test/x' });
    expect((await downloaded(built(FULL_TEXTS, 'plos'), nameless)).result).toMatchObject({
      kind: 'held',
      file: { artifact: { identity: { verdict: 'unsure' } } },
    });
    expect((await downloaded(built(FULL_TEXTS, 'breaks only'), nameless)).result).toMatchObject({
      reason: 'unexpected-ct',
    });
  });

  test('is not compared where that is switched off, and only noted where a warning is enough', async () => {
    const other = built(OTHERS, 'another article');
    expect((await downloaded(other, WORK, 'off')).result).toMatchObject({ kind: 'stored' });
    expect((await downloaded(other, WORK, 'warn')).result).toMatchObject({
      kind: 'held',
      file: { artifact: { identity: { verdict: 'wrong' } } },
    });
    expect((await downloaded(built(OTHERS, 'terms of use'), WORK, 'off')).result).toMatchObject({
      reason: 'unexpected-ct',
    });
  });
});

describe('in place of a PDF', () => {
  async function inPlaceOfPdf(html: string, more: Parameters<typeof bench>[1] = {}) {
    await using one = await bench(serve(html), { verifyIdentity: 'quarantine', ...more });
    const result = await one.downloader.download(one.job({ expected: 'pdf' }, { work: WORK }));
    return { result, asked: one.web.asked.length, files: await one.files() };
  }
  const text = built(FULL_TEXTS, 'mdpi, paragraphs in divs');

  test('the full text of the work is held as a page, after one request', async () => {
    const { result, asked } = await inPlaceOfPdf(text);
    expect(result).toMatchObject({
      kind: 'held',
      file: { artifact: { format: 'html', classification: 'html', identity: { verdict: 'proven' } } },
      pageHops: [expect.any(String)],
    });
    expect(asked).toBe(1);
  });

  test('a page that names its PDF is still worth reading for it', async () => {
    const tag = '<meta name="citation_pdf_url" content="https://journal.test/x.pdf">';
    const { result } = await inPlaceOfPdf(text.replace('</head>', `${tag}</head>`));
    expect(result).toMatchObject({ kind: 'held' });
    expect(result).not.toHaveProperty('pageHops');
  });

  test.each(['another article', 'another article without tags', 'sciencedirect preview', 'privacy policy'])(
    '%s is html-disguised, and nothing is stored',
    async (name) => {
      const { result, files } = await inPlaceOfPdf(built(OTHERS, name));
      expect(result).toMatchObject({ kind: 'refused', reason: 'html-disguised' });
      expect(files).toEqual([]);
    },
  );

  test.each([
    ['HTML is not wanted', { formats: ['pdf', 'xml'] }],
    ['nobody looks whose it is', { verifyIdentity: 'off' }],
  ] as const)('so is the full text where %s', async (_, more) => {
    const { result, files } = await inPlaceOfPdf(text, more);
    expect(result).toMatchObject({ kind: 'refused', reason: 'html-disguised' });
    expect(files).toEqual([]);
  });
});

describe('titles', () => {
  const sections = `<h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>References</h2>${p(100)}`;
  const tagged = (title: string, more = ''): string =>
    page(`<meta name="citation_title" content="${title}">${more}`, `<h1>${title}</h1>${sections}`, title);
  const verdict = async (asked: string, title: string, more = ''): Promise<unknown> => {
    const { result } = await downloaded(tagged(title, more), asWork({ title: asked }));
    return result.kind === 'stored' ? 'kept' : 'refused';
  };

  test.each([
    ['Rivaling the world', "Rivaling the world's smallest reptiles", 'kept'],
    ['Discharge of alpine rivers in winter', 'Discharge of alpine rivers in winter: a study', 'kept'],
    ['Discharge of alpine rivers in winter: a study', 'Discharge of alpine rivers in winter', 'kept'],
    ['Cancer statistics for the country, 2020', 'Cancer statistics for the country, 2021', 'refused'],
    ['Rivers of the far north. Part I', 'Rivers of the far north. Part II', 'refused'],
    ['Rivers of the far north', 'Rivers of the far north. Part II', 'refused'],
    ['Editorial', 'Editorial', 'refused'],
    [TITLE, OTHER_TITLE, 'refused'],
    [TITLE, `Erratum to: ${TITLE}`, 'refused'],
  ])('"%s" asked for, "%s" met: %s', async (asked, title, expected) => {
    expect(await verdict(asked, title)).toBe(expected);
  });

  test('the same title by other authors, or with another DOI, is not the work', async () => {
    const other = '<meta name="citation_author" content="Nobody Known">';
    const { result } = await downloaded(tagged(TITLE, other), asWork({ title: TITLE, authors: AUTHORS }));
    expect(result).toMatchObject({ reason: 'unexpected-ct' });
    const html = page(citationTags(TITLE, '10.5555/elsewhere'), `<h1>${TITLE}</h1>${sections}`);
    expect((await downloaded(html)).result).toMatchObject({ kind: 'refused' });
  });
});
