import type { PdfFacts } from '../../core/document-reader.ts';
import { isCoverSheet } from './cover-sheet.ts';
import { countedAs, isNumbered, printedExtent } from './extent.ts';

const SAYS_SO =
  /\b(?:this is a preview|(?:first|1st)[ -]page preview|preview (?:of|version|pdf|only)|look inside|continue reading|access (?:the|this) full (?:article|text|version)|(?:purchase|buy|subscribe|log ?in|sign in)\b.{0,60}\b(?:full|whole|rest|complete|read)|full (?:text|article|version) (?:is )?available (?:at|from|to|for) (?:subscribers|purchase|members)|remaining pages)/is;
/** Words that only a preview says of itself, as a line of their own: of files with more than one page. */
const STAMP =
  /\bthis is an? (?:free |limited )?(?:preview|excerpt|sample)\b|\bfirst[ -](?:two[ -]|few[ -])?pages? preview|\bpreview (?:pdf|only|copy|version)\b|\bend of (?:the |this )?(?:free )?(?:preview|excerpt|sample)\b|\b(?:remaining|other|further|following) pages (?:are|have been) (?:not (?:shown|included|displayed|part)|omitted|hidden|removed)|\bpages? [\d–-]+ (?:is|are) not (?:shown|included|part of this preview)|\bleseprobe\b|(?:restliche|weitere)n? seiten (?:sind|werden) (?:hier )?nicht|\bextrait gratuit|pages suivantes ne sont pas|\bvista previa\b|páginas restantes no|ознакомительный фрагмент|试读|試し読み|미리보기/iu;
const STAMP_CHARS = 140;
const MIN_EXTENT = 3;
/** A longer extent that no page number confirms may be that of an issue. */
const MAX_UNCONFIRMED = 60;

const ABSTRACT =
  /^[^\p{L}\p{N}\n]{0,12}(?:abstract|a\s+b\s+s\s+t\s+r\s+a\s+c\s+t|summary|keywords?|key words|zusammenfassung|r[ée]sum[ée]|resumen|resumo|riassunto|аннотация|реферат|摘要|要旨|抄録|초록|요약|ملخص|الملخص|सारांश|streszczenie|περίληψη)(?![\p{Ll}])/imu;
const INTRODUCTION =
  /^[^\p{L}\p{N}\n]{0,12}(?:[1I]\.?\s*)?(?:introduction|background|einleitung|introducción|introdução|introduzione|введение|引言|前言|緒言|はじめに|서론|مقدمة|المقدمة|प्रस्तावना|wprowadzenie|wstęp|εισαγωγή)[^\p{L}\p{N}\n]{0,12}$/imu;
/** A paper that ends: its list of references, thanks, conclusions. */
const ENDS =
  /^[ \t\d.]{0,12}(?:references?|bibliography|works cited|literature cited|notes|literatur(?:verzeichnis)?|r[ée]f[ée]rences|referencias|refer[êe]ncias|bibliograf[íi]a|acknowledge?ments?|conclusions?|funding|conflicts? of interest|competing interests|disclosures?|список литературы|литература|заключение|参考文献|參考文獻|引用文献|参考资料|참고\s?문헌|المراجع|संदर्भ|fazit|danksagung)\b/imu;
