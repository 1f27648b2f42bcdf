import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireReader } from '../../src/app/wire-reader.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { corpusPdfs, hasCorpora } from '../download/corpora.ts';
import { typeset } from '../download/identity/typeset.ts';
import { sharedPath } from '../support/shared-data.ts';
import { tempDir } from '../support/temp-dir.ts';

const never = new AbortController().signal;

describe('the reader of documents', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let reader: ReturnType<typeof wireReader>;
  beforeAll(async () => {
    folder = await tempDir();
    reader = wireReader(systemClock());
  });
  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function file(name: string, bytes: string | Buffer): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, bytes);
    return path;
  }

  test('tells pages, text and metadata of a PDF, in any script', async () => {
    const pages = [['深層学習による研究', 'A study of deep'], ['two'], ['three'], ['four']];
    const path = await file(
      'a.pdf',
      typeset({ pages, title: 'Ein Titel: Größe', author: 'L. Bauer', subject: 'doi:10.1234/x' }),
    );
    expect(await reader.pdf(path, never)).toEqual({
      kind: 'read',
      facts: {
        pageCount: 4,
        pages: ['深層学習による研究\nA study of deep', 'two', 'three'],
        later: [{ number: 4, text: 'four' }],
        size: { width: 595, height: 842 },
        title: 'Ein Titel: Größe',
        authors: 'L. Bauer',
        identifiers: ['doi:10.1234/x', 'Ein Titel: Größe'],
      },
    });
  });

  test('tells how some of the pages behind the third begin, up to the last', async () => {
    const pages = Array.from({ length: 43 }, (_, at) => [`page ${at + 1}`, 'x'.repeat(90).repeat(30)]);
    const reading = await reader.pdf(await file('long.pdf', typeset({ pages })), never);
    const { later = [] } = reading.kind === 'read' ? reading.facts : {};
    expect(later.map(({ number }) => number)).toEqual([
      6, 8, 11, 13, 16, 18, 21, 23, 26, 28, 31, 33, 36, 38, 41, 43,
    ]);
    for (const { number, text } of later) {
      expect(text).toMatch(new RegExp(`^page ${number}\n`));
      expect(text.length).toBeLessThanOrEqual(2000);
    }
  });

  test('gets the whole of a page whose text is one line', async () => {
    const words = 'snow feeds the river in every month of the year '.repeat(40).trim();
    const path = await file('unlined.pdf', typeset({ pages: [[words]] }));
    expect(await reader.pdf(path, never)).toMatchObject({ facts: { pages: [words] } });
  });

  test('says that what is no PDF does not open, and goes on', async () => {
    const path = await file('b.pdf', '%PDF-1.4\nnothing at all\n%%EOF\n');
    expect(await reader.pdf(path, never)).toMatchObject({ kind: 'broken' });
    expect(await reader.pdf(join(folder.path, 'none.pdf'), never)).toMatchObject({ kind: 'gave-up' });
  });

  test('finds the article in a page, and survives one that is too deep', async () => {
    const prose = 'Rivers and soils were measured together in every season of the year. '.repeat(8);
    const page = await file(
      'a.html',
      `<html><body><article><p>${prose}</p><p>${prose}</p></article></body></html>`,
    );
    const caps = { timeoutMs: 3000, heapMb: 256, maxRssMb: 512, maxQuestions: 10, recycleRssMb: 400 };
    await using hurried = wireReader(systemClock(), caps);
    expect(await hurried.article(page, never)).toMatchObject({ kind: 'read' });
    const deep = await file('deep.html', `<html><body>${'<div>'.repeat(100_000)}text`);
    expect((await hurried.article(deep, never)).kind).not.toBe('read');
    expect(await hurried.article(page, never)).toMatchObject({ kind: 'read' });
  });

  test('is not asked once the run stops', async () => {
    const stopped = AbortSignal.abort(new Error('stopping'));
    await expect(reader.pdf(join(folder.path, 'a.pdf'), stopped)).rejects.toThrow('stopping');
  });

  test.skipIf(!hasCorpora)(
    'opens what qpdf and Poppler open, and nothing that neither does',
    async () => {
      const surprises: string[] = [];
      for (const { file: name, isOpenable, isDead } of corpusPdfs()) {
        const { kind } = await reader.pdf(sharedPath(`corpora/pdf/${name}`), never);
        if ((isOpenable && kind !== 'read') || (isDead && kind === 'read'))
          surprises.push(`${name}: ${kind}`);
      }
      expect(surprises).toEqual([]);
    },
    60_000,
  );
});
