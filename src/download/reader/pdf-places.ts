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

/** Of the objects that classic tables have in use, whether each stands at its place (ISO 32000-1, 7.5.4). */
export function* placesInTables(text: string, isNamed: (at: number) => boolean): Generator<boolean> {
  for (const { 0: { length } = '', index } of text.matchAll(TABLE)) {
    if (!isNamed(index)) continue;
    const section = /(\d{1,10}) (\d{1,8})[ ]*(?:\r\n|\n|\r)/y;
    section.lastIndex = index + length;
    for (let head = section.exec(text); head; head = section.exec(text)) {
      const [first, count] = [Number(head[1]), Number(head[2])];
      for (let entry = 0; entry < count && section.lastIndex < text.length; entry++) {
        const line = text.slice(section.lastIndex, section.lastIndex + ENTRY_BYTES);
        const told = /^(\d{10}) (\d{5}) n/.exec(line);
        section.lastIndex += ENTRY_BYTES;
        const at = Number(told?.[1]);
        if (told && at > 0) yield isAt(text, at, `${first + entry} ${Number(told[2])}`);
      }
    }
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

/** The same of a table that is a stream (7.5.8); objects inside object streams have no place of their own. */
export function* placesInStream(text: string, dictionary: string, data: Buffer): Generator<boolean> {
  if (!/\/Type\s*\/XRef(?![A-Za-z])/.test(dictionary)) return;
  const [kind = 0, place = 0, generation = 0] = numbersIn(dictionary, 'W') ?? [];
  const width = kind + place + generation;
  const table = kind === 1 && place > 0 && place <= 6 ? unpredicted(data, dictionary, width) : undefined;
  if (!table) return;
  const index = numbersIn(dictionary, 'Index') ?? [0, numberIn(dictionary, 'Size')];
  let row = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    for (let entry = 0; entry < (index[section + 1] ?? 0); entry++, row++) {
      const from = row * width;
      if (from + width > table.length) return;
      const at = table.readUIntBE(from + 1, place);
      const revision = generation === 0 ? 0 : table.readUIntBE(from + 1 + place, Math.min(generation, 6));
      if (table[from] === 1 && at > 0) yield isAt(text, at, `${(index[section] ?? 0) + entry} ${revision}`);
    }
  }
}
