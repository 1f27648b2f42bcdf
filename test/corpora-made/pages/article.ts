import { type Dice, dice } from './dice.ts';
import type { WantedWork } from './made-page.ts';
import { type Person, people } from './people.ts';
import { fill, paragraph, plain, tongueOf, type Writer } from './prose.ts';
import type { Headings, Lang } from './tongue.ts';

export interface Ref {
  number: number;
  authors: string;
  title: string;
  journal: string;
  year: number;
  volume: number;
  pages: string;
  doi: string;
  pmid: number;
}

export interface Table {
  number: number;
  caption: string;
  head: string[];
  rows: string[][];
}

export interface Part {
  id: number;
  title: string;
  paragraphs: string[];
  parts: Part[];
  figures: { number: number; caption: string }[];
  tables: Table[];
}

export interface Article {
  seed: string;
  lang: Lang;
  names: Headings;
  title: string;
  doi: string;
  year: number;
  people: Person[];
  places: string[];
  journal: string;
  issn: string;
  volume: number;
  issue: number;
  first: number;
  last: number;
  month: string;
  day: number;
  abstract: string[];
  keywords: string[];
  parts: Part[];
  refs: Ref[];
  thanks: string;
  highlights: string[];
  number: number;
  dice: Dice;
  writer: Writer;
}

