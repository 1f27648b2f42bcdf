import { UserError } from '../core/errors.ts';
import { parseIdentifier } from '../core/identifiers.ts';
import { type ColumnMap, columnsOfHeader, describeHeader } from './csv-columns.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import type { TextInput } from './id-list.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import type { Source } from './source.ts';
import { entryOfFields, type Fields } from './work-of-fields.ts';

/** A table with a header, or one identifier a row anywhere in it. `columns`: what is called how, `doi=DOI,title=Title`. */
export const csvTable = ({ name, read, isReadOnce = false }: TextInput, columns?: string): Source => ({
  name: `csv:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal), columns), signal, { name, from }),
});

type SplitRow = (text: string) => readonly string[] | undefined;

async function* entriesOf(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  columns: string | undefined,
): AsyncIterable<Entry> {
  const { parse } = await import('csv-parse/sync');
  let delimiter = ',';
  const split: SplitRow = (text) => {
    if (!text.includes('"')) return text.split(delimiter);
    try {
      const [row] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true, trim: true });
      return row;
    } catch {
      return undefined;
    }
  };
  const records = csvRecords(bytes, (line) => (delimiter = delimiterOf(line)));
  let table: Table | undefined;
  for await (const record of records) {
    if (record.problem !== undefined) yield rejectOf(`${name}:${record.line}`, record.text, record.problem);
    else if (record.text.trim() === '') continue;
    else if (table) yield entryOf(record, split, table);
    else {
      table = tableOf(split(record.text) ?? [], name, columns);
      if (!table.map) yield entryOf(record, split, table);
    }
  }
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The one that stands most often in the first line, outside quotes. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((one) => bare.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface Table {
  readonly name: string;
  /** Absent for a table without a header: identifiers are looked for in every cell. */
  readonly map?: ColumnMap;
}

function tableOf(header: readonly string[], name: string, columns: string | undefined): Table {
  const map = columnsOfHeader(header, columns);
  if (map.size > 0) return { name, map };
  if (header.some((cell) => parseIdentifier(cell) !== undefined)) return { name };
  throw new UserError(
    `${name}: no column is called doi, pmid, arxiv, url or the like; ${describeHeader(header)}; say which is which with --columns doi=NAME`,
  );
}

function entryOf({ text, line }: CsvRecord, split: SplitRow, { name, map }: Table): Entry {
  const where = `${name}:${line}`;
  const row = split(text);
  if (!row) return rejectOf(where, text, 'the row cannot be read: a quote stands where none can');
  return entryOfFields(map ? fieldsOf(row, map) : anyIdentifier(row), { where, text });
}

const anyIdentifier = (row: readonly string[]): Fields => ({
  id: row.filter((cell) => parseIdentifier(cell) !== undefined),
});

function fieldsOf(row: readonly string[], map: ColumnMap): Fields {
  const cells = (field: string): readonly string[] =>
    (map.get(field) ?? []).map((at) => row[at]?.trim() ?? '');
  const [authors, priority = '', year = ''] = ['authors', 'priority', 'year'].map((field) => cells(field)[0]);
  const said = [...map.keys()].map((field) => {
    const [first, ...more] = cells(field);
    return [field, more.length === 0 ? first : cells(field)] as const;
  });
  return {
    ...Object.fromEntries(said),
    authors: authors?.split(/[;|]/).map((name) => name.trim()),
    // Dates begin with their year, and spreadsheets write 2020 as 2020.0.
    year: /^\d{4}(?=[-/.]|$)/.exec(year)?.[0],
    priority: /^-?\d{1,9}$/.test(priority) ? Number(priority) : undefined,
  };
}
