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
import type { Work } from '../core/work.ts';
import { type Entry, rejectOf } from './paginate.ts';

/**
 * What a record of any format says, under the names of a JSONL work: `id` or any of `doi, openalex, arxiv, pmid, pmcid,
 * url`, and optionally `title, year, authors, etag, last_modified, priority`. Other names are ignored.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Where a record stands, and how it begins. */
interface Origin {
  readonly where: string;
  readonly text: string;
}

/** The work of a record; without one readable identifier it is none. */
export function entryOfFields(fields: Fields, { where, text }: Origin): Entry {
  const ids = identifiersOf(fields);
  if (Object.keys(ids).length === 0)
    return rejectOf(where, text, 'no readable id, doi, openalex, arxiv, pmid, pmcid or url');
  return { work: { id: canonicalWorkId(ids), ...ids, ...factsOf(fields) } };
}

/** Numbers are welcome where the identifier is one: spreadsheets make them of PMIDs. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : saidText(value);

function read<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : parse(text);
}

/** In a field of its own a number needs no label. */
const labelled =
  <T>(label: string, parse: (text: string) => T | undefined) =>
  (text: string): T | undefined =>
    parse(text) ?? parse(`${label}${text}`);

/** Fields of one kind win over `id` and `url`, in which any identifier may stand: most addresses are those of a DOI. */
function identifiersOf(fields: Fields): Identifiers {
  const doi = read(fields['doi'], parseDoi);
  const openalex = read(fields['openalex'], parseOpenAlex);
  const arxiv = read(fields['arxiv'], parseArxiv);
  const pmcid = read(fields['pmcid'], labelled('PMC', parsePmcid));
  const pmid = read(fields['pmid'], labelled('pmid:', parsePmid));
  return {
    ...read(fields['url'], parseIdentifier),
    ...read(fields['id'], parseIdentifier),
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
