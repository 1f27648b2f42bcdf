import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentReader, PdfFacts, PdfReading } from '../../../src/core/document-reader.ts';
import type { Doi, WorkId } from '../../../src/core/identifiers.ts';
import type { Answer } from '../../support/loopback.ts';
import { samplePdf } from '../../support/sample-pdf.ts';
import { articlePage } from '../sample-pages.ts';
import { bench } from '../setup.ts';

const PDF = samplePdf('A paper');
const serve =
  (body: string | Uint8Array, type = 'application/pdf'): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

const PROSE = 'The estimate remains stable when rivers and soils are measured together. '.repeat(10);
const facts = (heading: string, more: Partial<PdfFacts> = {}): PdfReading => ({
  kind: 'read',
  facts: { pageCount: 7, pages: [`${heading}\nOmar Haddad\n${PROSE}`], identifiers: [], ...more },
});

/** A reader that has one answer for every document, and remembers what it was shown. */
function readerSaying(reading: PdfReading, text = 'The text.'): DocumentReader & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    async pdf(path) {
      seen.push((await readFile(path)).subarray(0, 5).toString());
      return reading;
    },
    pdfProof: async () => ({ kind: 'unproven', why: 'not asked here' }),
    async article(path) {
      seen.push(path);
      return { kind: 'read', text };
    },
  };
}

const work = {
  id: 'doi:10.1/x' as WorkId,
  title: 'Seasonal discharge of alpine rivers',
  year: 2020,
  authors: ['O. Haddad'],
};
const DOI = '10.1/x' as Doi;
const OTHER = facts('Thermal alloys under very high pressure and heat');
const RIGHT = facts('Seasonal discharge of alpine rivers');
const NAME = 'PDF/2020__seasonal-discharge-of-alpine-rivers__doi_10.1_x.pdf';

describe('a held file, with what is known by now', () => {
  test('is proven by a title that nobody had told', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying(RIGHT) },
    );
    const result = await one.downloader.download(one.job({}, { work: { id: work.id, doi: DOI } }));
    if (result.kind !== 'held') throw new Error(`it is ${result.kind}`);
    expect(await one.downloader.examineHeld(result.file, one.job({}, { work, token: 2 }))).toMatchObject({
      kind: 'held',
      file: { token: 1, artifact: { identity: { verdict: 'proven' } } },
    });
    expect(await one.files()).toEqual([expect.stringMatching(/held\.part$/)]);
  });

  test('as a page is read again from its bytes', async () => {
    const page = articlePage();
    await using one = await bench(serve(page, 'text/html'), {
      verifyIdentity: 'warn',
      formats: ['html'],
    });
    const other = { ...work, title: 'Quite another work about something else', authors: ['Nobody Else'] };
    const result = await one.downloader.download(one.job({ expected: 'html' }, { work: other }));
    if (result.kind !== 'held') throw new Error(`it is ${result.kind}`);
    const same = await one.downloader.examineHeld(result.file, one.job({}, { work: other }));
    expect(same).toEqual({ kind: 'held', file: result.file });
  });
});

