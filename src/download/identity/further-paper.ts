import type { PageHead, PdfFacts } from '../../core/document-reader.ts';
import { parseDoi } from '../../core/identifiers.ts';
import { squashed } from '../../core/squash.ts';
import { type Extent, isNumbered, printedExtent, rangeIn } from './extent.ts';
import { likeWords } from './word-forms.ts';

/**
 * Whether a file goes on with another paper behind the first: an issue, a volume of proceedings, a chapter with those that
 * follow. It is told by what the pages behind carry: the head of another article, or another article's DOI or authors over
 * more than one page.
 */

/** The heading of an abstract, alone or with the text behind it. */
const ABSTRACT =
  /^[^\p{L}\p{N}]{0,6}(?:abstract|a\s+b\s+s\s+t\s+r\s+a\s+c\s+t|summary|zusammenfassung|r[ée]sum[ée]|resumen|resumo|riassunto|аннотация|реферат|摘要|要旨|抄録|초록|요약|ملخص|الملخص|सारांश|streszczenie|περίληψη)(?:\s*$|\s*[.:–—|-])/iu;
/** Above it stand a title and names, below the top of the page. */
const MIN_LINES_ABOVE = 2;
const MAX_LINES_ABOVE = 16;
const MAX_CHARS_ABOVE = 900;
const MAX_BYLINE = 300;
/** Two names: `Ana García, Wei Chen`, `A. García and W. Chen`, `García A · Chen W`. */
const PARTICLES = String.raw`(?:(?:van|von|der|den|de|di|da|del|dos|du|la|le|el|al|bin|ten|ter)\s+){0,3}`;
const NAME = String.raw`(?:\p{Lu}[\p{L}'’.-]*\s+){1,3}${PARTICLES}\p{Lu}[\p{L}'’-]*\.?[\d*†‡,]{0,8}`;
const BYLINE = new RegExp(
  String.raw`^\s*(?:by\s+)?${NAME}(?:\s*(?:[,;·•&|]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\bи\b)\s*(?:and\s+)?${NAME}){0,12}\s*$`,
  'u',
);
/** Parts of one text: its chapters, its appendices, and the sheets of a thesis have abstracts of their own. */
const OF_ONE_TEXT =
  /\b(?:chapter|appendix|annex|supplement\w*|part|kapitel|chapitre|capítulo|anhang|annexe|глава|приложение)\b|附录|付録|章/iu;
const THESIS =
  /\b(?:thesis|dissertation|doctoral|ph\.?\s?d\b|master of|degree of|habilitation|diplom\p{L}*|thèse|tesis|tese|tesi|диссертаци\p{L}*)|学位论文|博士|硕士|修士/iu;

