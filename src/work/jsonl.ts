import type { TextInput } from './id-list.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import { readLines } from './read-lines.ts';
import type { Source } from './source.ts';
import { entryOfFields, type Fields, withPlainNames } from './work-of-fields.ts';

/** One JSON object a line: `id` or any of `doi, openalex, arxiv, pmid, pmcid, url`, and facts; other fields are ignored. */
export const jsonLines = ({ name, read, isReadOnce = false }: TextInput): Source => ({
  name: `jsonl:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal)), signal, { name, from }),
});

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  for await (const line of readLines(bytes)) {
    const where = `${name}:${line.number}`;
    if (line.problem !== undefined) yield rejectOf(where, line.text, line.problem);
    else if (line.text.trim() !== '') yield entryOf(line.text, where);
  }
}

function entryOf(text: string, where: string): Entry {
  const fields = parseObject(text);
  return fields
    ? entryOfFields(withPlainNames(fields), { where, text })
    : rejectOf(where, text, 'the line is not a JSON object');
}

function parseObject(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}
