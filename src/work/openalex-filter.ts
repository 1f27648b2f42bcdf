import { UserError } from '../core/errors.ts';
import { parseUrl } from '../core/url.ts';

/** What a person asks OpenAlex for: `--query` and the flags that narrow it. */
export interface WorksQuery {
  /** A filter string, the address of a list of works, or plain search text. */
  readonly query?: string;
  /** `2020`, `2018-2021`, `2018-` or `-2021`. */
  readonly year?: string;
  /** Ids, several separated by `|` or `,`: any of them. */
  readonly topic?: string;
  readonly source?: string;
  readonly institution?: string;
}

const KEPT_PARAMETERS = ['filter', 'search', 'sort'];
const REFUSED_PARAMETERS = ['sample', 'group_by', 'group-by'];
/** `publication_year:2020`, `title.search:some words`: a name with a colon and something right behind it. */
const FILTER = /^[a-z][a-z_]*(?:\.[a-z_]+)*:\S/;

/** The parameters that select the works, in a fixed order; neither paging nor keys are among them. */
export function selectionOf(wanted: WorksQuery): URLSearchParams {
  const given = parametersOf(wanted.query?.trim() ?? '');
  const filters = [given.get('filter'), ...narrowingOf(wanted)].filter((filter) => filter !== null);
  const search = given.get('search');
  if (filters.length === 0 && !search)
    throw new UserError('the query asks for all works of OpenAlex: give a filter or some words');
  // Relevance is the order of a search; a filter alone has none worth keeping, so recent works come first.
  const sort = given.get('sort') ?? (search ? undefined : 'publication_date:desc');
  return new URLSearchParams({
    ...(filters.length > 0 && { filter: filters.join(',') }),
    ...(search && { search }),
    ...(sort && { sort }),
  });
}

const narrowingOf = ({ year, topic, source, institution }: WorksQuery): readonly string[] => [
  ...(year === undefined ? [] : [yearFilter(year)]),
  ...(topic === undefined ? [] : [idFilter('--topic', topic, TOPIC)]),
  ...(source === undefined ? [] : [idFilter('--source', source, SOURCE)]),
  ...(institution === undefined ? [] : [idFilter('--institution', institution, INSTITUTION)]),
];

function parametersOf(query: string): URLSearchParams {
  if (query === '') return new URLSearchParams();
  if (/^https?:/i.test(query)) return parametersOfAddress(query);
  return new URLSearchParams(FILTER.test(query) ? { filter: query } : { search: query });
}

function parametersOfAddress(address: string): URLSearchParams {
  const url = parseUrl(address);
  const isList = url && /(?:^|\.)openalex\.org$/.test(url.hostname) && /^\/works\/?$/.test(url.pathname);
  if (!isList)
    throw new UserError(
      `${withoutParameters(address)} is not a list of works at openalex.org (…/works?filter=…)`,
    );
  const refused = REFUSED_PARAMETERS.find((name) => url.searchParams.has(name));
  if (refused) throw new UserError(`a query with "${refused}" cannot be paged through; leave it out`);
  const kept = KEPT_PARAMETERS.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
  return new URLSearchParams(kept);
}

/** The address may carry a key. */
const withoutParameters = (address: string): string => address.replace(/[?#].*$/s, '');

const YEARS: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^(\d{4})$/, ([, year]) => `${year}`],
  [/^(\d{4})-(\d{4})$/, ([, from, to]) => `${from}-${to}`],
  [/^(\d{4})-$/, ([, from]) => `>${Number(from) - 1}`],
  [/^-(\d{4})$/, ([, to]) => `<${Number(to) + 1}`],
];

function yearFilter(text: string): string {
  for (const [pattern, filter] of YEARS) {
    const match = pattern.exec(text.replaceAll(/\s/g, ''));
    if (match) return `publication_year:${filter(match)}`;
  }
  throw new UserError(`--year takes 2020, 2018-2021, 2018- or -2021, not "${text}"`);
}

interface IdKind {
  readonly pattern: RegExp;
  readonly filter: string;
  readonly example: string;
}

const TOPIC: readonly IdKind[] = [
  {
    pattern: /^(?:https?:\/\/openalex\.org\/)?(?:topics\/)?(t\d+)$/i,
    filter: 'topics.id',
    example: 'T10017',
  },
];
const SOURCE: readonly IdKind[] = [
  {
    pattern: /^(?:https?:\/\/openalex\.org\/)?(?:sources\/)?(s\d+)$/i,
    filter: 'primary_location.source.id',
    example: 'S137773608',
  },
  { pattern: /^(\d{4}-\d{3}[\dx])$/i, filter: 'primary_location.source.issn', example: '0028-0836' },
];
const INSTITUTION: readonly IdKind[] = [
  {
    pattern: /^(?:https?:\/\/openalex\.org\/)?(?:institutions\/)?(i\d+)$/i,
    filter: 'authorships.institutions.lineage',
    example: 'I27837315',
  },
  {
    pattern: /^(?:https?:\/\/)?(ror\.org\/[0-9a-z]{9})$/i,
    filter: 'authorships.institutions.ror',
    example: 'ror.org/00jmfr291',
  },
];

function idFilter(flag: string, text: string, kinds: readonly IdKind[]): string {
  const ids = text.split(/[|,]/).map((id) => id.trim());
  for (const { pattern, filter } of kinds) {
    const matched = ids.map((id) => pattern.exec(id)?.[1]);
    if (matched.every((id) => id !== undefined)) return `${filter}:${matched.map(spelling).join('|')}`;
  }
  const examples = kinds.map(({ example }) => example).join(' or ');
  throw new UserError(`${flag} takes ids such as ${examples} (look them up at openalex.org), not "${text}"`);
}

const spelling = (id: string): string =>
  id.startsWith('ror.org') ? `https://${id.toLowerCase()}` : id.toUpperCase();
