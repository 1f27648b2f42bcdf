import type * as Parsing from '@retorquere/bibtex-parser';
import { parseArxiv, parseIdentifier } from '../core/identifiers.ts';
import { type BibtexEntry, bibtexEntries } from './bibtex-entries.ts';
import { pickFields } from './bibtex-fields.ts';
import type { TextInput } from './id-list.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import type { Source } from './source.ts';
import { entryOfFields, type Fields } from './work-of-fields.ts';

/** Entries of a BibTeX or BibLaTeX file. */
export const bibtexFile = ({ name, read, isReadOnce = false }: TextInput): Source => ({
  name: `bibtex:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal)), signal, { name, from }),
});

type Parser = typeof Parsing;
type Macros = Map<string, string>;

const MAX_MACROS = 10_000;

/** Text as it is: case and style of titles are nobody's business here, and a command nobody knows is no error. */
const PLAIN: Parsing.Options = {
  sentenceCase: false,
  caseProtection: false,
  english: false,
  unsupported: 'ignore',
  applyCrossRef: false,
  // So the parser calls a field that an entry has once more.
  verbatimFields: [/^\w+\+duplicate-\d+$/],
};

const isField = (key: string, name: string): boolean => key === name || key.startsWith(`${name}+duplicate-`);

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  const parser = await import('@retorquere/bibtex-parser');
  const macros: Macros = new Map();
  let isEmpty = true;
  for await (const entry of bibtexEntries(bytes)) {
    isEmpty = false;
    const where = `${name}:${entry.line}`;
    if (entry.problem !== undefined) yield rejectOf(where, entry.text, entry.problem);
    else if (/^@string\b/i.test(entry.text)) define(macros, entry.text, parser);
    else if (!/^@(?:comment|preamble)\b/i.test(entry.text)) yield entryOf(entry, where, { parser, macros });
  }
  if (isEmpty) yield rejectOf(`${name}:1`, '', 'holds no BibTeX entries');
}

/** `@string{name = "text"}`. One that cannot be read defines nothing. */
function define(macros: Macros, text: string, parser: Parser): void {
  const { strings } = parsed(text, parser, {}) ?? { strings: {} };
  for (const [name, value] of Object.entries(strings)) {
    if (macros.size < MAX_MACROS) macros.set(name.toUpperCase(), String(value));
  }
}

interface Reading {
  readonly parser: Parser;
  readonly macros: Macros;
}

function entryOf({ text }: BibtexEntry, where: string, { parser, macros }: Reading): Entry {
  const { text: wanted, macroNames } = pickFields(text);
  const used = macroNames.flatMap((name) => {
    const value = macros.get(name.toUpperCase());
    return value === undefined ? [] : [[name.toUpperCase(), value] as const];
  });
  const read = parsed(wanted, parser, Object.fromEntries(used));
  const [entry] = read?.entries ?? [];
  if (!entry || (read && read.errors.length > 0)) return rejectOf(where, text, 'the entry cannot be read');
  return entryOfFields(fieldsOf(entry.fields), { where, text, key: entry.key || undefined });
}

function parsed(text: string, parser: Parser, strings: Record<string, string>) {
  try {
    return parser.parse(text, { ...PLAIN, strings });
  } catch {
    return undefined;
  }
}

type BibtexFields = ReturnType<Parser['parse']>['entries'][number]['fields'];

/** The parser marks style with tags, which belong into no title, and leaves letters and their accents apart. */
const untagged = (text: string | undefined): string | undefined =>
  text?.replace(/<\/?\w[^<>]*>/g, '').normalize();

const nameOf = ({
  name,
  firstName,
  prefix,
  lastName,
  suffix,
}: NonNullable<BibtexFields['author']>[number]): string =>
  untagged(name ?? [firstName, prefix, lastName, suffix].filter(Boolean).join(' ')) ?? '';

function fieldsOf(said: BibtexFields): Fields {
  /** The first of these fields that says something. */
  const text = (...names: string[]): string | undefined =>
    names.map((name): unknown => said[name]).find((value) => typeof value === 'string');
  /** All that these fields say, however often they come. */
  const all = (...names: string[]): readonly string[] =>
    names.flatMap((name) =>
      Object.entries(said).flatMap(([key, value]) =>
        isField(key, name) && typeof value === 'string' ? [value] : [],
      ),
    );
  const archive = text('archiveprefix', 'eprinttype') ?? '';
  const eprintIn = (archives: RegExp) => (archives.test(archive) ? text('eprint') : undefined);
  /** What stands in a field that is made for other things too counts only where it is an identifier. */
  const ifRead = (value: string | undefined, parse: (text: string) => unknown) =>
    value !== undefined && parse(value) !== undefined ? value : undefined;
  return {
    doi: all('doi'),
    url: [...all('url', 'ee'), ifRead(text('howpublished'), parseIdentifier)],
    arxiv: [...all('arxiv', 'arxivid'), eprintIn(/^arxiv$/i) ?? ifRead(eprintIn(/^$/), parseArxiv)],
    pmid: [...all('pmid'), eprintIn(/pubmed|pmid/i)],
    pmcid: all('pmcid', 'pmc'),
    openalex: all('openalex'),
    title: untagged(text('title')),
    year: text('year', 'date')?.slice(0, 4),
    authors: said.author?.map(nameOf),
    etag: text('etag'),
    last_modified: text('last_modified'),
  };
}
