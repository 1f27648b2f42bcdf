import { stripVTControlCharacters, styleText } from 'node:util';
import { plainText } from '../core/plain-text.ts';
import type { Terminal } from './terminal.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand at the right edge. */
  readonly align?: 'left' | 'right';
}

type Cell = string | number;

/** Combining marks take no cell, wide characters (CJK, emoji) two. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of stripVTControlCharacters(text)) {
    if (/\p{M}/u.test(char)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return width;
}

const pad = (text: string, width: number, align: Column['align']): string => {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? blanks + text : text + blanks;
};

/** Rows for a person. Cells are text from outside as far as this is concerned: they are made harmless here. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): readonly string[] {
  const cells = rows.map((row) => columns.map((_, index) => plainText(String(row[index] ?? ''))));
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (texts: readonly string[]): string =>
    columns
      .map(({ align }, index) => pad(texts[index] ?? '', widths[index] ?? 0, align))
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...cells.map(line)];
}

/** Prints a table on stdout; the heading is bold where that is wanted. */
export function printTable(
  terminal: Terminal,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  const [heading = '', ...body] = tableLines(columns, rows);
  terminal.print(terminal.stdout.hasColor ? styleText('bold', heading, { validateStream: false }) : heading);
  for (const line of body) terminal.print(line);
}
