import type { Dice } from './dice.ts';
import { TAILS } from './tails.ts';
import type { Lang, Tongue, Topic } from './tongue.ts';
import { ENGLISH } from './tongue-english.ts';
import { ITALIAN } from './tongue-italian.ts';
import { CHINESE, JAPANESE, KOREAN } from './tongues-asian.ts';
import { GERMAN, RUSSIAN } from './tongues-german-russian.ts';
import { FRENCH, PORTUGUESE, SPANISH } from './tongues-romance.ts';

const TONGUES: Readonly<Record<Lang, Tongue>> = {
  en: ENGLISH,
  zh: CHINESE,
  ja: JAPANESE,
  es: SPANISH,
  pt: PORTUGUESE,
  de: GERMAN,
  fr: FRENCH,
  ru: RUSSIAN,
  ko: KOREAN,
  it: ITALIAN,
};

export const tongueOf = (lang: Lang): Tongue => TONGUES[lang];

/** One writer: a language, a topic narrowed to a few words, and the dice. */
export interface Writer {
  tongue: Tongue;
  topic: Topic;
  dice: Dice;
  /** How many references citation marks may point at. */
  refs: number;
  figures: number;
  tables: number;
  /** Sentences written so far: a text does not repeat itself. */
  used: Set<string>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const marker = (writer: Writer, name: string): string | undefined => {
  const { dice } = writer;
  if (name === 'n') return String(dice.int(12, 97));
  if (name === 'm') return String(dice.int(104, 2380));
  if (name === 'd') return String(dice.int(2, 9));
  if (name === 'c') return writer.refs > 0 ? `⟦c${dice.int(1, writer.refs)}⟧` : '';
  if (name === 'F')
    return writer.figures > 0 ? `⟦f${dice.int(1, writer.figures)}⟧` : writer.tongue.headings.figure;
  if (name === 'T')
    return writer.tables > 0 ? `⟦t${dice.int(1, writer.tables)}⟧` : writer.tongue.headings.table;
  return undefined;
};

/** Fills `{slot}`; a slot named with a capital begins with one. */
export const fill = (writer: Writer, pattern: string): string =>
  pattern.replaceAll(/\{([A-Za-z]+)\}/g, (_whole, name: string) => {
    const special = marker(writer, name);
    if (special !== undefined) return special;
    const direct = writer.topic.slots[name] ?? writer.tongue.slots[name];
    if (direct) return writer.dice.pick(direct);
    const lower = name.charAt(0).toLowerCase() + name.slice(1);
    const list = writer.topic.slots[lower] ?? writer.tongue.slots[lower];
    if (!list) throw new Error(`no words for ${name}`);
    return capital(writer.dice.pick(list));
  });

/** Japanese and Korean take the clause, a sentence of its own, in brackets. */
const withTail = (writer: Writer, text: string): string => {
  const { lang } = writer.tongue;
  if (writer.dice.chance(lang === 'en' ? 0.7 : 0.45)) return text;
  const tail = writer.dice.pick(TAILS[lang]);
  if (lang === 'ja') return `${text.slice(0, -1)}（${tail}）。`;
  if (lang === 'ko') return `${text.slice(0, -1)} (${tail}).`;
  return lang === 'zh' ? `${text.slice(0, -1)}，${tail}。` : `${text.slice(0, -1)}, ${tail}.`;
};

const sentence = (writer: Writer, taken: ReadonlySet<string>): string => {
  let text = '';
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const pattern = writer.dice.pick(writer.tongue.sentences);
    text = withTail(writer, fill(writer, pattern));
    const bare = plain(text);
    if (!taken.has(bare) && !writer.used.has(bare)) break;
  }
  writer.used.add(plain(text));
  return text;
};

export const paragraph = (writer: Writer, sentences: number): string => {
  const taken = new Set<string>();
  const texts: string[] = [];
  while (texts.length < sentences) {
    const text = sentence(writer, taken);
    taken.add(plain(text));
    texts.push(text);
  }
  return texts.join(writer.tongue.gap);
};

/** Text without the marks of citations, figures and tables. */
export const plain = (text: string): string =>
  text.replaceAll(/ ?[(（]⟦[cft]\d+⟧[)）]/g, '').replaceAll(/⟦[cft]\d+⟧/g, '');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** How a platform prints the marks inside a paragraph. */
export interface Marks {
  cite(number: number): string;
  figure?(number: number): string;
  table?(number: number): string;
}

export const markUp = (text: string, marks: Marks): string =>
  escapeHtml(text).replaceAll(/⟦([cft])(\d+)⟧/g, (_whole, type: string, digits: string) => {
    const number = Number(digits);
    if (type === 'c') return marks.cite(number);
    if (type === 'f') return marks.figure?.(number) ?? `Fig. ${number}`;
    return marks.table?.(number) ?? `Table ${number}`;
  });
