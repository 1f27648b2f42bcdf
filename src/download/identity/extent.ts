/** `pp. 123–135`, `12(3), 123-35`, `12 (2019) 123–135`, `2019;12:123-135`: the extent a journal prints on the first page. */
const RANGES = [
  /\b(?:pp?\.?|pages?|seiten|s\.|pág(?:s|inas)?\.?|стр?\.?|с\.)\s*([a-z]?\d{1,6})\s*[-–—‐−]\s*([a-z]?\d{1,6})\b/giu,
  /\b\d{1,4}\s*(?:\([^()\n]{1,20}\)|[,:;])\s*(?:\(?(?:1[89]|20)\d\d\)?[,:;]?\s*)?:?\s*([a-z]?\d{1,6})\s*[-–—‐−]\s*([a-z]?\d{1,6})\b/giu,
] as const;
/** An issue's own extent is longer than a paper's. */
const MAX_EXTENT = 120;
/** Extents stand in the head and in the foot; further inside they are those of references. */
const HEAD_CHARS = 900;
const HEAD_LINES = 14;
const FOOT_CHARS = 900;
const FOOT_LINES = 5;
/** Longer lines are pages without line ends. */
const MAX_LINE = 400;

/** `[12] Bauer`, `12. Bauer`, `12 Bauer, A.`: an entry of a list or a footnote with one. */
const ENTRY = /^\s*(?:\[\d{1,3}\]|\(?\d{1,3}[.)]|\d{1,3}(?=\s+\p{Lu}[\p{L}'’-]+,?\s+\p{Lu}\b))\s*\p{Lu}/u;
/** The citation of the work that this document is about begins, and goes on over some lines. */
const OF_ANOTHER =
  /^\W*(?:refers? to|this (?:article|editorial|comment\w*|letter) (?:refers|relates)|see (?:the )?(?:related |original |companion )?(?:article|paper|page)|(?:original|related|companion) (?:article|paper)|(?:comment\w*|reply|response|errat\w+|corrig\w+|correction|retraction|addend\w+|withdrawal|expression)\b.{0,20}\b(?:on|to|of))\b|^\W*(?:[\p{L}'’]+ ){0,3}(?:to|on|regarding|concerning)\s*:/iu;
/** In a sentence, behind the words that speak of another paper, or in brackets there. */
const IN_SENTENCE =
  /\b(?:our|the|their|his|her|this|an?|your|recent|previous|original) (?:[\p{Ll}-]+ ){0,3}(?:article|paper|letter|study|report|work|comment|editorial|review)s?\b[^.]{0,80}$|(?:\b\p{Ll}[\p{Ll}'’-]*,? ){4}[^()\n]{0,20}\([^()]{0,80}$/u;
const OTHER_LINES = 4;
const MONTH =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}\.?\s*(?=\d{1,2}\s*[,:;])/iu;
const YEAR = /\b(?:1[89]|20)\d\d\b|\bvol(?:ume|\.)|\bpp?\.|\bpages\b|\bseiten\b/i;

/** What a page says of where in the journal its paper stands. */
export interface Extent {
  readonly first: number;
  readonly pages: number;
}

const digits = (text: string): string => text.replace(/\D/g, '');
const isYear = (text: string): boolean => /^(?:1[89]|20)\d\d$/.test(text);

/** Of a range of numbers: `undefined` where it is one of years, or longer than a paper. */
function extentOf(from: string, to: string): Extent | undefined {
  const [start, last] = [digits(from), digits(to)];
  // `1123-35` means 1135.
  const end = Number(last.length < start.length ? start.slice(0, start.length - last.length) + last : last);
  const pages = end - Number(start) + 1;
  const isYears = isYear(from) && (isYear(to) || /^\d\d$/.test(to)) && pages < 40;
  return pages >= 1 && pages <= MAX_EXTENT && !isYears ? { first: Number(start), pages } : undefined;
}

/** The extent that a line gives. */
export function rangeIn(line: string): Extent | undefined {
  if (!YEAR.test(line) || MONTH.test(line)) return undefined;
  return RANGES.flatMap((pattern) => [...line.matchAll(pattern)])
    .filter(({ index }) => !IN_SENTENCE.test(line.slice(0, index)))
    .map(([, from = '', to = '']) => extentOf(from, to))
    .find((extent) => extent !== undefined);
}

/** Lines of the page's own: neither entries of lists, nor the citation of the work it is about. Both go on over lines. */
function ownLines(lines: readonly string[]): readonly string[] {
  const isOther = lines.map((line) => OF_ANOTHER.test(line) || ENTRY.test(line));
  return lines.filter((_, at) => !isOther.slice(Math.max(0, at - OTHER_LINES + 1), at + 1).includes(true));
}

/** The first of its own extents that a page prints. A citation may break after the journal's name. */
export function printedExtent(text: string): Extent | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => line.length > MAX_LINE))
    return rangeIn(text.slice(0, HEAD_CHARS)) ?? rangeIn(text.slice(HEAD_CHARS).slice(-FOOT_CHARS));
  const head = text.slice(0, HEAD_CHARS).split('\n').slice(0, HEAD_LINES);
  const foot = text.slice(HEAD_CHARS).slice(-FOOT_CHARS).split('\n').slice(-FOOT_LINES);
  return [head, foot]
    .flatMap((part) => ownLines(part).map((line, at, own) => [line, `${own[at - 1] ?? ''} ${line}`]))
    .flatMap((forms) => forms.map(rangeIn))
    .find((extent) => extent !== undefined);
}

const edgeLines = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return [...lines.slice(0, 2), ...lines.slice(-2)].join('\n');
};

/** Whether a page carries this number in its first or last lines; "2. Methods" is the number of a section. */
export const isNumbered = (text: string, number: number): boolean =>
  new RegExp(`(?<![\\d.,:/-])${number}(?![\\d.,:/-]\\d|\\d|[.)]\\s+\\p{Lu})`, 'u').test(edgeLines(text));

const WORD_OF =
  /\b(?:page|seite|página|стр\.?|p\.)\s*(\d{1,4})\s*(?:of|von|de|sur|di|из|\/)\s*(\d{1,4})\b|第\s*(\d{1,4})\s*页\s*[,，/]?\s*共\s*(\d{1,4})\s*页/iu;
const SLASH = /(?:^|\s)(\d{1,3})\s*\/\s*(\d{1,3})\s*$/m;

/** `Page 1 of 12`, or `1 / 12` at the end of a first or last line: which page this is, and of how many. */
export function countedAs(
  text: string,
): { readonly page: number; readonly of: number; readonly inWords: boolean } | undefined {
  const [, page, of, other, ofOther] = WORD_OF.exec(text) ?? [];
  const total = Number(of ?? ofOther ?? 0);
  if (total > 0) return { page: Number(page ?? other), of: total, inWords: true };
  const [, bare, ofBare] = SLASH.exec(edgeLines(text)) ?? [];
  return bare === undefined ? undefined : { page: Number(bare), of: Number(ofBare), inWords: false };
}
