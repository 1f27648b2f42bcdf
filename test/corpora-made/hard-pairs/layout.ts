import type { Dice } from '../../../src/lab/dice.ts';
import { wrap } from '../../../src/lab/pdf-text.ts';
import { ordinaryTitle, paragraph } from '../../../src/lab/titles.ts';
import { FAMILY_NAMES, GIVEN_NAMES, QUALITIES, SETTINGS, THINGS } from '../../../src/lab/words.ts';
import type { Sheet } from '../../download/identity/typeset.ts';

/** A work as its publisher prints it. */
export interface Printed {
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number;
  readonly doi: string;
  readonly journal: string;
  readonly volume: number;
  readonly firstPage: number;
  readonly pageCount: number;
}

export interface Scene {
  readonly work: Printed;
  readonly chance: Dice;
}

export type Page = readonly string[];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const PREFIXES = [
  '10.1016',
  '10.1007',
  '10.1002',
  '10.1093',
  '10.1177',
  '10.1021',
  '10.1371',
  '10.1109',
  '10.5194',
];

export const newDoi = (chance: Dice): string =>
  `${chance.pick(PREFIXES)}/${chance.pick(['j', 's', 'acs', 'bmj'])}.${chance.pick(THINGS).slice(0, 5).trim().replaceAll(' ', '')}.${chance.int(1995, 2025)}.${chance.int(10_000, 99_999)}`;

const newAuthors = (chance: Dice): readonly string[] =>
  chance
    .shuffle(FAMILY_NAMES)
    .slice(0, chance.int(2, 7))
    .map((family) => `${chance.pick(GIVEN_NAMES)} ${family}`);

export function newWork(chance: Dice, title = ordinaryTitle(chance)): Printed {
  return {
    title,
    authors: newAuthors(chance),
    year: chance.int(1996, 2025),
    doi: newDoi(chance),
    journal: `Journal of ${capital(chance.pick(QUALITIES))} ${capital(chance.pick(THINGS))}`,
    volume: chance.int(2, 140),
    firstPage: chance.int(1, 1800),
    pageCount: chance.int(6, 16),
  };
}

export const text = (chance: Dice, sentences: number, columns = 92): Page =>
  wrap(paragraph(chance, sentences), columns);

const family = (name: string): string => name.split(' ').slice(1).join(' ');
const initials = (name: string): string => `${name.charAt(0)}. ${family(name)}`;
export const shortAuthors = ({ authors }: Printed): string =>
  authors.length > 2 ? `${family(authors[0] ?? '')} et al.` : authors.map(family).join(' and ');

export const range = ({ firstPage, pageCount }: Printed): string =>
  `${firstPage}–${firstPage + pageCount - 1}`;
export const citation = (work: Printed): string =>
  `${work.authors.map(initials).join(', ')} (${work.year}) ${work.title}. ${work.journal} ${work.volume}:${range(work)}`;

const HOUSES = ['elsevier', 'springer', 'wiley', 'sage', 'acs', 'plos', 'oup', 'ieee', 'copernicus'] as const;
type House = (typeof HOUSES)[number];

const affiliations = (chance: Dice, count: number): Page =>
  Array.from(
    { length: count },
    (_, at) =>
      `${'abcd'.charAt(at)} Department of ${capital(chance.pick(THINGS))}, University of ${capital(chance.pick(SETTINGS))}`,
  );

