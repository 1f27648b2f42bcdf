import { deflateSync } from 'node:zlib';

/** A paper as lines of text on pages, with the metadata its file carries. */
export interface Sheet {
  readonly pages: readonly (readonly string[])[];
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  /** Width and height in points; A4 unless told. */
  readonly size?: readonly [number, number];
}

const hex = (code: number): string => code.toString(16).padStart(4, '0').toUpperCase();

const utf16 = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')}>`;

/** Glyph numbers of one font, handed out as characters come; every script gets what it needs. */
function glyphs() {
  const numbers = new Map<string, number>();
  return {
    write: (text: string): string =>
      `<${Array.from(text)
        .map((character) => {
          const known = numbers.get(character) ?? numbers.size + 1;
          numbers.set(character, known);
          return hex(known);
        })
        .join('')}>`,
    /** ISO 32000-1, 9.10.3: how readers get back from glyphs to characters. */
    toUnicode(): string {
      const rows = [...numbers].map(([character, number]) => {
        const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at))).join(
          '',
        );
        return `<${hex(number)}> <${units}>`;
      });
      const blocks: string[] = [];
      for (let at = 0; at < rows.length; at += 100)
        blocks.push(
          `${Math.min(100, rows.length - at)} beginbfchar\n${rows.slice(at, at + 100).join('\n')}\nendbfchar`,
        );
      return [
        '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
        '1 begincodespacerange <0000> <FFFF> endcodespacerange',
        ...blocks,
        'endcmap end end',
      ].join('\n');
    },
  };
}

/** Glyphs are drawn from left to right: producers turn lines of right-to-left scripts round. */
const asDrawn = (line: string): string =>
  /^[\p{Script=Arabic}\p{M}\s.:،“”]+$/u.test(line) ? Array.from(line).toReversed().join('') : line;

const GLYPH_POINTS = 4.5;

/** Percent of its width at which a line stays on the page: readers leave out what is drawn beyond its edge. */
const narrowed = (line: string, width: number): number =>
  Math.min(
    100,
    Math.floor(((100 * width) / Math.max(1, Array.from(line).length * GLYPH_POINTS)) * 100) / 100,
  );

/** A real PDF with a font whose glyphs map to any characters: what pdf.js reads back are the lines, in any script. */
export function typeset({ pages, title, author, subject, size = [595, 842] }: Sheet): Buffer {
  const font = glyphs();
  const contents = pages.map((lines) => {
    const shown = lines.map((line, at) => {
      const place = `1 0 0 1 40 ${size[1] - 22 - at * 13} Tm`;
      return `${narrowed(line, size[0] - 60)} Tz ${place} ${font.write(asDrawn(line))} Tj`;
    });
    return deflateSync(Buffer.from(`BT /F1 9 Tf\n${shown.join('\n')}\nET`, 'latin1'));
  });
  const info = [
    title === undefined ? '' : `/Title ${utf16(title)}`,
    author === undefined ? '' : `/Author ${utf16(author)}`,
    subject === undefined ? '' : `/Subject ${utf16(subject)}`,
  ].join(' ');
  const cmap = Buffer.from(font.toUnicode(), 'latin1');
  const kids = pages.map((_, at) => `${8 + at * 2} 0 R`).join(' ');
  const stream = (dictionary: string, data: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, 'latin1'),
      data,
      Buffer.from('\nendstream', 'latin1'),
    ]);
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 ${size.join(' ')}] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Set /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Set /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 5 0 R >>',
    '<< /Type /FontDescriptor /FontName /Set /Flags 4 /FontBBox [0 0 500 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>',
    stream('', cmap),
    `<< ${info} >>`,
    ...contents.flatMap((data, at) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${9 + at * 2} 0 R >>`,
      stream('/Filter /FlateDecode', data),
    ]),
  ];
  return assemble(objects);
}

function assemble(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${at + 1} 0 obj\n`));
    add(typeof object === 'string' ? Buffer.from(object, 'latin1') : object);
    add(Buffer.from('\nendobj\n'));
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