export interface ArticleOptions {
  lang?: Lang;
  doi?: string;
  /** imrad: the usual five sections; letter: no section headings; review: many topical sections; essay: few. */
  shape?: 'imrad' | 'letter' | 'review' | 'essay';
  /** Share of the usual length. */
  length?: number;
  refs?: number;
  year?: number;
  /** A title of its own instead of one from the topic. */
  title?: string;
  /** Sentences that open the paragraphs, for texts about a certain matter. */
  mentions?: readonly string[];
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const REF_JOURNALS = [
  'J. Appl. Ecol.',
  'Nat. Commun.',
  'PLoS ONE',
  'Environ. Sci. Technol.',
  'Lancet',
  'Phys. Rev. B',
  'Water Res.',
  'Comput. Educ.',
  'Sci. Rep.',
  'J. Hydrol.',
];

const reference = (writer: Writer, number: number): Ref => {
  const chance = writer.dice;
  const english = tongueOf('en');
  const topic = chance.pick(english.topics);
  const other: Writer = { ...writer, tongue: english, topic, used: new Set() };
  const families = chance.some(english.family, chance.int(1, 4));
  const first = chance.int(10, 900);
  return {
    number,
    authors: families.map((family) => `${family} ${chance.pick(['A', 'B', 'J', 'M', 'R', 'S'])}`).join(', '),
    title: fill(other, chance.pick(topic.titles)),
    journal: chance.pick(REF_JOURNALS),
    year: chance.int(1988, 2022),
    volume: chance.int(2, 160),
    pages: `${first}–${first + chance.int(4, 18)}`,
    doi: `10.${chance.int(1002, 9999)}/${chance.hex(4)}.${chance.int(1990, 2022)}.${chance.int(1000, 99999)}`,
    pmid: chance.int(7000000, 36999999),
  };
};

const table = (writer: Writer, number: number): Table => {
  const chance = writer.dice;
  const words = Object.values(writer.topic.slots).flat();
  const columns = chance.int(3, 5);
  return {
    number,
    caption: plain(fill(writer, chance.pick(writer.tongue.sentences))),
    head: ['', ...chance.some(words, columns)],
    rows: chance
      .some(words, chance.int(4, 9))
      .map((word) => [
        word,
        ...Array.from(
          { length: columns },
          () => `${chance.int(0, 99)}.${chance.int(10, 99)} ± ${chance.int(0, 4)}.${chance.int(1, 9)}`,
        ),
      ]),
  };
};

interface Plan {
  title: string;
  paragraphs: number;
  subs: number;
}

const plan = (names: Headings, shape: NonNullable<ArticleOptions['shape']>, writer: Writer): Plan[] => {
  if (shape === 'letter') return [{ title: '', paragraphs: 8, subs: 0 }];
  const topical = (count: number): Plan[] =>
    writer.dice.some(Object.values(writer.topic.slots).flat(), count).map((word) => ({
      title: word.charAt(0).toUpperCase() + word.slice(1),
      paragraphs: 5,
      subs: shape === 'review' ? 1 : 0,
    }));
  if (shape === 'essay') {
    return [
      { title: names.introduction, paragraphs: 4, subs: 0 },
      ...topical(3),
      { title: names.conclusion, paragraphs: 2, subs: 0 },
    ];
  }
  if (shape === 'review') {
    return [
      { title: names.introduction, paragraphs: 4, subs: 0 },
      ...topical(7),
      { title: names.conclusion, paragraphs: 2, subs: 0 },
    ];
  }
  return [
    { title: names.introduction, paragraphs: 4, subs: 0 },
    { title: names.methods, paragraphs: 1, subs: 3 },
    { title: names.results, paragraphs: 1, subs: 3 },
    { title: names.discussion, paragraphs: 5, subs: 0 },
    { title: names.conclusion, paragraphs: 1, subs: 0 },
  ];
};

const buildParts = (writer: Writer, plans: Plan[], length: number): Part[] => {
  const { dice: chance } = writer;
  const words = Object.values(writer.topic.slots).flat();
  let figure = 0;
  let tableNumber = 0;
  let id = 0;
  const texts = (count: number): string[] =>
    Array.from({ length: Math.max(1, Math.round(count * length)) }, () =>
      paragraph(writer, chance.int(4, 8)),
    );
  const floats = (): Pick<Part, 'figures' | 'tables'> => ({
    figures: figure < writer.figures ? [{ number: ++figure, caption: plain(paragraph(writer, 3)) }] : [],
    tables: tableNumber < writer.tables && chance.chance(0.6) ? [table(writer, ++tableNumber)] : [],
  });
  return plans.map((one) => ({
    id: ++id,
    title: one.title,
    paragraphs: texts(one.paragraphs),
    figures: [],
    tables: [],
    parts: chance.some(words, one.subs).map((word) => ({
      id: ++id,
      title: word.charAt(0).toUpperCase() + word.slice(1),
      paragraphs: texts(2),
      parts: [],
      ...floats(),
    })),
  }));
};

const withMentions = (parts: Part[], mentions: readonly string[]): Part[] =>
  parts.map((part) => ({
    ...part,
    paragraphs: part.paragraphs.map((text, index) =>
      mentions.length > 0 ? `${mentions[(index + part.id) % mentions.length]} ${text}` : text,
    ),
  }));

export const article = (seed: string, options: ArticleOptions = {}): Article => {
  const chance = dice(seed);
  const lang = options.lang ?? 'en';
  const tongue = tongueOf(lang);
  const shape = options.shape ?? 'imrad';
  const letter = shape === 'letter';
  const writer: Writer = {
    used: new Set(),
    tongue,
    topic: chance.pick(tongue.topics),
    dice: chance,
    refs: options.refs ?? (letter ? 9 : chance.int(28, 55)),
    figures: letter ? 0 : 4,
    tables: letter ? 0 : 2,
  };
  const drawn = fill(writer, chance.pick(writer.topic.titles));
  const title = options.title ?? drawn;
  const number = chance.int(100200, 998700);
  const first = chance.int(1, 1800);
  const year = options.year ?? chance.int(2009, 2024);
  const sentence = (): string => plain(fill(writer, chance.pick(tongue.sentences)));
  return {
    seed,
    lang,
    title,
    year,
    number,
    first,
    writer,
    names: tongue.headings,
    doi: (options.doi ?? '10.5555/made.#').replace('#', String(number)),
    people: people(chance, lang),
    places: chance.some(tongue.places, 2),
    journal: chance.pick(tongue.journals),
    issn: `${chance.int(1000, 2900)}-${chance.int(1000, 9999)}`,
    volume: chance.int(3, 140),
    issue: chance.int(1, 12),
    last: first + chance.int(6, 22),
    month: chance.pick(MONTHS),
    day: chance.int(1, 28),
    abstract: [plain(paragraph(writer, letter ? 3 : 8))],
    keywords: chance.some(Object.values(writer.topic.slots).flat(), 5),
    parts: withMentions(
      buildParts(writer, plan(tongue.headings, shape, writer), options.length ?? 1),
      options.mentions ?? [],
    ),
    refs: Array.from({ length: writer.refs }, (_none, index) => reference(writer, index + 1)),
    thanks: `${sentence()}${tongue.gap}${sentence()}`,
    highlights: [sentence(), sentence(), sentence(), sentence(), sentence()],
    dice: chance,
  };
};

export const wanted = (of: Article): WantedWork => ({
  title: of.title,
  doi: of.doi,
  year: of.year,
  authors: of.people.map((one) => `${one.given} ${one.family}`),
});

/** Other works of the same kind: for related, citing and listed articles. None bears the title of the first. */
export const others = (of: Article, count: number, lang?: Lang): Article[] => {
  const found: Article[] = [];
  for (let index = 0; found.length < count && index < count * 4; index += 1) {
    const one = article(`${of.seed}/other-${index}`, { lang: lang ?? of.lang, length: 0.2, refs: 4 });
    if (one.title !== of.title) found.push(one);
  }
  return found;
};