/** Whether the first sheets say that it is a thesis. */
export const isThesis = (pages: readonly string[]): boolean => THESIS.test(pages.slice(0, 2).join('\n'));

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Names and words with a capital, by their letters. */
const capitalised = (text: string): readonly string[] =>
  (text.match(/\p{Lu}[\p{L}'’-]{2,}/gu) ?? []).map(squashed).filter((word) => word.length > 2);

/** Papers end with their title, names and abstract in another language: the same names. */
const OWN_NAMES = 0.5;

function isOwn(names: string, first: string): boolean {
  const words = capitalised(names);
  const known = new Set(capitalised(first));
  return words.filter((word) => known.has(word)).length >= words.length * OWN_NAMES;
}

/** The lines of names over an abstract, where a page begins as an article does. */
function namesOver(text: string): readonly string[] {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => ABSTRACT.test(line));
  const above = lines.slice(0, Math.max(0, at));
  if (above.length < MIN_LINES_ABOVE || above.length > MAX_LINES_ABOVE) return [];
  if (above.join(' ').length > MAX_CHARS_ABOVE || above.some((line) => OF_ONE_TEXT.test(line))) return [];
  // Names go on in the next line.
  return above
    .slice(1)
    .flatMap((line, index) => [line, `${line} ${above[index + 2] ?? ''}`])
    .filter((line) => line.length <= MAX_BYLINE && BYLINE.test(line));
}

const beginsAnother = (later: readonly PageHead[], first: string): string | undefined => {
  const page = later.find(({ text }) => beginsByOthers(text, first));
  return page && `another paper begins on page ${page.number}`;
};

/** Whether a page begins as an article does, under names that do not stand in the first pages. */
export function beginsByOthers(text: string, first: string): boolean {
  const names = namesOver(text);
  return names.length > 0 && !names.some((one) => isOwn(one, first));
}

/** The first and second line of a page, where running heads stand. */
const headLines = ({ text }: PageHead): readonly string[] => linesOf(text).slice(0, 2);

interface Running {
  readonly said: string;
  /** The first page of the file that carries it. */
  readonly from: number;
}

/** What stands over at least two of the pages. */
function runningOver(
  heads: readonly PageHead[],
  inLine: (line: string) => readonly string[],
): Running | undefined {
  const seen = new Map<string, number[]>();
  for (const page of heads)
    for (const one of new Set(headLines(page).flatMap(inLine)))
      seen.set(one, [...(seen.get(one) ?? []), page.number]);
  const found = [...seen].find(([, pages]) => pages.length > 1);
  return found && { said: found[0], from: found[1][0] ?? 0 };
}

/** `García et al.`, `García and Chen`, `García /`, alone or before the journal's line: the names that journals print over pages. */
const RUNNING_NAMES =
  /^[\d\s|·]{0,8}(?:\p{Lu}\.\s?){0,3}(\p{Lu}[\p{L}'’-]{2,})(?:(?: et al\.?| (?:and|&) (?:\p{Lu}\.\s?){0,3}\p{Lu}[\p{L}'’-]{2,})(?=\s*(?:$|[|/·\d:])|[^\n]{1,60}\b(?:1[89]|20)\d\d\b)|\s?\/\s[^\n]{2,60}\b(?:1[89]|20)\d\d\b)/u;
const MAX_HEAD = 90;

const runningName = (line: string): readonly string[] => {
  const name = line.length > MAX_HEAD ? undefined : RUNNING_NAMES.exec(line)?.[1];
  return name === undefined ? [] : [name];
};

const doisIn = (text: string): readonly string[] =>
  (text.match(/10\.\d{4,9}\/[^\s"<>]{2,200}/g) ?? []).flatMap((raw) => parseDoi(raw) ?? []);

/** The journal's page numbers go on behind the last page of the extent that it prints on the first. */
function goesOnBehind({ pages, later = [] }: PdfFacts): string | undefined {
  const extent = printedExtent(pages[0] ?? '');
  if (!extent) return undefined;
  const behind = later.filter(
    ({ number, text }) => number > extent.pages && isNumbered(text, extent.first + number - 1),
  );
  return behind.length > 1 ? `its pages go on behind the ${extent.pages} of the paper` : undefined;
}

const hasAbstract = (page: string): boolean => linesOf(page).some((line) => ABSTRACT.test(line));

/** The page with the title, by its abstract; without one, any of those that are read in full may be it. */
function titlePage(pages: readonly string[]): number {
  const at = pages.findIndex(hasAbstract);
  return at < 0 ? Math.max(0, pages.length - 1) : at;
}

/** The pages behind the one with the title, as far as they are read. */
const headsBehind = ({ pages, later = [] }: PdfFacts): readonly PageHead[] => [
  ...pages.map((text, at) => ({ number: at + 1, text })).slice(titlePage(pages) + 1),
  ...later,
];

/** The names or the extent of another article over pages: neither stands on the page with the title. */
function runningOfAnother(facts: PdfFacts): Running | undefined {
  const title = facts.pages.slice(0, titlePage(facts.pages) + 1).join('\n');
  const words = capitalised(title);
  const known = squashed(title);
  const isForeign = (name: string): boolean =>
    !known.includes(squashed(name)) && !words.some((word) => likeWords(word, name));
  const heads = headsBehind(facts);
  const name = runningOver(heads, (line) => runningName(line).filter(isForeign));
  if (name) return { ...name, said: `pages behind are by ${name.said} and others` };
  const own = printedExtent(facts.pages[titlePage(facts.pages)] ?? '');
  if (!own) return undefined;
  const range = runningOver(heads, (line) => foreignExtent(line, own));
  return range && { ...range, said: `pages behind are those of another article, ${range.said}` };
}

function foreignExtent(line: string, own: Extent): readonly string[] {
  const found = line.length > MAX_HEAD ? undefined : rangeIn(line);
  const isOwn = !found || found.pages < 2 || (found.first === own.first && found.pages === own.pages);
  return isOwn ? [] : [`${found.first}-${found.first + found.pages - 1}`];
}

/** Fewer pages of the paper than its extent says, and then those of another. */
export function mixedIn(facts: PdfFacts): string | undefined {
  const start = titlePage(facts.pages);
  const title = facts.pages[start] ?? '';
  const extent = hasAbstract(title) ? printedExtent(title) : undefined;
  const running = extent && runningOfAnother(facts);
  const there = (running?.from ?? 0) - 1 - start;
  return running && there < extent.pages
    ? `${there} of ${extent.pages} pages, and ${running.said}`
    : undefined;
}

/** Why a file holds more than the paper that it begins with; `undefined` where nothing shows it. */
export function furtherPaper(facts: PdfFacts): string | undefined {
  const { pages, later = [] } = facts;
  const first = pages.join('\n');
  if (headsBehind(facts).length < 2 || isThesis(pages)) return undefined;
  const known = squashed(first);
  const foreign = (found: readonly string[]) => found.filter((one) => !known.includes(squashed(one)));
  const doi = runningOver(later, (line) => foreign(doisIn(line)));
  if (doi !== undefined) return `pages behind carry another DOI, ${doi.said}`;
  return runningOfAnother(facts)?.said ?? beginsAnother(later, first) ?? goesOnBehind(facts);
}
