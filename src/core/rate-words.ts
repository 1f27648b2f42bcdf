/**
 * What hosts write when they mean 429 and answer with another status: "too many requests per second" (Unpaywall, 422), "API
 * rate limit exceeded" (GitHub, 403), "Rate exceeded." (arXiv).
 */
const RATE_WORDS = [
  /\btoo many (?:api )?(?:requests|calls|queries)\b/,
  /\brate[ -]?limit(?:s|ed|ing)?\b.{0,40}\b(?:exceeded|reached|hit)\b/,
  /\b(?:exceed(?:ed|ing|s)?|reached|hit|over)\b.{0,40}\b(?:rate|request|usage|query)[ -]?(?:limits?|quota)\b/,
  /\brate exceeded\b/,
  /\b(?:are|is|was|were|been) (?:being )?(?:rate[ -]?limited|throttled)\b/,
  /\b(?:requests|calls|queries) per (?:second|minute|hour|day)\b/,
];

/** Far more than such a message needs. */
const MAX_CHARACTERS = 8192;

/** Scripts and styles speak of limits of their own. The text is short, so nothing here takes long. */
const shownText = (text: string): string =>
  text
    .replace(/<(script|style)\b[^]*?(?:<\/\1|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase();

export function saysTooMany(text: string): boolean {
  const shown = shownText(text.slice(0, MAX_CHARACTERS));
  return RATE_WORDS.some((words) => words.test(shown));
}
