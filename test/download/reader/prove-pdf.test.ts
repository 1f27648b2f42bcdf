import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { provePdf } from '../../../src/download/reader/prove-pdf.ts';
import { samplePdf } from '../../support/sample-pdf.ts';
import { BENIGN, HARMFUL } from '../break-pdf.ts';
import { corpusPdfs, hasCorpora } from '../corpora.ts';
import { typeset } from '../identity/typeset.ts';
import { keptPdf } from '../kept-pdf.ts';

const text = (body: string): Buffer => Buffer.from(body, 'latin1');
const edited = (bytes: Buffer, from: string | RegExp, to: string): Buffer => {
  const before = bytes.toString('latin1');
  const after = before.replace(from, to);
  if (after === before) throw new Error('nothing was edited');
  return text(after);
};

/** Two pages in an object stream, their contents deflated, a cross-reference stream nobody needs to decode. */
function modernPdf(count = 2): Buffer {
  const stream = (number: number, dictionary: string, data: Buffer): string =>
    `${number} 0 obj\n<<${dictionary}/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`;
  const values = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R 4 0 R]/Count ${count}>>`,
    '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
    '<</Type/Page/Parent 2 0 R/Contents[6 0 R]>>',
  ];
  let at = 0;
  const heads = values.map((value, index) => {
    const head = `${index + 1} ${at} `;
    at += value.length + 1;
    return head;
  });
  const first = heads.join('').length;
  const packed = deflateSync(text(`${heads.join('')}${values.join(' ')}`));
  const page = (words: string): Buffer => deflateSync(text(`BT (${words}) Tj ET`));
  const body =
    '%PDF-1.5\n' +
    stream(5, '/Filter/FlateDecode', page('one '.repeat(40))) +
    stream(6, '/Filter/FlateDecode', page('two '.repeat(40))) +
    stream(7, `/Type/ObjStm/N 4/First ${first}/Filter/FlateDecode`, packed);
  const table = stream(8, '/Type/XRef/Root 1 0 R/Size 9/W[1 2 1]', Buffer.alloc(36));
  return text(`${body}${table}startxref\n${body.length}\n%%EOF\n`);
}

const PDF = samplePdf('A paper about rivers', 300);

describe('provePdf', () => {
  test.each([
    ['with a table', PDF],
    ['with streams of objects', modernPdf()],
    ['without endobj', edited(PDF, /endobj/g, '')],
    ['with a word between its objects', edited(PDF, 'startxref', 'farbage')],
    [
      'of two revisions',
      Buffer.concat([PDF, text('5 0 obj\n<</Type/Font>>\nendobj\nstartxref\n9\n%%EOF\n')]),
    ],
  ])('a file %s is whole', (_, bytes) => {
    expect(provePdf(bytes)).toEqual({ kind: 'whole' });
  });

  test.each([
    ['a page that is missing', edited(PDF, '/Kids [3 0 R]', '/Kids [9 0 R]'), 'a page is missing'],
    ['a font that is missing', edited(PDF, '/F1 5 0 R', '/F1 8 0 R'), 'object 8 is missing'],
    ['fewer pages than it counts', edited(PDF, '/Count 1', '/Count 2'), '1 pages where 2 are counted'],
    ['fewer pages than it counts, packed', modernPdf(3), '2 pages where 3 are counted'],
    ['a stream shorter than it says', edited(PDF, 'about ', ''), /^a stream of \d+ bytes says/],
    [
      'an object that comes twice',
      edited(PDF, 'xref\n', '5 0 obj\n<<>>\nendobj\nxref\n'),
      'object 5 comes twice',
    ],
    ['bytes that are no object', edited(PDF, 'xref\n', `${'x'.repeat(65)}\nxref\n`), /belong to no object$/],
    ['a run of zeros between objects', edited(PDF, 'xref\n', `${'\0'.repeat(65)}xref\n`), /^zeros before/],
    ['no trailer', edited(PDF, 'trailer', 'trailing'), /./],
    ['encryption', edited(PDF, '/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R'), 'encrypted'],
    ['half an update', Buffer.concat([PDF, text('7 0 obj\n<<>>\nendobj\n')]), 'no end'],
    ['a page behind its end', Buffer.concat([PDF, text('<html>')]), 'HTML after the end'],
    [
      'a startxref that is wrong and no %%EOF',
      edited(PDF, /startxref\n\d+\n%%EOF\n/, 'startxref\n12\n'),
      'no end',
    ],
    ['no end', edited(PDF, /startxref[\s\S]*/, ''), 'no end'],
  ])('one with %s is not proven', (_, bytes, why) => {
    expect(provePdf(bytes)).toMatchObject({ kind: 'unproven', why: expect.stringMatching(why) });
  });

  test('a deflated page with a byte changed is not proven', () => {
    const bytes = modernPdf();
    const at = bytes.indexOf('stream\n') + 20;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    expect(provePdf(bytes)).toMatchObject({
      kind: 'unproven',
      why: expect.stringContaining('does not inflate'),
    });
  });

  test('bytes missing where no object notices are told by the table', () => {
    const padded = edited(samplePdf('x'), '/Type /Font', `/Type /Font /Widths [${'500 '.repeat(400)}]`);
    const bytes = text(
      padded
        .toString('latin1')
        .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + 1611}`)
        .replace(
          /(\d{10})( 00000 n \n)trailer/,
          (_, at, rest) => `${String(Number(at) + 1611).padStart(10, '0')}${rest}trailer`,
        ),
    );
    expect(provePdf(bytes)).toEqual({ kind: 'whole' });
    const hole = edited(bytes, '500 '.repeat(300), '');
    expect(provePdf(hole)).toMatchObject({ why: '1200 bytes are missing between objects' });
  });

  test('a bomb of nested values or of deflated zeros is not proven, and costs little', () => {
    const nested = edited(PDF, '/Count 1', `/Count 1 /X ${'['.repeat(100_000)}`);
    expect(provePdf(nested)).toMatchObject({ kind: 'unproven' });
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024)).toString('latin1');
    const inflated = edited(
      PDF,
      /4 0 obj[\s\S]*?endobj/,
      `4 0 obj\n<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb.replaceAll('$', '$$$$')}\nendstream\nendobj`,
    );
    const unaddressed = edited(inflated, /startxref\n\d+/, '');
    expect(provePdf(unaddressed)).toMatchObject({ why: expect.stringContaining('does not inflate') });
  });
});

