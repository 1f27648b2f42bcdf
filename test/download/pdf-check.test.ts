import { describe, expect, test } from 'vitest';
import { checkPdf } from '../../src/download/pdf-check.ts';
import { sniff } from '../../src/download/sniff.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { corpusPdfs, hasCorpora } from './corpora.ts';
import { keptPdf } from './kept-pdf.ts';

const check = (bytes: Buffer) =>
  checkPdf({ sizeBytes: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) });

/** As the downloader sees it: sniffed first, then checked. */
const isTaken = async (bytes: Buffer): Promise<boolean> =>
  sniff(bytes.subarray(0, 65_536)) === 'pdf' && (await check(bytes)).kind === 'whole';

const text = (body: string): Buffer => Buffer.from(body, 'latin1');
const PDF = samplePdf();

describe('checkPdf', () => {
  test('a whole file passes, also with bytes before its header and padding after its end', async () => {
    expect(await check(PDF)).toEqual({ kind: 'whole', isEncrypted: false });
    expect(await check(Buffer.concat([text('%%TICKET\r\n'.repeat(60)), PDF]))).toMatchObject({
      kind: 'whole',
    });
    expect(await check(Buffer.concat([PDF, Buffer.alloc(2000)]))).toMatchObject({ kind: 'whole' });
  });

  test.each([-52, -7, -1, 1, 2, 36, 60])(
    'a startxref that misses its table by %i bytes is tolerated',
    async (by) => {
      const moved = PDF.toString('latin1').replace(
        /startxref\n(\d+)/,
        (_, at) => `startxref\n${Number(at) + by}`,
      );
      expect(await check(text(moved))).toMatchObject({ kind: 'whole' });
    },
  );

  test.each([100, 512, 1024])('a hole of %i bytes is noticed', async (bytes) => {
    const body = samplePdf('x'.repeat(3000));
    const hole = Buffer.concat([body.subarray(0, 400), body.subarray(400 + bytes)]);
    expect(await check(hole)).toMatchObject({ kind: 'pdf-corrupt' });
  });

  test.each([
    ['cut in half', PDF.subarray(0, PDF.length / 2), 'truncated'],
    ['cut among bytes that look a little like a tag', text('%PDF-1.5\n\x80<p \x01\xff<P\x9a>'), 'truncated'],
    ['cut inside %%EOF', PDF.subarray(0, -3), 'truncated'],
    ['an update cut before its end', Buffer.concat([PDF, text('7 0 obj\n<< /Type /Page >>\n')]), 'truncated'],
    [
      'shorter than linearized',
      text(`%PDF-1.5\n1 0 obj<</Linearized 1/L 99999/O 6>>endobj\n${PDF.toString('latin1')}`),
      'truncated',
    ],
    ['a page after the end', Buffer.concat([PDF, text('<!DOCTYPE html><html>')]), 'pdf-corrupt'],
    [
      'a long page after the end',
      Buffer.concat([PDF, text(`<html>${'<p>x</p>'.repeat(9000)}`)]),
      'pdf-corrupt',
    ],
    ['no startxref', text(PDF.toString('latin1').replace('startxref', 'startxxxx')), 'pdf-corrupt'],
    [
      'startxref beyond the file',
      text(PDF.toString('latin1').replace(/startxref\n\d+/, 'startxref\n999999')),
      'pdf-corrupt',
    ],
    [
      'startxref at something else',
      text(PDF.toString('latin1').replace(/startxref\n\d+/, 'startxref\n20')),
      'pdf-corrupt',
    ],
  ])('%s is refused', async (_, bytes, kind) => {
    expect(await check(bytes)).toMatchObject({ kind });
  });

  test.skipIf(!hasCorpora)(
    'keeps every corpus file that qpdf and Poppler open, and few that neither does',
    async () => {
      const lost: string[] = [];
      const accepted: string[] = [];
      for (const one of corpusPdfs()) {
        const taken = await isTaken(one.bytes());
        if (one.isOpenable && !taken) lost.push(one.file);
        if (one.isDead && taken) accepted.push(one.file);
      }
      expect(lost).toEqual([]);
      expect(accepted.length).toBeLessThanOrEqual(1);
    },
  );

  test.skipIf(!hasCorpora)('every cut of an openable file at every 5 % is noticed', async () => {
    const missed: string[] = [];
    for (const one of corpusPdfs().filter(({ isOpenable }) => isOpenable)) {
      const whole = one.bytes();
      for (let percent = 5; percent < 100; percent += 5) {
        if (await keptPdf(whole.subarray(0, Math.floor((whole.length * percent) / 100))))
          missed.push(`${one.file} ${percent}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
