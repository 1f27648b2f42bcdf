import type { PdfFacts } from '../../core/document-reader.ts';
import { isCoverSheet } from './cover-sheet.ts';

/** A heading over an abstract, in any language; papers print up to three of them. */
const ABSTRACT =
  /^[^\p{L}\p{N}\n]{0,12}(?:abstract|a\s+b\s+s\s+t\s+r\s+a\s+c\s+t|summary|zusammenfassung|r[ée]sum[ée]|resumen|resumo|riassunto|аннотация|реферат|摘要|要旨|抄録|초록|요약|ملخص|الملخص|सारांश|streszczenie|περίληψη)(?![\p{Ll}])/gimu;
/** Sections of a text, and what stands at its end. */
const SECTION =
  /^[^\p{L}\n]{0,12}(?:introduction|background|(?:case )?(?:report|presentation|description)|(?:materials? (?:and|&) )?methods?|methodology|experimental.{0,20}|results?(?: and discussion)?|discussion|comments?|conclusions?|references?(?: and notes)?|notes|bibliography|literature cited|works cited|acknowledge?ments?|competing interests|conflicts? of interest|funding|einleitung|methoden|ergebnisse|diskussion|fazit|schluss|literatur(?:verzeichnis)?|introducci[óo]n|m[ée]todos|resultados|discusi[óo]n|conclusiones|referencias|introduç[ãa]o|discuss[ãa]o|refer[êe]ncias|m[ée]thodes|r[ée]sultats|r[ée]f[ée]rences|bibliograf[íi]a|bibliographie|введение|методы|результаты|обсуждение|заключение|литература|список литературы|引言|前言|方法|结果|讨论|结论|参考文献|參考文獻|緒言|はじめに|結果|考察|引用文献|서론|결과|고찰|참고\s?문헌|المقدمة|مقدمة|المراجع|प्रस्तावना|संदर्भ)(?:\s*[.:]?\s*$|\s*[.:–—]\s+\S)/imu;
/** `1. Bauer AB`, `[1] A. Bauer`, `1 Smith A. Some words. Lancet 2016`: an entry of a list without a heading. */
const ENTRY =
  /^[ \t]*(?:\[1\]|1[.)]?)[ \t]+(?:\p{Lu}[\p{L}'’-]+,?[ \t]+\p{Lu}{1,3}\b|\p{Lu}\.[ \t]|[^\n]{5,200}\b(?:1[89]|20)\d\d\b)/mu;
const SIGNED = /\b(?:we|i) (?:declare|have no|thank)\b|\bno (?:competing|conflicts?)/i;
const MAX_PAGES = 2;
/** Words of one abstract with the title, the names and the addresses over it. */
const ABSTRACT_WORDS = 420;
/** Words of a title page; of a text so short that journals print it among others. */
const TITLE_WORDS = 60;
const SHORT_WORDS = 200;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Scripts without blanks need two characters for a word. */
const wordsIn = (text: string): number =>
  (text.replace(DENSE, ' ').match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) +
  (text.match(DENSE)?.length ?? 0) / 2;

/** Whether the second page goes on with a text: an abstract may have a few lines there, and others below. */
const goesOn = (page: string): boolean => wordsIn(page.split(ABSTRACT)[0] ?? '') > TITLE_WORDS;

const hasText = (text: string): boolean => SECTION.test(text) || ENTRY.test(text) || SIGNED.test(text);

/** What a text without sections is, by the number of its words. */
function whyShort(text: string, pageCount: number): string | undefined {
  const words = wordsIn(text);
  const abstracts = text.match(ABSTRACT)?.length ?? 0;
  if (words === 0) return undefined;
  if (abstracts > 0) return words <= ABSTRACT_WORDS * abstracts ? 'an abstract without a text' : undefined;
  if (words <= TITLE_WORDS) return 'a title without a text';
  return words <= SHORT_WORDS && pageCount === 1 ? 'no more words than an abstract has' : undefined;
}

/**
 * Why a file of one or two pages has no text of a paper behind its title: an abstract, or hardly anything. Notices and pictures
 * of the month are as short: whoever wants one of them is not told by this.
 */
export function whyBodiless({ pageCount, pages }: PdfFacts): string | undefined {
  if (pageCount === 0 || pageCount > Math.min(MAX_PAGES, pages.length)) return undefined;
  const ownPages = pages.filter((page) => !isCoverSheet(page));
  const own = ownPages.join('\n');
  return ownPages.slice(1).some(goesOn) || hasText(own) ? undefined : whyShort(own, pageCount);
}
