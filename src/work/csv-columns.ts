import { UserError } from '../core/errors.ts';

/** Names of fields and how databases and reference managers call their columns. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'identifier', 'work id', 'ids'],
  doi: ['doi', 'dois', 'doi link', 'doi url', 'digital object identifier', 'article doi'],
  openalex: ['openalex', 'openalex id', 'openalexid'],
  arxiv: ['arxiv', 'arxiv id', 'arxivid'],
  pmcid: ['pmcid', 'pmc', 'pmc id', 'pubmed central id'],
  pmid: ['pmid', 'pubmed', 'pubmed id', 'pubmedid'],
  url: ['url', 'link', 'urls', 'pdf url', 'landing page', 'landing page url'],
  title: ['title', 'article title', 'document title', 'display name', 'paper title', 'name'],
  year: ['year', 'publication year', 'pub year', 'py', 'date', 'publication date', 'published'],
  authors: ['authors', 'author', 'author s', 'author names', 'author full names', 'creators'],
  etag: ['etag'],
  last_modified: ['last modified'],
  priority: ['priority'],
};
const IDENTIFYING = ['id', 'doi', 'openalex', 'arxiv', 'pmcid', 'pmid', 'url'];

/** Field -> places in the row, from 0: several columns may name the work. */
export type ColumnMap = ReadonlyMap<string, readonly number[]>;

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Which column is which: as told, else by its name. Empty when no column names works: the table may then have no header.
 * A column that is told and not there is the user's to mend.
 */
export function columnsOfHeader(header: readonly string[], told: string | undefined): ColumnMap {
  const names = header.map(plain);
  const found = Object.entries(FIELDS).flatMap(([field, aliases]) => {
    const places = aliases.flatMap((alias) => placesOf(alias, names));
    const isNaming = IDENTIFYING.includes(field);
    return places.length === 0 ? [] : [[field, isNaming ? places : places.slice(0, 1)] as const];
  });
  const map = new Map([...found, ...toldColumns(told, header)]);
  return IDENTIFYING.some((field) => map.has(field)) ? map : new Map();
}

const placesOf = (alias: string, names: readonly string[]): readonly number[] =>
  names.flatMap((name, place) => (name === alias ? [place] : []));

function toldColumns(told: string | undefined, header: readonly string[]): ColumnMap {
  const pairs = (told ?? '').split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      const key = field.trim().toLowerCase();
      if (!Object.hasOwn(FIELDS, key) || rest.length === 0)
        throw new UserError(
          `--columns takes pairs such as doi=DOI,title=Title, not "${pair.trim()}"; known are ${Object.keys(FIELDS).join(', ')}`,
        );
      return [key, [placeOf(rest.join('=').trim(), header)]];
    }),
  );
}

/** By its exact name, then by its name in any case, then by its number from 1. */
function placeOf(name: string, header: readonly string[]): number {
  const trimmed = header.map((cell) => cell.trim());
  const exact = trimmed.indexOf(name);
  const place = exact >= 0 ? exact : trimmed.findIndex((cell) => plain(cell) === plain(name));
  if (place >= 0) return place;
  if (/^[1-9]\d{0,3}$/.test(name) && Number(name) <= header.length) return Number(name) - 1;
  throw new UserError(`--columns names "${name}", but ${describeHeader(header)}`);
}

const SHOWN = 20;

export const describeHeader = (header: readonly string[]): string =>
  `the columns are ${header
    .slice(0, SHOWN)
    .map((cell) => JSON.stringify(cell.trim().slice(0, 40)))
    .join(', ')}`;