/** `1. Bauer AB`, `[1] A. Bauer`, `1. Bauer (2019)`: the first entry of a list without a heading. */
const FIRST_ENTRY =
  /^[ \t]*(?:\[1\]|1\.)[ \t]+(?:\p{Lu}[\p{L}'’-]+,?[ \t]+\p{Lu}{1,2}\b|\p{Lu}\.[ \t]|[^\n]{5,200}\((?:1[89]|20)\d\d\))/mu;

const hasEnd = (text: string): boolean => ENDS.test(text) || FIRST_ENTRY.test(text);
/** A foot, an address, a licence: what readers find behind the last line of the text. */
const NO_TEXT =
  /^.{0,45}$|https?:|doi|©|copyright|@|licen[cs]e|published by|received|accepted|correspond|e-?mail|issn|vol\.|rights reserved|downloaded|university|department|institute|\b(?:1[89]|20)\d\d\b.{0,30}\d+\s*[-–]\s*\d+/i;
const SENTENCE_END = /(?:[.!?…:"”’»)\]]|[。！？」』।؟]|\d)\s*$/u;
const SENTENCE_REST = /^\p{Ll}.*\p{L}[.!?]["”’)]?\s*$/u;
const MIN_LINES = 12;

/** Characters of a page that is full of text. An abstract alone has fewer. */
const FULL_PAGE = 3200;

/** The last line of running text. */
const lastLine = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !(NO_TEXT.test(line) && !isDense(line)));

/** Whether the last line of running text stops within a sentence. */
function breaksOff(text: string): boolean {
  if (text.split('\n').length < MIN_LINES) return /[\p{Ll},;-]\s*$/u.test(text.trimEnd());
  const last = lastLine(text);
  // The rest of a sentence is often shorter than a line.
  if (SENTENCE_REST.test(text.trimEnd().split('\n').at(-1) ?? '')) return false;
  return last !== undefined && !SENTENCE_END.test(last);
}

const isDense = (line: string): boolean =>
  line.length > 20 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(line);

/** A page whose text goes on elsewhere: a title page of a paper without its end. */
function whyCutOff(text: string): string | undefined {
  const begins = ABSTRACT.test(text);
  if (begins && INTRODUCTION.test(text)) return 'one page with an introduction and no end';
  if (begins && text.length > FULL_PAGE) return 'one full page with an abstract and no end';
  if (begins && breaksOff(text)) return 'one page, broken off in a sentence';
  return text.length > FULL_PAGE && /[\p{Ll},-]\s*$/u.test(lastLine(text) ?? '')
    ? 'one full page, broken off'
    : undefined;
}

function isCoverAlone({ pageCount, pages }: PdfFacts): boolean {
  if (pageCount === 0 || pageCount > pages.length) return false;
  const filled = pages.filter((page) => page.trim() !== '');
  return filled.length > 0 && filled.every(isCoverSheet);
}

/** What manuscripts carry on the sheet with title and authors that is sent apart from the text. */
const OF_TITLE_PAGES =
  /^\W*(?:title page|(?:total |abstract )?word count|(?:total )?number of (?:words|figures|tables|pages|references)|(?:manuscript|article|paper) type|running (?:title|head))\b/gim;
const BESIDE_THEM =
  /^\W*(?:correspond\p{L}+(?: author)?|declarations? of (?:competing )?interests?|(?:conflicts?|competing) (?:of )?interests?|funding|acknowledge?ments?|e-?mail|orcid|title page|(?:total |abstract )?word count|short title)\b/gimu;
const TITLE_PAGE_CHARS = 2000;
const MAX_PROSE_LINES = 4;

const isProse = (line: string): boolean => line.length > 60 && line.trim().split(/\s+/).length >= 10;

function isTitlePageAlone({ pageCount, pages }: PdfFacts): boolean {
  const text = pages.join('\n');
  if (pageCount > 2 || text.length > TITLE_PAGE_CHARS || ABSTRACT.test(text) || INTRODUCTION.test(text))
    return false;
  if (text.split('\n').filter(isProse).length > MAX_PROSE_LINES) return false;
  const own = text.match(OF_TITLE_PAGES)?.length ?? 0;
  return own > 0 && own + (text.match(BESIDE_THEM)?.length ?? 0) >= 2;
}

const quoted = (said: string): string => said.replace(/\s+/g, ' ').slice(0, 60);

/** What a single page says of those that are not there. */
function whyOnePage(text: string): string | undefined {
  const said = SAYS_SO.exec(text)?.[0];
  if (said !== undefined) return `one page that says "${quoted(said)}"`;
  const counted = countedAs(text);
  if (counted?.inWords && counted.page === 1 && counted.of > 1) return `page 1 of ${counted.of}`;
  if (hasEnd(text)) return undefined;
  return whyOneOfRange(text);
}

function whyOneOfRange(text: string): string | undefined {
  const extent = printedExtent(text)?.pages ?? 0;
  if (extent >= MIN_EXTENT) return `one page of ${extent}`;
  return extent === 2 && breaksOff(text) ? 'one page of 2, broken off' : undefined;
}

/** A preview's own words over or under a page, or on a line of their own. */
const stampOn = (text: string): string | undefined =>
  text
    .split('\n')
    .filter((line) => line.length <= STAMP_CHARS)
    .map((line) => STAMP.exec(line)?.[0])
    .find((said) => said !== undefined);

/** Whoever cites ends with a list, whatever its heading is called. */
const MIN_YEARS = 5;
const endsWithList = (text: string): boolean =>
  hasEnd(text) || (text.match(/(?<![=<>]\s?)\b(?:1[89]|20)\d\d[a-z]?\b/g)?.length ?? 0) >= MIN_YEARS;

interface Shortfall {
  readonly why: string;
  /** More than one thing says so. */
  readonly isCertain: boolean;
}

/** Page numbers of the file itself: each page says which it is of how many, or the first does and the text has no end. */
function countedShort(pages: readonly string[], there: number): Shortfall | undefined {
  const [first, second] = pages.map(countedAs);
  if (first?.page !== 1) return undefined;
  const why = `${there} of ${first.of} pages`;
  if (second?.page === 2 && second.of === first.of)
    return first.of > there + 1 ? { why, isCertain: true } : undefined;
  return !second && isOpen(pages, there) && first.of > 2 * there
    ? { why, isCertain: first.inWords }
    : undefined;
}

/** Whether all pages have been read, and the last has no end. */
const isOpen = (pages: readonly string[], there: number): boolean =>
  there <= pages.length && !endsWithList(pages.at(-1) ?? '');

/** Whether the pages behind the first carry the journal's numbers. */
const carryOn = (rest: readonly string[], first: number): boolean =>
  rest.length > 0 && rest.every((page, at) => isNumbered(page, first + at + 1));

/**
 * Fewer pages than the journal's extent. Manuscripts are set closer or wider than the journal: where the pages do not carry the
 * journal's numbers, it is much less that counts, and only of a text without an end.
 */
function rangeShort(pages: readonly string[], there: number): Shortfall | undefined {
  const [title = '', ...rest] = pages;
  const extent = printedExtent(title);
  const isAllRead = there <= pages.length;
  if (!extent || (isAllRead && !isOpen(pages, there))) return undefined;
  const why = `${there} of ${extent.pages} pages`;
  if (carryOn(rest, extent.first) && extent.pages > (isAllRead ? there + 1 : there * 1.5 + 1))
    return { why, isCertain: true };
  const isMuch = isAllRead && extent.pages > 2 * there && extent.pages <= MAX_UNCONFIRMED;
  return isMuch ? { why, isCertain: breaksOff(pages.at(-1) ?? '') } : undefined;
}

/** The pages of the paper itself, and how many the file has of them. */
function ownPages({ pageCount, pages }: PdfFacts): {
  readonly pages: readonly string[];
  readonly there: number;
} {
  const start = pages.findIndex((page) => page.trim() !== '' && !isCoverSheet(page));
  return { pages: pages.slice(Math.max(0, start)), there: pageCount - Math.max(0, start) };
}

/** What a file of several pages says of those that are not there. */
function whySomePages(facts: PdfFacts): string | undefined {
  const said = facts.pages.map(stampOn).find((one) => one !== undefined);
  if (said !== undefined) return `it says "${quoted(said)}"`;
  const { pages, there } = ownPages(facts);
  return [countedShort(pages, there), rangeShort(pages, there)].find((one) => one?.isCertain)?.why;
}

/**
 * What stands for a paper without being all of it, by something that says so: words of a preview, "page 1 of 12", fewer pages
 * than the extent printed on the first one; a cover sheet or a title page with nothing behind it.
 */
export function previewIn(facts: PdfFacts): string | undefined {
  if (isCoverAlone(facts)) return 'a cover sheet without the paper';
  if (isTitlePageAlone(facts)) return 'a title page without the paper';
  return facts.pageCount === 1 ? whyOnePage(facts.pages[0] ?? '') : whySomePages(facts);
}

/** Sections that no paper ends with, and those that may come after. */
const EARLY_SECTION =
  /^[^\p{L}\n]{0,12}(?:introduction|background|(?:materials? (?:and|&) )?methods?|methodology|experimental(?: section| procedures?)?|study design|einleitung|material und methoden|methoden|introducción|(?:materiales y )?métodos|introdução|(?:materiais e )?métodos|méthodes|matériels? et méthodes|введение|(?:материалы и )?методы|引言|材料与方法|方法|緒言|서론|연구 ?방법)[^\p{L}\n.]{0,12}$/imu;
const LATER_SECTION =
  /^[^\p{L}\n]{0,12}(?:results?|findings|discussion|results and discussion|case (?:report|presentation)|ergebnisse|diskussion|resultados|discusión|discussão|résultats|результаты|обсуждение|结果|讨论|結果|考察|결과|고찰)(?: and discussion)?[^\p{L}\n.]{0,12}$/imu;

/** A paper whose sections stop before there is anything to report. */
function whyUnfinished(pages: readonly string[]): string | undefined {
  const text = pages.join('\n');
  const begins = text.search(ABSTRACT);
  if (begins < 0 || !EARLY_SECTION.test(text.slice(begins))) return undefined;
  return LATER_SECTION.test(text) || hasEnd(text) || endsWithList(pages.at(-1) ?? '')
    ? undefined
    : 'it stops before its results';
}

/** Why a file may be a part of the paper, though nothing says so: letters and case reports have one page, too. */
export function doubtIn(facts: PdfFacts): string | undefined {
  const { pages, there } = ownPages(facts);
  const counted = countedShort(pages, there)?.why;
  if (facts.pageCount > 1) {
    const unfinished = there <= pages.length ? whyUnfinished(pages) : undefined;
    return counted ?? rangeShort(pages, there)?.why ?? unfinished;
  }
  const [text = ''] = facts.pages;
  return hasEnd(text) || printedExtent(text)?.pages === 1 ? undefined : (counted ?? whyCutOff(text));
}
