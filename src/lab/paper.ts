import { type DepositPlace, depositDoi } from './deposit-names.ts';
import { type Dice, dice } from './dice.ts';
import type { DoiStyle, Site } from './site.ts';
import { hostileTitle, ordinaryTitle } from './titles.ts';
import { FAMILY_NAMES, GIVEN_NAMES, QUALITIES, THINGS } from './words.ts';

/** What a work goes by: a publisher's DOI, that of an archive, a DOI and a copy in arXiv or PMC, or no DOI at all. */
export type IdentityKind =
  | 'doi'
  | 'arxiv-doi'
  | 'doi-and-arxiv'
  | 'doi-and-pmc'
  | `${Exclude<DepositPlace, 'openaire' | 'hal' | 'base'>}-doi`
  | 'none';

/** The bibliographic facts of one work, the same in every source. */
export interface Paper {
  readonly index: number;
  /** `doi:…` in lower case, or `openalex:W…` for a work without a DOI. */
  readonly id: string;
  /** Lower case. */
  readonly doi?: string;
  /** One of the identifiers as a person would paste it: a SICI in capitals, for instance. */
  readonly spelling: string;
  readonly openalex: string;
  readonly arxiv?: string;
  readonly pmid?: string;
  readonly pmcid?: string;
  /** `null` where the sources have none. */
  readonly title: string | null;
  readonly year: number;
  /** `2021-03-09`. */
  readonly date: string;
  readonly authors: readonly string[];
  readonly journal: string;
  readonly issn: string;
}

export interface PaperRequest {
  readonly seed: number;
  readonly index: number;
  readonly site: Site;
  readonly identity: IdentityKind;
  readonly hostileTitles: boolean;
}

const LAST_YEAR = 2026;
/** Every n-th work has a title made to break things. */
const HOSTILE_EVERY = 12;
const OLD_ARCHIVES = [
  'hep-th',
  'math',
  'astro-ph',
  'cond-mat',
  'quant-ph',
  'gr-qc',
  'nucl-th',
  'cs',
] as const;

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** DOIs with brackets, colons and angle brackets are rare but real; every small world has some. */
function doiStyleOf(index: number, site: Site): DoiStyle {
  if (index % 23 === 7) return 'sici';
  if (index % 29 === 11) return 'colon';
  if (index % 31 === 13) return 'parenthesis';
  return site.doiStyle;
}

/** The suffix as printed by the publisher; the work's number makes it unique. */
function doiSuffix(
  style: DoiStyle,
  paper: { index: number; year: number; abbreviation: string; chance: Dice },
): string {
  const { index, year, abbreviation, chance } = paper;
  const month = digits(chance.int(1, 12), 2);
  switch (style) {
    case 'dotted':
      return `${abbreviation}.${year}.${digits(index, 5)}`;
    case 'dashed':
      return `s4${chance.int(1000, 1999)}-${digits(year % 1000, 3)}-${digits(index, 5)}-${chance.int(0, 9)}`;
    case 'journal':
      return `j.${abbreviation}.${year}.${month}.${digits(index, 3)}`;
    case 'parenthesis':
      return `S0140-6736(${digits(year % 100, 2)})${digits(index, 5)}-${chance.int(0, 9)}`;
    case 'colon':
      return `A:10${digits(index, 8)}`;
    case 'sici':
      return `(SICI)1097-4571(${year}${month})${chance.int(2, 60)}:${chance.int(1, 12)}<${index}::AID-${abbreviation.toUpperCase()}${index}>3.0.CO;2-${chance.pick(['O', 'X', '#', 'I'])}`;
  }
}

function arxivIdOf(index: number, year: number, month: number): string {
  const when = `${digits(year % 100, 2)}${digits(month, 2)}`;
  const archive = OLD_ARCHIVES[Math.floor(index / 1000)];
  if (year < 2007 && archive !== undefined) return `${archive}/${when}${digits(index % 1000, 3)}`;
  if (year < 2015 && year >= 2007 && index < 10_000) return `${when}.${digits(index, 4)}`;
  return `${year < 2015 ? '15' : digits(year % 100, 2)}${digits(month, 2)}.${digits(index % 100_000, 5)}`;
}

const medicalIds = (index: number, isInPmc: boolean): Pick<Paper, 'pmid' | 'pmcid'> => ({
  ...((index % 5 === 2 || isInPmc) && { pmid: String(20_000_000 + index) }),
  ...(isInPmc && { pmcid: `PMC${9_000_000 + index}` }),
});

const authorsOf = (chance: Dice): string[] =>
  Array.from({ length: chance.int(1, 6) }, () => `${chance.pick(GIVEN_NAMES)} ${chance.pick(FAMILY_NAMES)}`);

/** More recent than old, as in the real catalogue. */
const yearOf = (chance: Dice): number => LAST_YEAR - Math.min(31, Math.floor(Math.abs(chance.normal()) * 9));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The DOI of an archive, for works that have no other. */
function archiveDoi(identity: IdentityKind, index: number, arxiv: string | undefined): string | undefined {
  switch (identity) {
    case 'arxiv-doi':
      return `10.48550/arXiv.${arxiv}`;
    case 'osf-doi':
      return depositDoi('osf', index);
    case 'zenodo-doi':
      return depositDoi('zenodo', index);
    case 'figshare-doi':
      return depositDoi('figshare', index);
    case 'biorxiv-doi':
      return depositDoi('biorxiv', index);
    case 'doi':
    case 'doi-and-arxiv':
    case 'doi-and-pmc':
    case 'none':
      return undefined;
  }
}

export function createPaper(request: PaperRequest): Paper {
  const { seed, index, site, identity } = request;
  const chance = dice(seed, 'paper', index);
  const ordinary = ordinaryTitle(chance);
  const hostile = request.hostileTitles && index % HOSTILE_EVERY === 5;
  const year = yearOf(chance);
  const month = chance.int(1, 12);
  const naming = dice(seed, 'journal', site.host, index % 3);
  const journalWords = [naming.pick(QUALITIES), naming.pick(THINGS)] as const;
  const arxiv =
    identity === 'arxiv-doi' || identity === 'doi-and-arxiv' ? arxivIdOf(index, year, month) : undefined;
  const openalex = `W${4_200_000_000 + (seed % 1000) * 100_000 + index}`;
  const printed =
    archiveDoi(identity, index, arxiv) ??
    `${site.doiPrefix}/${doiSuffix(doiStyleOf(index, site), { index, year, abbreviation: journalWords[0].slice(0, 4), chance })}`;
  const doi = identity === 'none' ? undefined : printed.toLowerCase();
  return {
    index,
    id: doi === undefined ? `openalex:${openalex}` : `doi:${doi}`,
    ...(doi !== undefined && { doi }),
    spelling: doi === undefined ? openalex : printed,
    openalex,
    ...(arxiv !== undefined && { arxiv }),
    ...medicalIds(index, identity === 'doi-and-pmc'),
    title: hostile ? hostileTitle(Math.floor(index / HOSTILE_EVERY), ordinary) : ordinary,
    year,
    date: `${year}-${digits(month, 2)}-${digits(chance.int(1, 28), 2)}`,
    authors: authorsOf(chance),
    journal: `${capital(journalWords[0])} ${capital(journalWords[1])} Letters`,
    issn: `${digits(chance.int(1, 9999), 4)}-${digits(chance.int(1, 999), 3)}X`,
  };
}
