import { canonicalWorkId, parseIdentifier } from '../core/identifiers.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import { readLines } from './read-lines.ts';
import type { Source } from './source.ts';

/** A text to read works from: a file or standard input. `name` is what a person calls it. */
export interface TextInput {
  readonly name: string;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Identifiers given as arguments. */
export const idArguments = (ids: readonly string[]): Source => ({
  name: 'arguments',
  pages: (_from, signal) =>
    paginate(
      ids.map((id, index) => entryOf(id, `argument ${index + 1}`)),
      signal,
    ),
});

/** One identifier a line, in any spelling; `#` begins a comment at the start of a line or after a blank. */
export const idList = ({ name, read }: TextInput): Source => ({
  name: `ids:${name}`,
  pages: (_from, signal) => paginate(entriesOf(name, read()), signal),
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

function entryOf(id: string, where: string): Entry {
  const ids = parseIdentifier(id);
  if (ids) return { work: { id: canonicalWorkId(ids), ...ids } };
  const problem = /^\s*\d+\s*$/.test(id)
    ? 'a bare number may be anything: write pmid:… or PMC…'
    : 'is no DOI, OpenAlex id, arXiv id, PMID, PMCID or web address';
  return rejectOf(where, id, problem);
}