describe('another paper', () => {
  test('is set aside under a name of its own, and the plan refused', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      {
        reader: readerSaying(
          facts('Thermal alloys under pressure', {
            pages: [`Thermal alloys under pressure\nNobody\n${PROSE}`],
          }),
        ),
      },
    );
    const result = await one.downloader.download(one.job({}, { work }));
    expect(result).toMatchObject({
      kind: 'refused',
      reason: 'wrong-paper',
      quarantined: { identity: { verdict: 'wrong' }, pageCount: 7 },
    });
    const [path] = await one.files();
    expect(path).toMatch(
      /^quarantine\/2020__seasonal-discharge-of-alpine-rivers__doi_10\.1_x__[0-9a-f]{8}\.pdf$/,
    );
    expect(await readFile(join(one.root, path ?? ''))).toEqual(PDF);
    expect(one.published).toEqual([]);
    expect(one.notes.at(-1)).toMatchObject({
      status: 'download-error',
      reason: 'wrong-paper',
      extra: { quarantined: path, pages: 7, identity: { verdict: 'wrong' } },
    });
  });

  test('has the same name when it comes again', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying({ ...OTHER }) },
    );
    const other = { ...work, authors: ['Lena Bauer', 'Wei Chen'] };
    await one.downloader.download(one.job({}, { work: other }));
    await one.downloader.download(one.job({}, { work: other }));
    expect(await one.files()).toHaveLength(1);
  });

  test('is held, not set aside, where a warning was asked for, and stored when nothing better came', async () => {
    await using one = await bench(serve(PDF), { verifyIdentity: 'warn' }, { reader: readerSaying(OTHER) });
    const result = await one.downloader.download(one.job({}, { work: { ...work, authors: ['Lena Bauer'] } }));
    expect(result).toMatchObject({
      kind: 'held',
      file: { token: 1, artifact: { path: NAME, identity: { verdict: 'wrong' } } },
    });
    expect(await one.files()).toEqual([expect.stringMatching(/^\..*\.1\.[0-9a-f]{16}\.held\.part$/)]);
    if (result.kind !== 'held') return;
    const again = one.job({}, { work, token: 2, heldFiles: [result.file] });
    expect(await one.downloader.download(again)).toEqual({ kind: 'held', file: result.file });
    const stored = await one.downloader.publishHeld(result.file, one.job({}, { work, token: 2 }));
    expect(stored).toMatchObject({ path: NAME, sha256: result.file.artifact.sha256 });
    expect(one.published).toEqual([stored]);
    expect(await one.files()).toEqual([NAME]);
    expect(await one.downloader.publishHeld(result.file, one.job({}, { work, token: 2 }))).toBeUndefined();
  });

  test('that was held by its DOI alone is set aside when the title is known', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying(OTHER) },
    );
    const result = await one.downloader.download(one.job({}, { work: { id: work.id, doi: DOI } }));
    if (result.kind !== 'held') throw new Error(`it is ${result.kind}`);
    const job = one.job({}, { work: { ...work, authors: ['Lena Bauer', 'Wei Chen'] }, token: 2 });
    const again = await one.downloader.examineHeld(result.file, job);
    expect(again).toMatchObject({
      kind: 'refused',
      reason: 'wrong-paper',
      quarantined: { identity: { verdict: 'wrong' }, sha256: result.file.artifact.sha256 },
    });
    expect(await one.files()).toEqual([expect.stringMatching(/^quarantine\/2020__seasonal/)]);
    expect(await one.downloader.examineHeld(result.file, job)).toEqual({
      kind: 'refused',
      reason: 'storage-error',
    });
  });

  test('is not set aside by a lease that was lost', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying(OTHER) },
    );
    const result = await one.downloader.download(one.job({}, { work: { id: work.id, doi: DOI } }));
    if (result.kind !== 'held') throw new Error(`it is ${result.kind}`);
    const job = { ...one.job({}, { work: { ...work, authors: ['Lena Bauer'] } }), leaseIsLive: () => false };
    await expect(one.downloader.examineHeld(result.file, job)).rejects.toThrow('another worker');
    expect(await one.files()).toEqual([expect.stringMatching(/held\.part$/)]);
  });

  test('is not looked for where that is switched off', async () => {
    const reader = readerSaying(OTHER);
    await using one = await bench(serve(PDF), { verifyIdentity: 'off' }, { reader });
    expect(await one.downloader.download(one.job({}, { work }))).toMatchObject({ kind: 'stored' });
    expect(reader.seen).toEqual([]);
  });

  test('as XML is set aside, too', async () => {
    const body = `<p>${PROSE}</p>`.repeat(5);
    const xml = `<article><front><article-meta><title-group><article-title>Thermal alloys under pressure</article-title></title-group></article-meta></front><body>${body}</body></article>`;
    await using one = await bench(serve(xml, 'application/xml'), { verifyIdentity: 'quarantine' });
    const result = await one.downloader.download(one.job({ expected: 'xml' }, { work }));
    expect(result).toMatchObject({ kind: 'refused', reason: 'wrong-paper' });
    expect(await one.files()).toEqual([expect.stringMatching(/^quarantine\/.*\.xml$/)]);
  });
});

describe('the right paper', () => {
  test('is stored with score, evidence and page count; the reader sees the bytes before they have a name', async () => {
    const reader = readerSaying(RIGHT);
    await using one = await bench(serve(PDF), { verifyIdentity: 'quarantine' }, { reader });
    const result = await one.downloader.download(one.job({}, { work }));
    expect(result).toMatchObject({
      kind: 'stored',
      artifact: {
        path: NAME,
        pageCount: 7,
        identity: { verdict: 'proven', evidence: { title: 1, authors: 1 } },
      },
    });
    expect(reader.seen).toEqual(['%PDF-']);
  });

  test('is held, unsure, when nobody can read it in time', async () => {
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying({ kind: 'gave-up', why: 'too slow' }) },
    );
    expect(await one.downloader.download(one.job({}, { work }))).toMatchObject({
      kind: 'held',
      file: { artifact: { identity: { score: 0.5, verdict: 'unsure', evidence: { unknown: 'too slow' } } } },
    });
    expect(one.published).toEqual([]);
    expect(one.notes.at(-1)).toMatchObject({ status: 'http-200', reason: 'ok', extra: { held: true } });
  });
});

