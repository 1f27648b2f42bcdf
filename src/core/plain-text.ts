/**
 * C0 and C1 controls (so: ESC, CSI, OSC and every line end), the Unicode line ends, bidirectional overrides and
 * isolates, zero-width characters, tags and lone surrogates: what can move a cursor, forge a line or hide text.
 */
const UNSAFE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const MAX_CHARS = 8192;

/** Text from outside as one harmless line for a terminal or a log. */
export function plainText(text: string, maxChars: number = MAX_CHARS): string {
  const cut = text.length > maxChars ? `${text.slice(0, Math.max(0, maxChars - 1))}…` : text;
  return cut.replace(LINE_ENDS, ' ').replace(UNSAFE, '');
}
