/** Numbers and booleans are written as they are: only text can start a formula. */
export type CsvCell = string | number | boolean | null | undefined;

/** Read by spreadsheets as the start of a formula (also full-width), even after blanks or a stray quote. */
const STARTS_FORMULA = String.raw`(?:[^\S\r\n]|[\0"])*[=+\-@＝＋－＠]`;
/** At the start of the cell and of every line in it. The apostrophe itself is among them, so that it can be undone. */
const DANGEROUS = new RegExp(
  String.raw`^(?=['\t\r\n\0]|${STARTS_FORMULA})|(?<=\r\n|\r(?!\n)|\n)(?='|${STARTS_FORMULA})`,
  'g',
);
const NEEDS_QUOTES = /["',;\t\r\n\0]|^\s|\s$/;

/**
 * One record of RFC 4180, with line end: the one way this program writes CSV. Text that a spreadsheet could take for a
 * formula gets a leading apostrophe, on each of its lines (CWE-1236). To undo it, drop one apostrophe from the start of
 * the cell and of every line in it.
 */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const harmless = cell.replace(DANGEROUS, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
