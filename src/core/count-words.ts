/** Scripts that write words without blanks between them. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
const IDEOGRAPHS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/g;
const SYLLABLES = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/g;
/** Characters to a word: what an English text says in 1,000 words takes about 2,000 characters in Chinese, 5,000 in Thai. */
const IDEOGRAPHS_A_WORD = 2;
const SYLLABLES_A_WORD = 5;

const countRuns = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Words of any script; where words are not written apart, characters stand for them. */
export function countWords(text: string): number {
  if (!UNSPACED.test(text)) return countRuns(text);
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const syllables = text.match(SYLLABLES)?.length ?? 0;
  const rest = countRuns(text.replace(IDEOGRAPHS, ' ').replace(SYLLABLES, ' '));
  return rest + Math.ceil(ideographs / IDEOGRAPHS_A_WORD + syllables / SYLLABLES_A_WORD);
}
