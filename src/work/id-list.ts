import { canonicalWorkId, parseIdentifier } from '../core/identifiers.ts';
import { type Entry, lineOf, paginate, rejectOf } from './paginate.ts';
import { readLines } from './read-lines.ts';
import type { Source } from './source.ts';

/** A text to read works from: a file or standard input. `name` is what a person calls it. */
export interface TextInput {
  readonly name: string;
  /** The signal ends a read that waits for more. */
  readonly read: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** What was not read is gone: standard input. */
  readonly isReadOnce?: boolean;
}

/** Identifiers given as arguments. */
export const idArguments = (ids: readonly string[]): Source => ({
  name: 'arguments',
  pages: (from, signal) =>
    paginate(
      ids.map((id, index) => entryOf(id, `argument ${index + 1}`)),
      signal,
      { name: 'the list of arguments', from },
    ),
});

/** One identifier a line, in any spelling; `#` begins a comment at the start of a line or after a blank. */
export const idList = ({ name, read, isReadOnce = false }: TextInput): Source => ({
  name: `ids:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal)), signal, { name, from }),
});

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  for await (const line of readLines(bytes)) {
    const where = `${name}:${line.number}`;
    if (line.problem !== undefined) {
      yield rejectOf(where, line.text, line.problem);
      continue;
    }
    const id = withoutComment(line.text);
    if (id !== '') yield entryOf(id, where);
  }
}

/** A DOI may hold a `#`, but no blank. */
const withoutComment = (line: string): string => line.replace(/(?:^|\s)#.*$/s, '').trim();

/** A second DOI behind a separator: taken as one, the two would be a DOI that does not exist. */
const SEVERAL = /[,;|]\s*(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\//i;

function entryOf(id: string, where: string): Entry {
  if (SEVERAL.test(id)) return rejectOf(where, id, 'names several works: write one a line');
  const ids = parseIdentifier(id);
  if (ids) return { work: { id: canonicalWorkId(ids), ...ids }, line: lineOf(where, id) };
  const problem = /^\s*\d+\s*$/.test(id)
    ? 'a bare number may be anything: write pmid:… or PMC…'
    : 'is no DOI, OpenAlex id, arXiv id, PMID, PMCID or web address';
  return rejectOf(where, id, problem);
}
