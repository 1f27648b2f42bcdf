import { saidList, saidText } from '../core/claims.ts';
import { parseArxiv } from '../core/identifiers.ts';
import type { TextInput } from './id-list.ts';
import { type JsonElement, jsonElements } from './json-elements.ts';
import { type Entry, paginate, rejectOf } from './paginate.ts';
import type { Source } from './source.ts';
import { entryOfFields, type Fields, withPlainNames } from './work-of-fields.ts';

/** A list of items in CSL-JSON, as Zotero, citeproc and doi.org write them. */
export const cslJson = ({ name, read, isReadOnce = false }: TextInput): Source => ({
  name: `csl-json:${name}`,
  isReadOnce,
  pages: (from, signal) => paginate(entriesOf(name, read(signal)), signal, { name, from }),
});

async function* entriesOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Entry> {
  let isEmpty = true;
  for await (const element of jsonElements(bytes)) {
    isEmpty = false;
    yield entryOf(element, `${name}:${element.line}`);
  }
  if (isEmpty) yield rejectOf(`${name}:1`, '', 'holds no JSON objects');
}

function entryOf({ text, problem }: JsonElement, where: string): Entry {
  if (problem !== undefined) return rejectOf(where, text, problem);
  const item = parsed(text);
  return item
    ? entryOfFields(fieldsOf(withPlainNames(item)), { where, text, key: saidText(item['id']) })
    : rejectOf(where, text, 'the object is not valid JSON');
}

function parsed(text: string): Fields | undefined {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function nameOf(value: unknown): string | undefined {
  const { literal, given, family } = asFields(value);
  return saidText(literal) ?? saidText([given, family].map(saidText).filter(Boolean).join(' '));
}

/** `{"date-parts": [[2020, 5]]}`, with numbers or digits, or `{"raw": "2020-05-04"}`. */
function yearOf(issued: unknown): unknown {
  const date = asFields(issued);
  const parts: unknown = date['date-parts'];
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined;
  const year: unknown = Array.isArray(first) ? first[0] : undefined;
  return year ?? /^\d{4}/.exec(saidText(date['raw'] ?? date['literal']) ?? '')?.[0];
}

/** arXiv has no field of its own: its papers have it as archive or publisher and their id as number or location. */
function arxivOf({ archive, publisher, number, archive_location }: Fields): unknown {
  const isArxiv = [archive, publisher].some((one) => /arxiv/i.test(saidText(one) ?? ''));
  return isArxiv
    ? [number, archive_location].find((one) => parseArxiv(saidText(one) ?? '') !== undefined)
    : undefined;
}

/** A name in any case stands under both of its spellings. */
const distinct = (values: readonly unknown[]): readonly unknown[] => [...new Set(values)];

function fieldsOf(item: Fields): Fields {
  return {
    id: item['id'],
    doi: distinct([item['DOI'], item['doi']].flat()),
    url: distinct([item['URL'], item['url']].flat()),
    pmid: item['PMID'] ?? item['pmid'],
    pmcid: item['PMCID'] ?? item['pmcid'],
    arxiv: arxivOf(item),
    title: Array.isArray(item['title']) ? item['title'][0] : item['title'],
    year: yearOf(item['issued']),
    authors: saidList(item['author'], nameOf),
    etag: item['etag'],
    last_modified: item['last_modified'],
    priority: item['priority'],
  };
}
