import { type Dice } from '../../../src/lab/dice.ts';
import { wrap } from '../../../src/lab/pdf-text.ts';
import { type Language, type SampleWork, sentences } from './sample-works.ts';

/** How a paper is set. Whatever is left out is set as journals do. */
export interface Setting {
  readonly work: SampleWork;
  readonly chance: Dice;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly doi?: string | undefined;
  readonly language?: Language;
  /** Lines before the title and between authors and abstract. */
  readonly above?: readonly string[];
  readonly below?: readonly string[];
  /** Lines at the end of what the reader sees of it. */
  readonly tail?: readonly string[];
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Lines of at most `columns`; dense scripts break anywhere but inside Latin words, and are twice as wide. */
export function lines(text: string, columns: number): readonly string[] {
  if (!DENSE.test(text)) return wrap(text, columns);
  const broken: string[] = [];
  let line = '';
  for (const unit of text.match(/[\p{Script=Latin}\d/.:-]+|./gsu) ?? []) {
    if (line.length + unit.length > columns / 2) {
      broken.push(line);
      line = '';
    }
    line += unit;
  }
  return [...broken, line].filter((one) => one !== '');
}

/** Long words are broken at the end of a line, as narrow columns do. */
const hyphenated = (text: readonly string[]): readonly string[] =>
  text.flatMap((line, at) => {
    const last = line.split(' ').at(-1) ?? '';
    if (at === text.length - 1 || last.length < 8 || /[^a-zäöüß]/i.test(last)) return [line];
    return [`${line.slice(0, -4)}-`, line.slice(-4)];
  });

const initials = (name: string): string => {
  const [given = '', ...family] = name.split(' ');
  return `${given.charAt(0)}. ${family.join(' ')}`;
};

export const byline = (authors: readonly string[], chance: Dice): string =>
  authors.map(chance.next() < 0.4 ? initials : (name) => name).join(chance.next() < 0.5 ? ', ' : ' · ');

/** `Bauer A., Chen W. Title. Journal, 2019. doi:…`: an entry of a reference list. */
export function reference(work: SampleWork, withDoi = true): string {
  const names = work.authors.map((name) => name.split(' ').slice(1).join(' ')).join(', ');
  return `${names} (${work.year}). ${work.title}. ${work.journal} 12, 1-9.${withDoi ? ` https://doi.org/${work.doi}` : ''}`;
}

/** The first pages of a paper, line by line. */
export function writePaper(setting: Setting): readonly (readonly string[])[] {
  const { work, chance } = setting;
  const { title = work.title, authors = work.authors, language = work.language } = setting;
  const doi = 'doi' in setting ? setting.doi : work.doi;
  const columns = chance.pick([45, 60, 80]);
  const heading = lines(chance.next() < 0.15 ? title.toUpperCase() : title, columns);
  const head = `${work.journal} ${chance.int(1, 80)} (${work.year}) ${chance.int(1, 300)}`;
  const doiLine = doi === undefined ? [] : [`https://doi.org/${doi}`];
  const isDoiFirst = chance.next() < 0.5;
  const body = lines(sentences(language, chance, 16), 95);
  const abstract = lines(sentences(language, chance, 5), 90);
  return [
    [
      head,
      ...(isDoiFirst ? doiLine : []),
      ...(setting.above ?? []),
      ...(chance.next() < 0.3 ? hyphenated(heading) : heading),
      ...lines(byline(authors, chance), 85),
      ...(setting.below ?? []),
      ...(isDoiFirst ? [] : doiLine),
      'Abstract',
      ...abstract,
      ...body.slice(0, 24),
    ],
    [head, ...body.slice(24), ...lines(sentences(language, chance, 10), 95), ...(setting.tail ?? [])],
  ];
}
