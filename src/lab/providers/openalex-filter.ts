import type { LabWork } from '../world.ts';

export type Matches = (work: LabWork) => boolean;

const bareDoi = (value: string): string =>
  value.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '').toLowerCase();
const bareId = (value: string): string =>
  value.replace(/^https?:\/\/openalex\.org\/(?:works\/)?/i, '').toUpperCase();

/** Ids of things around a work that filters can name. */
export const sourceIdOf = ({ publisher }: LabWork): string => `S${4_300_000_000 + numberOf(publisher.host)}`;
export const topicIdOf = ({ paper }: LabWork): string => `T${10_000 + (paper.index % 40)}`;
export const institutionIdOf = ({ paper }: LabWork): string => `I${100_000 + (paper.index % 60)}`;

/** A stable number below a million for a name. */
function numberOf(name: string): number {
  let sum = 7;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 999_983;
  return sum;
}

/** `2020`, `2019-2021`, `2019-`, `-2021`, `>2018`, `<2020`. */
function yearMatches(value: string): (year: number) => boolean {
  if (value.startsWith('>')) return (year) => year > Number(value.slice(1));
  if (value.startsWith('<')) return (year) => year < Number(value.slice(1));
  const [from = '', to] = value.split('-');
  if (to === undefined) return (year) => year === Number(value);
  return (year) => year >= Number(from || 0) && year <= Number(to || 9999);
}

const isOpen = ({ setup }: LabWork): boolean => setup.oaStatus !== 'closed';
const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every word of the search occurs in the title. */
export function searchMatches(search: string): Matches {
  const wanted = words(search);
  return ({ paper }) => {
    const title = new Set(words(paper.title ?? ''));
    return wanted.every((word) => title.has(word));
  };
}

const byInstitution =
  (value: string): Matches =>
  (work) =>
    institutionIdOf(work) === bareId(value);
const bySource =
  (value: string): Matches =>
  (work) =>
    sourceIdOf(work) === bareId(value);
const byTopic =
  (value: string): Matches =>
  (work) =>
    topicIdOf(work) === bareId(value);
const byOpenness =
  (value: string): Matches =>
  (work) =>
    isOpen(work) === (value === 'true');

function byId(value: string): Matches {
  const id = bareId(value);
  return ({ paper }) => paper.openalex === id;
}

function byDoi(value: string): Matches {
  const doi = bareDoi(value);
  return ({ paper }) => paper.doi === doi;
}

/** The filters the lab knows, a fair share of the real ones. */
const FILTERS: Readonly<Record<string, (value: string) => Matches>> = {
  doi: byDoi,
  openalex: byId,
  openalex_id: byId,
  'ids.openalex': byId,
  pmid:
    (value) =>
    ({ paper }) =>
      paper.pmid === value.replace(/\D/g, ''),
  publication_year:
    (value) =>
    ({ paper }) =>
      yearMatches(value)(paper.year),
  from_publication_date:
    (value) =>
    ({ paper }) =>
      paper.date >= value,
  to_publication_date:
    (value) =>
    ({ paper }) =>
      paper.date <= value,
  is_oa: byOpenness,
  'open_access.is_oa': byOpenness,
  'open_access.oa_status':
    (value) =>
    ({ setup }) =>
      setup.oaStatus === value,
  has_doi:
    (value) =>
    ({ paper }) =>
      (paper.doi !== undefined) === (value === 'true'),
  has_pmid:
    (value) =>
    ({ paper }) =>
      (paper.pmid !== undefined) === (value === 'true'),
  type: (value) => () => value === 'article',
  'primary_location.source.id': bySource,
  'locations.source.id': bySource,
  'primary_topic.id': byTopic,
  'topics.id': byTopic,
  'institutions.id': byInstitution,
  'authorships.institutions.id': byInstitution,
  'title.search': searchMatches,
  'display_name.search': searchMatches,
  'default.search': searchMatches,
};

/** The name of a filter that does not exist, or what the filter string lets through. */
export function parseFilter(text: string): { readonly unknown: string } | { readonly matches: Matches } {
  const parts: Matches[] = [];
  for (const part of text.split(',').filter(Boolean)) {
    const at = part.indexOf(':');
    const name = part.slice(0, Math.max(0, at));
    const filter = FILTERS[name];
    if (!filter) return { unknown: name || part };
    const value = part.slice(at + 1);
    const isNegated = value.startsWith('!');
    const any = value
      .slice(isNegated ? 1 : 0)
      .split('|')
      .map(filter);
    parts.push((work) => any.some((matches) => matches(work)) !== isNegated);
  }
  return { matches: (work) => parts.every((matches) => matches(work)) };
}

const SORTS: Readonly<Record<string, (work: LabWork) => string>> = {
  publication_date: ({ paper }) => paper.date,
  publication_year: ({ paper }) => String(paper.year),
  display_name: ({ paper }) => paper.title ?? '',
};

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** `publication_date:desc`; equal works keep their order, so that cursors stay true. `undefined`: no such field. */
export function sorted(works: readonly LabWork[], sort: string): readonly LabWork[] | undefined {
  const [name = '', direction = 'asc'] = sort.split(':');
  const key = SORTS[name];
  const sign = direction === 'desc' ? -1 : 1;
  return key && works.toSorted((one, other) => sign * compare(key(one), key(other)));
}

export const FILTER_NAMES = Object.keys(FILTERS);
