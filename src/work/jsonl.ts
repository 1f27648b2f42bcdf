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
  parseWebUrl,
} from '../core/identifiers.ts';
import type { Work } from '../core/work.ts';
import type { TextInput } from './id-list.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import { readLines } from './read-lines.ts';
import type { Source } from './source.ts';

/** One JSON object a line: `id` or any of `doi, openalex, arxiv, pmid, pmcid, url`, and facts; other fields are ignored. */
export const jsonLines = ({ name, read }: TextInput): Source => ({
  name: `jsonl:${name}`,
  pages: (_from, signal) => paginate(entriesOf(name, read()), signal),
});

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  for await (const line of readLines(bytes)) {
    const where = `${name}:${line.number}`;
    if (line.problem !== undefined) yield rejectOf(where, line.text, line.problem);
    else if (line.text.trim() !== '') yield entryOf(line.text, where);
  }
}

function entryOf(line: string, where: string): Entry {
  const fields = parseObject(line);
  if (!fields) return rejectOf(where, line, 'the line is not a JSON object');
  const ids = identifiersOf(fields);
  if (Object.keys(ids).length === 0)
    return rejectOf(where, line, 'no readable id, doi, openalex, arxiv, pmid, pmcid or url');
  return { work: { id: canonicalWorkId(ids), ...ids, ...factsOf(fields) } };
}

type Fields = Readonly<Record<string, unknown>>;

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

function identifiersOf(fields: Fields): Identifiers {
  const doi = read(fields['doi'], parseDoi);
  const openalex = read(fields['openalex'], parseOpenAlex);
  const arxiv = read(fields['arxiv'], parseArxiv);
  const pmcid = read(fields['pmcid'], labelled('PMC', parsePmcid));
  const pmid = read(fields['pmid'], labelled('pmid:', parsePmid));
  const url = read(fields['url'], parseWebUrl);
  return {
    ...read(fields['id'], parseIdentifier),
    ...(doi && { ...parseIdentifier(doi) }),
    ...(openalex && { openalex }),
    ...(arxiv && { arxiv }),
    ...(pmcid && { pmcid }),
    ...(pmid && { pmid }),
    ...(url && { url }),
  };
}

function factsOf(fields: Fields): Partial<Work> {
  const title = saidText(fields['title']);
  const year = saidYear(fields['year']);
  const authors = saidList(fields['authors'], saidText);
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
