import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { damageIn } from '../../../src/download/reader/pdf-damage.ts';
import { readPdf } from '../../../src/download/reader/read-pdf.ts';
import { corpusPdfs, hasCorpora } from '../corpora.ts';

const PAGES = 10;
/** Text that does not compress to nothing. */
const pageOf = (page: number): string =>
  `BT /F1 9 Tf ${Array.from({ length: 150 }, (_, line) => `(${((page * 7919 + line * 104729) % 1e6).toString(36)} word) Tj`).join('\n')} ET`;

interface Made {
  readonly bytes: Buffer;
  /** Where each object begins. */
  readonly offsets: readonly number[];
  readonly table: number;
}

/** A PDF of ten pages with deflated contents, with a classic table or one in a stream. */
function made(table: 'classic' | 'stream', predictor = 1): Made {
  const kids = Array.from({ length: PAGES }, (_, page) => `${3 + 2 * page} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${PAGES} /Kids [${kids}] >>`),
  ];
  for (let page = 0; page < PAGES; page++) {
    const data = deflateSync(pageOf(page));
    objects.push(
      Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 700] /Contents ${4 + 2 * page} 0 R >>`),
      Buffer.concat([
        Buffer.from(`<< /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
        data,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let at = 9;
  const add = (object: Buffer, number: number) => {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) add(object, index + 1);
  const tableAt = at;
  const size = objects.length + (table === 'stream' ? 2 : 1);
  if (table === 'classic') {
    const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    parts.push(
      Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer << /Size ${size} /Root 1 0 R >>\n`),
    );
  } else {
    const rows = [0, ...offsets, at].map((offset, index) => [
      index === 0 ? 0 : 1,
      offset >> 8,
      offset & 255,
      0,
    ]);
    const coded = rows.flatMap((row, index) =>
      predictor < 10
        ? row
        : [2, ...row.map((byte, column) => (byte - (rows[index - 1]?.[column] ?? 0)) & 255)],
    );
    const data = deflateSync(Buffer.from(coded));
    const parms = predictor < 10 ? '' : `/DecodeParms << /Predictor ${predictor} /Columns 4 >> `;
    add(
      Buffer.concat([
        Buffer.from(
          `<< /Type /XRef /W [1 2 1] /Size ${size} /Root 1 0 R ${parms}/Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
        ),
        data,
        Buffer.from('\nendstream'),
      ]),
      objects.length + 1,
    );
  }
  parts.push(Buffer.from(`startxref\n${tableAt}\n%%EOF\n`));
  return { bytes: Buffer.concat(parts), offsets, table: tableAt };
}

const holed = ({ bytes }: Made, from: number, length: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.fill(0, from, from + length);
  return copy;
};

describe.each([
  ['with a classic table', made('classic')],
  ['with a table in a stream', made('stream')],
  ['with a predicted table in a stream', made('stream', 12)],
])('a PDF %s', (_, whole) => {
  test('that is whole shows no damage, and is read', async () => {
    expect(damageIn(whole.bytes)).toBeUndefined();
    expect(await readPdf(Uint8Array.from(whole.bytes))).toMatchObject({
      kind: 'read',
      facts: { pageCount: PAGES },
    });
  });

  test('with zeros in the data of a page is damaged, wherever these lie', async () => {
    for (const page of [0, 4, 9]) {
      const at = (whole.offsets[3 + 2 * page] ?? 0) + 150;
      expect(damageIn(holed(whole, at, 64))).toBe(
        `the data at byte ${at - 150 + damagedAt(whole, page)} are damaged`,
      );
      expect(await readPdf(Uint8Array.from(holed(whole, at, 64)))).toMatchObject({ kind: 'broken' });
    }
  });

  test('whose objects are gone is damaged', () => {
    const at = (whole.offsets[5] ?? 0) - 20;
    expect(damageIn(holed(whole, at, 60))).toMatch(/damaged|objects are not where they should be/);
    const head = whole.offsets[4] ?? 0;
    expect(damageIn(holed(whole, head, 10))).toMatch(/^1 of 2[23] objects are not where they should be$/);
  });

  test('two of whose blocks have changed places is damaged', () => {
    const copy = Buffer.from(whole.bytes);
    const [one, other] = [(whole.offsets[3] ?? 0) + 120, (whole.offsets[11] ?? 0) + 120];
    whole.bytes.copy(copy, one, other, other + 200);
    whole.bytes.copy(copy, other, one, one + 200);
    expect(damageIn(copy)).toMatch(/are damaged/);
  });

  test('of whose places most are wrong is no damaged one: its writer cannot count', () => {
    const shifted = Buffer.concat([
      whole.bytes.subarray(0, 9),
      Buffer.from(`%${'x'.repeat(80)}\n`),
      whole.bytes.subarray(9),
    ]);
    expect(damageIn(shifted)).toBeUndefined();
  });
});

/** Where the data of a page begin, from the beginning of their object. */
const damagedAt = ({ bytes, offsets }: Made, page: number): number => {
  const at = offsets[3 + 2 * page] ?? 0;
  return bytes.indexOf('stream\n', at) + 'stream\n'.length - at;
};

test('an encrypted PDF is not judged by its data', () => {
  const { bytes, offsets } = made('classic');
  const copy = Buffer.concat([bytes, Buffer.from('% /Encrypt\n')]);
  copy.fill(0, (offsets[3] ?? 0) + 100, (offsets[3] ?? 0) + 200);
  expect(damageIn(copy)).toBeUndefined();
});

test.skipIf(!hasCorpora)('of the files that Poppler opens, only two whose pages are damaged show it', () => {
  const damaged = corpusPdfs()
    .filter(({ pdfinfo_rc }) => pdfinfo_rc === 0)
    .filter((one) => damageIn(one.bytes()) !== undefined)
    .map(({ file }) => file.replace(/^.*[/]/, ''));
  expect(damaged.toSorted()).toEqual([
    'fuzz_qpdf_extra_23172.fuzz',
    'qpdf_qtest_qpdf_shared-images-errors.pdf',
  ]);
});