describe('what only a reader finds out', () => {
  test('a part of another paper is another paper, not a preview of this one', async () => {
    const part = facts('Thermal alloys under pressure', {
      pageCount: 1,
      pages: [
        `Thermal alloys under pressure\nNobody\n${PROSE}\nThis is a preview. The remaining pages are not shown.`,
      ],
    });
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying(part) },
    );
    expect(await one.downloader.download(one.job({}, { work }))).toMatchObject({
      kind: 'refused',
      reason: 'wrong-paper',
    });
  });

  test.each([
    [
      'a PDF that does not open',
      { kind: 'broken', why: 'no root' } as const,
      'pdf-corrupt',
      'pdf_corrupt',
      3,
    ],
    [
      'a PDF without pages',
      { kind: 'read', facts: { pageCount: 0, pages: [], identifiers: [] } } as const,
      'pdf-corrupt',
      'pdf_corrupt',
      3,
    ],
    ['a PDF with a password', { kind: 'encrypted', why: 'password' } as const, 'encrypted', 'pdf', 1],
    [
      'a preview',
      facts('Seasonal discharge of alpine rivers', {
        pageCount: 1,
        pages: [`Seasonal discharge of alpine rivers\nThis is a preview. ${PROSE}`],
      }),
      'preview-stub',
      'preview_stub',
      1,
    ],
  ])(
    '%s is refused, and asked for again only where that may help',
    async (_, reading, reason, classification, requests) => {
      await using one = await bench(
        serve(PDF),
        { verifyIdentity: 'quarantine' },
        { reader: readerSaying(reading) },
      );
      expect(await one.downloader.download(one.job({}, { work }))).toEqual({
        kind: 'refused',
        reason,
        classification,
      });
      expect(one.web.asked).toHaveLength(requests);
      expect(await one.files()).toEqual([]);
    },
  );

  test('a letter of one page is no preview', async () => {
    const heading = 'Seasonal discharge of alpine rivers';
    const letter = facts(heading, {
      pageCount: 1,
      pages: [`${heading}\nOmar Haddad\n${PROSE}\nReferences\n1. Chen W. Lakes. 2016.`],
    });
    await using one = await bench(
      serve(PDF),
      { verifyIdentity: 'quarantine' },
      { reader: readerSaying(letter) },
    );
    expect(await one.downloader.download(one.job({}, { work }))).toMatchObject({ kind: 'stored' });
  });
});

describe('the text of a page', () => {
  test('lies beside it, whole', async () => {
    const reader = readerSaying(RIGHT, 'First line.\nSecond line.');
    await using one = await bench(serve(articlePage(), 'text/html'), { extractHtmlText: true }, { reader });
    const result = await one.downloader.download(one.job({ expected: 'html' }));
    if (result.kind !== 'stored') throw new Error(result.kind);
    expect((await one.files()).toSorted()).toEqual([result.artifact.path, `${result.artifact.path}.txt`]);
    expect(await readFile(join(one.root, `${result.artifact.path}.txt`), 'utf8')).toBe(
      'First line.\nSecond line.\n',
    );
    expect(one.notes.at(-1)).toMatchObject({ extra: { text: `${result.artifact.path}.txt` } });
  });

  test('is not written unless asked for, and never for a PDF', async () => {
    const reader = readerSaying(RIGHT);
    await using plain = await bench(serve(articlePage(), 'text/html'), {}, { reader });
    await plain.downloader.download(plain.job({ expected: 'html' }));
    await using pdf = await bench(serve(PDF), { extractHtmlText: true }, { reader });
    await pdf.downloader.download(pdf.job({}));
    expect(
      [...(await plain.files()), ...(await pdf.files())].filter((name) => name.endsWith('.txt')),
    ).toEqual([]);
  });

  test('may be missing without harm to the page', async () => {
    const reader: DocumentReader = {
      ...readerSaying(RIGHT),
      article: () => Promise.resolve({ kind: 'no-article' }),
    };
    await using one = await bench(serve(articlePage(), 'text/html'), { extractHtmlText: true }, { reader });
    expect(await one.downloader.download(one.job({ expected: 'html' }))).toMatchObject({ kind: 'stored' });
    expect(await one.files()).toHaveLength(1);
  });
});
