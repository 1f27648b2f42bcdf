import type { Squashed } from '../../core/squash.ts';
import { hasText } from './find-marks.ts';

/**
 * Sentences with which corrections and retractions speak of the paper that they are about. A paper under such a label (one that
 * was printed again, or whose section is called so) has none of them in its first pages.
 */
const OF_NOTICES =
  /\b(?:authors?|editors?|publishers?|journal|we) (?:sincerely |deeply |now )?(?:regrets?|apologi[sz]es?|retracts?|wish(?:es)? to (?:correct|retract|inform|clarify)|would like to (?:correct|retract|apologi[sz]e|inform))\b|\b(?:in|of|to) the (?:original|originally published|published|above|online|initial) (?:article|paper|version|publication|manuscript)|\bthe (?:original|online|published) (?:article|version|publication) (?:of this article )?(?:was|has|contain|can|had)|\b(?:should|must) (?:have )?(?:read|been)\b|\b(?:has|have) been (?:retracted|corrected|withdrawn)|\b(?:was|were) (?:published|printed|given|listed|spelled|presented) (?:incorrectly|wrongly|with)|\bthe correct(?:ed)? (?:version|table|figure|name|affiliation|text|sentence)|\berrors? (?:in|occurred|appeared|was|were)\b|\b(?:wurde|wurden) (?:korrigiert|zurückgezogen|fehlerhaft)|\bmuss es (?:richtig )?heißen|\ba été (?:corrigée?|rétractée?)|\b(?:aurait|il faut) (?:dû )?lire|\bha sido (?:corregid|retractad|retirad)[oa]|\bdebe decir|\bfoi (?:corrigid|retratad)[oa]|\bonde se lê|следует читать|опечатк|应为|更正为|特此更正|誤り(?:が|を)|訂正(?:します|いたします|して)|바로잡습니다/iu;
/** Notices with everything around them have fewer letters. */
const MIN_LETTERS = 1500;
/** A character of these scripts says as much as three letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Whether pages under the label of a notice are those of an article: an abstract, a text, and no word about another's errors. */
export function readsAsArticle(pages: readonly Squashed[]): boolean {
  const [first] = pages;
  if (!first || !hasText(first)) return false;
  const text = pages.map((page) => page.text).join('\n');
  const letters = pages.reduce((sum, page) => sum + page.letters.length, 0);
  return (
    letters + 2 * (text.match(DENSE)?.length ?? 0) >= MIN_LETTERS &&
    !OF_NOTICES.test(text.replace(/\s+/g, ' '))
  );
}