/** Head of page one, title block and what stands before the abstract, in the manner of nine houses. */
function opening(house: House, { work, chance }: Scene, label: Page): Page {
  const { title, authors, doi, journal, volume, year } = work;
  const names = wrap(authors.join(', '), 88);
  const heading = wrap(title, chance.pick([48, 62, 84]));
  const homes = affiliations(chance, Math.min(3, authors.length));
  switch (house) {
    case 'elsevier':
      return [
        `${journal} ${volume} (${year}) ${range(work)}`,
        'Contents lists available at ScienceDirect',
        journal,
        'journal homepage: www.elsevier.com/locate/letters',
        ...label,
        ...heading,
        ...names,
        ...homes,
        'A R T I C L E  I N F O',
        'Article history:',
        `Received 3 March ${year - 1}`,
        `Accepted 9 January ${year}`,
      ];
    case 'springer':
      return [
        `${journal} (${year}) ${volume}:${range(work)}`,
        `https://doi.org/${doi}`,
        ...label,
        ...heading,
        ...names.map((line) => line.replaceAll(', ', ' · ')),
        `Received: 3 March ${year - 1} / Accepted: 9 January ${year}`,
        `© The Author(s) ${year}`,
      ];
    case 'wiley':
      return [
        `Received: 3 March ${year - 1} | Revised: 2 May ${year - 1} | Accepted: 9 January ${year}`,
        `DOI: ${doi}`,
        ...label,
        ...heading,
        ...wrap(authors.join(' | '), 80),
        ...homes,
      ];
    case 'sage':
      return [
        `https://doi.org/${doi}`,
        journal,
        `${year}, Vol. ${volume}(2) ${range(work)}`,
        `© The Author(s) ${year}`,
        'Article reuse guidelines:',
        'sagepub.com/journals-permissions',
        `DOI: ${doi}`,
        ...label,
        ...heading,
        ...names,
      ];
    case 'acs':
      return [
        ...label,
        `pubs.acs.org/letters`,
        ...heading,
        ...names,
        `Cite This: ${journal} ${year}, ${volume}, ${range(work)}`,
        'ACCESS Metrics & More Article Recommendations *sı Supporting Information',
      ];
    case 'plos':
      return [
        'OPEN ACCESS',
        `Citation: ${citation(work)}. https://doi.org/${doi}`,
        ...(label.length > 0 ? label : ['RESEARCH ARTICLE']),
        ...heading,
        ...names,
        ...homes,
      ];
    case 'oup':
      return [
        `${journal}, ${year}, ${volume}, ${range(work)}`,
        `doi: ${doi}`,
        'Advance Access Publication Date: 9 January',
        ...label,
        ...heading,
        ...names,
        ...homes,
      ];
    case 'ieee':
      return [
        `${journal.toUpperCase()}, VOL. ${volume}, NO. 3, MARCH ${year}`,
        ...label,
        ...heading,
        ...names,
        `Digital Object Identifier ${doi}`,
      ];
    case 'copernicus':
      return [
        `${journal}, ${volume}, ${range(work)}, ${year}`,
        `https://doi.org/${doi}`,
        `© Author(s) ${year}. This work is distributed under`,
        'the Creative Commons Attribution 4.0 License.',
        ...label,
        ...heading,
        ...names,
        ...homes,
        `Correspondence: ${initials(authors[0] ?? '')}`,
      ];
  }
}

const SECTIONS = [
  '1. Introduction',
  '2. Materials and methods',
  '3. Results',
  '4. Discussion',
  '5. Conclusions',
];

const references = (chance: Dice, count: number): Page =>
  Array.from({ length: count }, (_, at) =>
    wrap(`[${at + 1}] ${citation(newWork(chance))}. https://doi.org/${newDoi(chance)}`, 92),
  ).flat();

export interface Setting {
  /** Section labels over the title. */
  readonly label?: Page;
  readonly house?: House;
  /** Lines between byline and abstract. */
  readonly below?: Page;
  readonly pageCount?: number;
  /** Its DOI is printed nowhere, as in older volumes. */
  readonly hidesDoi?: boolean;
}

/** What some houses print at the foot of page one. */
const FEET: Partial<Record<House, (work: Printed) => Page>> = {
  elsevier: ({ doi, year }) => [
    `https://doi.org/${doi}`,
    `0001-8686/© ${year} Elsevier Ltd. All rights reserved.`,
  ],
  acs: ({ doi, year }) => [`https://dx.doi.org/${doi}`, `© ${year} American Chemical Society`],
  plos: ({ doi, year }) => [`PLOS ONE | https://doi.org/${doi} March 4, ${year} 1 / 14`],
};

/** A whole paper, as its publisher sets it. */
export function paper(
  scene: Scene,
  { label = [], house: given, below = [], pageCount, hidesDoi = false }: Setting = {},
): readonly Page[] {
  const { chance } = scene;
  const count = pageCount ?? scene.work.pageCount;
  const work = { ...scene.work, pageCount: count };
  const house = given ?? chance.pick(HOUSES);
  const isWithoutDoi = hidesDoi && (house === 'elsevier' || house === 'acs');
  const first = [
    ...opening(house, { work, chance }, label),
    ...below,
    'Abstract',
    ...text(chance, 6),
    `Keywords: ${chance.pick(THINGS)}; ${chance.pick(THINGS)}; ${chance.pick(SETTINGS)}`,
    SECTIONS[0] ?? '',
    ...text(chance, 9),
  ].slice(0, 56);
  const middle = Array.from({ length: Math.max(0, count - 2) }, (_, at) =>
    [
      at % 2 === 0
        ? `${work.firstPage + at + 1}    ${shortAuthors(work)}`
        : `${work.title.slice(0, 50)}    ${work.firstPage + at + 1}`,
      ...(at % 2 === 0 ? [SECTIONS[(at / 2 + 1) % 5] ?? ''] : []),
      ...text(chance, 24),
    ].slice(0, 60),
  );
  const last = [
    `${shortAuthors(work)}    ${work.firstPage + count - 1}`,
    ...text(chance, 5),
    'Acknowledgements',
    ...text(chance, 2),
    'References',
    ...references(chance, 14),
  ].slice(0, 60);
  const opened = isWithoutDoi ? first : [...first, ...(FEET[house]?.(work) ?? [])];
  return count === 1 ? [opened] : [opened, ...middle, last];
}

export const sheet = (pages: readonly Page[], info: Omit<Sheet, 'pages'> = {}): Sheet => ({ pages, ...info });

export const block = ({ title, authors }: Printed): Page => [
  ...wrap(title, 70),
  ...wrap(authors.join(', '), 88),
];
