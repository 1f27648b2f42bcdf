/** Up to here parsing takes less than a tenth of a second however deep it nests, and looking costs more than parsing. */
const LOOKED_AT_FROM = 1024 * 1024;
/** Answers of the sources nest a dozen deep. */
const MAX_DEPTH = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the string of JSON that begins at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = end - 1;
    while (text.charCodeAt(slashes) === BACKSLASH) slashes--;
    if ((end - slashes) % 2 === 1) return end;
  }
  return text.length;
}

/** Whether an answer is made to take its reader's time. */
export const isNestedBomb = (text: string): boolean =>
  text.length > LOOKED_AT_FROM && nestsDeeper(text, MAX_DEPTH);

/**
 * Whether JSON has lists and objects within one another beyond a depth. What is nested a million times takes seconds to
 * parse, and no program can write it down again.
 */
export function nestsDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
