import { Failure } from '../core/errors.ts';
import { parseArxiv } from '../core/identifiers.ts';
import { CutInput, cutWithin } from './cut-input.ts';
import type { TextInput } from './id-list.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import { readLines } from './read-lines.ts';
import type { Source } from './source.ts';
import { createStrayLines } from './stray-lines.ts';
import { entryOfFields, type Fields } from './work-of-fields.ts';

/** References in RIS, as reference managers and databases export them: `TY  - ` begins one, `ER  - ` ends it. */
export const risRecords = ({ name, read, isReadOnce = false }: TextInput): Source => ({
  name: `ris:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal)), signal, { name, from }),
});

/** Tags in lower case count only as they are written in full: a text that goes on over lines may begin with "in - ". */
const TAG = /^\s*(?:([A-Z][A-Z0-9]) {0,2}|([a-z][a-z0-9]) {2})-(?: (.*))?$/s;
/** What is read of one tag; the others may come as often as they like. */
const MAX_VALUES = 60;
const READ = new Set('DO UR L1 L2 LK TI T1 CT PY Y1 DA AU A1 AN DB DP C2 ID M3 N1'.split(' '));

type Tags = ReadonlyMap<string, readonly string[]>;

interface OpenRecord {
  readonly line: number;
  readonly text: string;
  readonly tags: Map<string, string[]>;
}

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  let open: OpenRecord | undefined;
  const stray = createStrayLines(name);
  let hasEnds = false;
  const close = function* (): Iterable<Entry> {
    if (open) yield entryOf(open, name);
    open = undefined;
  };
  try {
    for await (const line of readLines(bytes)) {
      const where = `${name}:${line.number}`;
      if (line.problem !== undefined) {
        // The tag is lost, the record is not.
        yield rejectOf(where, line.text, line.problem);
        continue;
      }
      const [, upper, lower, value = ''] = TAG.exec(line.text) ?? [];
      const tag = upper ?? lower?.toUpperCase();
      if (tag === 'TY') {
        yield* stray.end();
        yield* close();
        open = { line: line.number, text: line.text, tags: new Map() };
      } else if (tag === 'ER') {
        hasEnds = true;
        yield* close();
      } else if (open) keep(open, tag, value);
      else yield* stray.add(line);
    }
  } catch (error) {
    yield* stray.flush();
    throw cutWithin(open, error);
  }
  yield* stray.flush();
  if (hasEnds) refuseCut(open);
  yield* close();
}

/**
 * In a file whose records have their end, one without it is cut: a DOI of which only the beginning came would be the name
 * of another work. Some programs write no ends at all, and single records are passed on without; these are taken.
 */
function refuseCut(open: OpenRecord | undefined): void {
  if (open) throw new CutInput(open, new Failure('bad-input', NO_END));
}
const NO_END = 'the text ends within this record: it has no "ER  - "';

/** Values may go on in lines without a tag, but none of those that are read do. */
function keep({ tags }: OpenRecord, tag: string | undefined, value: string): void {
  if (tag === undefined || !READ.has(tag) || value.trim() === '') return;
  const values = tags.get(tag) ?? [];
  if (values.length < MAX_VALUES) tags.set(tag, [...values, value.trim()]);
}

const entryOf = ({ tags, line, text }: OpenRecord, name: string): Entry =>
  entryOfFields(fieldsOf(tags), { where: `${name}:${line}`, text: titleOf(tags) ?? text });

const titleOf = (tags: Tags): string | undefined => (tags.get('TI') ?? tags.get('T1') ?? tags.get('CT'))?.[0];

/** Databases put identifiers under tags of their own: PubMed numbers in AN, DOIs in M3, L2 or notes, PMCIDs in C2. */
function fieldsOf(tags: Tags): Fields {
  const all = (...names: string[]): readonly string[] => names.flatMap((name) => tags.get(name) ?? []);
  const looksLikeDoi = (text: string): boolean =>
    /^\s*(?:doi\s*(?::\s*)?|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4}/i.test(text);
  const isPubMed = all('DB', 'DP').some((database) => /pubmed|medline|^nlm$/i.test(database));
  const addresses = all('UR', 'LK', 'L2', 'L1', 'ID');
  const url = addresses.find((text) => /^https?:/i.test(text));
  const dois = [...all('DO'), ...all('M3', 'UR', 'LK', 'L2', 'ID').filter(looksLikeDoi)];
  const year = all('PY', 'Y1', 'DA')[0]?.slice(0, 4);
  return {
    doi: dois.length > 0 ? dois : all('N1').find(looksLikeDoi),
    url,
    pmcid: all('C2', 'AN').filter((text) => /^pmc\d+$/i.test(text)),
    pmid: all('AN').filter((text) => isPubMed && /^\d{1,9}$/.test(text)),
    arxiv: all('AN', 'M3', 'UR', 'N1').filter(
      (text) => /arxiv/i.test(text) && parseArxiv(text) !== undefined,
    ),
    title: titleOf(tags),
    year,
    authors: all('AU', 'A1'),
  };
}
