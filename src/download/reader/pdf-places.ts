/** Half of what the check of the ends allows. */
const NEAR_BYTES = 32;

/** Whether an object stands where a table has it. */
function isAt(text: string, at: number, object: string): boolean {
  const around = text.slice(Math.max(0, at - NEAR_BYTES), at + NEAR_BYTES);
  const head = `${object} obj`;
  for (let where = around.indexOf(head); where >= 0; where = around.indexOf(head, where + 1))
    if (where === 0 || !/\d/.test(around[where - 1] ?? '')) return true;
  return false;
}

const NAMED = /(?:startxref|\/Prev|\/XRefStm)[\0\t\n\f\r ]+(\d{1,10})(?![\d.])/g;

/** Whether a table in use stands somewhere: programs that write a file anew may leave old ones behind. */
export function tablesNamedIn(text: string): (at: number) => boolean {
  const named = [...text.matchAll(NAMED)].map(([, at]) => Number(at));
  return (at) => named.some((one) => Math.abs(one - at) <= 2 * NEAR_BYTES);
}

const TABLE = /(?<![a-z])xref[\0\t\n\f\r ]+(?=\d)/g;
const ENTRY_BYTES = 20;

/** The sections of a classic table: the number of the first object, and the text of the entries. */
function* sectionsAt(
  text: string,
  at: number,
): Generator<{ readonly first: number; readonly entries: string }> {
  const section = /(\d{1,10}) (\d{1,8})[ ]*(?:\r\n|\n|\r)/y;
  section.lastIndex = at;
  for (let head = section.exec(text); head; head = section.exec(text)) {
    const from = section.lastIndex;
    section.lastIndex = Math.min(text.length, from + Number(head[2]) * ENTRY_BYTES);
    yield { first: Number(head[1]), entries: text.slice(from, section.lastIndex) };
  }
}

/** Of the objects that classic tables have in use, whether each stands at its place (ISO 32000-1, 7.5.4). */
export function* placesInTables(text: string, isNamed: (at: number) => boolean): Generator<boolean> {
  const tables = [...text.matchAll(TABLE)].filter(({ index }) => isNamed(index));
  const sections = tables.flatMap(({ 0: { length }, index }) => [...sectionsAt(text, index + length)]);
  for (const { first, entries } of sections)
    for (let entry = 0; entry * ENTRY_BYTES < entries.length; entry++) {
      const line = entries.slice(entry * ENTRY_BYTES, (entry + 1) * ENTRY_BYTES);
      const [, at, revision] = /^(\d{10}) (\d{5}) n/.exec(line) ?? [];
      if (Number(at) > 0) yield isAt(text, Number(at), `${first + entry} ${Number(revision)}`);
    }
}

const numbersIn = (dictionary: string, name: string): readonly number[] | undefined =>
  new RegExp(`/${name}\\s*\\[([\\d\\s]{1,2000})\\]`).exec(dictionary)?.[1]?.trim().split(/\s+/).map(Number);
const numberIn = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(\\d{1,10})`).exec(dictionary)?.[1] ?? 0);

/** Undoes the PNG filter "up", the one that writers use for tables; `undefined` for others. */
function unpredicted(data: Buffer, dictionary: string, width: number): Buffer | undefined {
  if (numberIn(dictionary, 'Predictor') < 10) return data;
  const rows = Math.floor(data.length / (width + 1));
  const plain = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (width + 1)];
    if (filter !== 0 && filter !== 2) return undefined;
    for (let column = 0; column < width; column++) {
      const above = filter === 2 && row > 0 ? (plain[(row - 1) * width + column] ?? 0) : 0;
      plain[row * width + column] = (data[row * (width + 1) + 1 + column] ?? 0) + above;
    }
  }
  return plain;
}

/** The numbers of the objects that the rows of a table in a stream tell of. */
function* numbersOf(dictionary: string): Generator<number> {
  const index = numbersIn(dictionary, 'Index') ?? [0, numberIn(dictionary, 'Size')];
  for (let section = 0; section + 1 < index.length; section += 2)
    for (let entry = 0; entry < (index[section + 1] ?? 0); entry++) yield (index[section] ?? 0) + entry;
}

const MAX_FIELD_BYTES = 6;

interface Widths {
  readonly place: number;
  readonly generation: number;
}

/** Of the fields in a row of a table in a stream, as all known writers make them; `undefined`: not such a table. */
function widthsIn(dictionary: string): Widths | undefined {
  const [kind, place = 0, generation = 0] = numbersIn(dictionary, 'W') ?? [];
  const isRead = kind === 1 && place > 0 && place <= MAX_FIELD_BYTES && generation <= MAX_FIELD_BYTES;
  return isRead && /\/Type\s*\/XRef(?![A-Za-z])/.test(dictionary) ? { place, generation } : undefined;
}

/** The same of a table that is a stream (7.5.8); objects inside object streams have no place of their own. */
export function* placesInStream(text: string, dictionary: string, data: Buffer): Generator<boolean> {
  const widths = widthsIn(dictionary);
  if (!widths) return;
  const { place, generation } = widths;
  const width = 1 + place + generation;
  const table = unpredicted(data, dictionary, width) ?? Buffer.alloc(0);
  let from = 0;
  for (const number of numbersOf(dictionary)) {
    if (from + width > table.length) return;
    const at = table.readUIntBE(from + 1, place);
    const revision = generation === 0 ? 0 : table.readUIntBE(from + 1 + place, generation);
    if (table[from] === 1 && at > 0) yield isAt(text, at, `${number} ${revision}`);
    from += width;
  }
}
