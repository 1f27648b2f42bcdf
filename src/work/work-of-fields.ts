import { saidList, saidText, saidYear } from '../core/claims.ts';
import type { Identifiers } from '../core/identifiers.ts';
import {
  canonicalWorkId,
  parseArxiv,
  parseDoi,
  parseIdentifier,
  parseOpenAlex,
  parsePmcid,
  parsePmid,
} from '../core/identifiers.ts';
import { type Conflict, contradictionsIn, joinConflicts } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import { type Entry, lineOf, rejectOf } from './paginate.ts';

/**
 * What a record of any format says, under the names of a JSONL work: `id` or any of `doi, openalex, arxiv, pmid, pmcid,
 * url`, and optionally `title, year, authors, etag, last_modified, priority`. Other names are ignored. A field of an
 * identifier may have a list of values: the first that can be read counts.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Names in other case (`DOI`, `Title`) mean the same, as they do in the header of a table; a name as it is documented wins. */
export function withPlainNames(fields: Fields): Fields {
  const names = Object.keys(fields);
  if (names.every((name) => name === name.toLowerCase())) return fields;
  return { ...Object.fromEntries(names.map((name) => [name.toLowerCase(), fields[name]])), ...fields };
}

/** Where a record stands, and how it begins. */
interface Origin {
  readonly where: string;
  readonly text: string;
  /** What the record is called in its file: a citation key. */
  readonly key?: string | undefined;
}

/** The work of a record; without one readable identifier it is none. What cannot be read beside one is told. */
export function entryOfFields(fields: Fields, { where, text, key }: Origin): Entry {
  const ids = identifiersOf(fields);
  const label = key === undefined ? '' : `${key.slice(0, SHOWN)}: `;
  if (Object.keys(ids).length === 0) {
    const bad = [
      ...unreadable(fields, OWN_FIELDS),
      ...unreadable(fields, key === undefined ? ANY_FIELDS : ['url']),
    ];
    const problem = bad.join('; ') || 'no readable id, doi, openalex, arxiv, pmid, pmcid or url';
    return rejectOf(where, text, `${label}${problem}`);
  }
  const id = canonicalWorkId(ids);
  const conflicts = conflictsIn(fields, ids);
  const bad = [...unreadable(fields, OWN_FIELDS), ...contradicted(conflicts)];
  return {
    work: { id, ...ids, ...factsOf(fields), ...(conflicts.length > 0 && { conflicts }) },
    line: lineOf(where, text),
    ...(bad.length > 0 && { doubt: `${label}${bad.join('; ')}; taken as ${id}` }),
  };
}

const SHOWN = 80;
/** How tables say that there is nothing. */
const NOTHING = /^(?:n\.?\/?a\.?|nan|none|null|nil|unknown|undefined|tba|tbd|[-–—._?0\s]*)$/i;

/** Fields in which nothing but an identifier of that kind may stand, and what it is called. */
const OWN_FIELDS = ['doi', 'openalex', 'arxiv', 'pmcid', 'pmid'] as const;
const ANY_FIELDS = ['id', 'url'] as const;
const KINDS = {
  doi: 'a DOI',
  openalex: 'an OpenAlex id',
  arxiv: 'an arXiv id',
  pmcid: 'a PMCID',
  pmid: 'a PMID',
  id: 'an identifier',
  url: 'a web address',
} as const;

/** What these fields say that is not what belongs there: `its doi "1O.1000/x" is not a DOI`. */
const unreadable = (fields: Fields, names: readonly (keyof typeof KINDS)[]): readonly string[] =>
  names.flatMap((name) =>
    textsOf(fields[name]).flatMap((said) => {
      if (NOTHING.test(said) || PARSERS[name](said) !== undefined) return [];
      return [`its ${name} "${lineOf('', said).text.slice(0, SHOWN)}" is not ${KINDS[name]}`];
    }),
  );

/** Identifiers of the record that are others than those it is taken for (ADR 27). */
const conflictsIn = (fields: Fields, ids: Identifiers): readonly Conflict[] =>
  [...OWN_FIELDS, ...ANY_FIELDS].reduce<readonly Conflict[]>((found, name) => {
    const said = textsOf(fields[name]).flatMap((text) => identifiersIn(name, text) ?? []);
    return joinConflicts(
      found,
      said.flatMap((one) => contradictionsIn(ids, one)),
    );
  }, []);

const identifiersIn = (name: keyof typeof PARSERS, text: string): Identifiers | undefined => {
  const read = PARSERS[name](text);
  return typeof read === 'string' ? { [name]: read } : read;
};

const contradicted = (conflicts: readonly Conflict[]): readonly string[] =>
  conflicts.map((conflict) => `it names ${conflict.name} beside ${conflict.with}`);

/** Numbers are welcome where the identifier is one: spreadsheets make them of PMIDs. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : saidText(value);

/** What a record says in one field beyond this is no identifier of it. */
const MAX_VALUES = 60;

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value]).flatMap((one) => textOf(one) ?? []);

function read<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  for (const text of textsOf(value)) {
    const found = parse(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** In a field of its own a number needs no label. */
const labelled =
  <T>(label: string, parse: (text: string) => T | undefined) =>
  (text: string): T | undefined =>
    parse(text) ?? parse(`${label}${text}`);

const PARSERS = {
  doi: parseDoi,
  openalex: parseOpenAlex,
  arxiv: parseArxiv,
  pmcid: labelled('PMC', parsePmcid),
  pmid: labelled('pmid:', parsePmid),
  id: parseIdentifier,
  url: parseIdentifier,
} as const;

/** Fields of one kind win over `id` and `url`, in which any identifier may stand: most addresses are those of a DOI. */
function identifiersOf(fields: Fields): Identifiers {
  const doi = read(fields['doi'], PARSERS.doi);
  const openalex = read(fields['openalex'], PARSERS.openalex);
  const arxiv = read(fields['arxiv'], PARSERS.arxiv);
  const pmcid = read(fields['pmcid'], PARSERS.pmcid);
  const pmid = read(fields['pmid'], PARSERS.pmid);
  return {
    ...read(fields['url'], PARSERS.url),
    ...read(fields['id'], PARSERS.id),
    ...(doi && { ...parseIdentifier(doi) }),
    ...(openalex && { openalex }),
    ...(arxiv && { arxiv }),
    ...(pmcid && { pmcid }),
    ...(pmid && { pmid }),
  };
}

const MAX_AUTHORS = 50;

function factsOf(fields: Fields): Partial<Work> {
  const title = saidText(fields['title']);
  const year = saidYear(fields['year']);
  const authors = saidList(fields['authors'], saidText).slice(0, MAX_AUTHORS);
  const etag = saidText(fields['etag']);
  const lastModified = saidText(fields['last_modified']);
  const priority = fields['priority'];
  return {
    ...(title !== undefined && { title }),
    ...(year !== undefined && { year }),
    ...(authors.length > 0 && { authors }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
    ...(typeof priority === 'number' && Number.isSafeInteger(priority) && { priority }),
  };
}