describe('what is kept of PDFs broken on purpose', () => {
  test.each(Object.keys(BENIGN))('%s: kept', async (name) => {
    const broken = [PDF, modernPdf()]
      .map((bytes) => BENIGN[name]?.(bytes))
      .filter((one) => one !== undefined);
    expect(broken.length).toBeGreaterThan(0);
    for (const bytes of broken) expect(await keptPdf(bytes)).toBe(true);
  });

  const paper = (pages: number, words: string): Buffer =>
    typeset({
      pages: Array.from({ length: pages }, (_, page) => Array.from({ length: 40 }, () => `${words} ${page}`)),
    });
  const large = paper(300, 'Discharge was measured every day of the year');
  const other = paper(320, 'Soils were sampled along the same rivers, in each season');
  test.each(Object.keys(HARMFUL))('%s: refused', async (name) => {
    const broken = HARMFUL[name]?.(large, other);
    expect(broken && (await keptPdf(broken))).toBe(false);
  });

  test.skipIf(!hasCorpora)(
    'every corpus file that Poppler opens is kept, but for three that a fuzzer spliced',
    async () => {
      const lost: string[] = [];
      for (const one of corpusPdfs().filter(({ pdfinfo_rc }) => pdfinfo_rc === 0))
        if (!(await keptPdf(one.bytes()))) lost.push(one.file);
      // Poppler shows no word of two of them, and nothing of three of the thirty pages of the third.
      expect(lost.toSorted()).toEqual([
        'qpdf-fuzz/fuzz_qpdf_extra_23172.fuzz',
        'qpdf-fuzz/fuzz_qpdf_extra_389339260.fuzz',
        'qpdf-fuzz/fuzz_qpdf_extra_69977.fuzz',
      ]);
    },
  );
});
