/** Windows-1252 positions 0x80-0x9F that a PDF's WinAnsiEncoding shares. */
const HIGH_PUNCTUATION = new Map(
  Object.entries({
    '€': 0x80,
    '‚': 0x82,
    '„': 0x84,
    '…': 0x85,
    '‘': 0x91,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '•': 0x95,
    '–': 0x96,
    '—': 0x97,
    Š: 0x8a,
    š: 0x9a,
    Ž: 0x8e,
    ž: 0x9e,
  }),
);

const octal = (code: number): string => `\\${code.toString(8).padStart(3, '0')}`;

function winAnsiCode(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  return HIGH_PUNCTUATION.get(character);
}

/**
 * What of a text Helvetica in WinAnsiEncoding can show: composed letters where they exist, plain ones where the accent is
 * beyond the encoding, nothing for controls and other scripts.
 */
export function printable(text: string): string {
  let shown = '';
  for (const character of text.normalize('NFC')) {
    const plain = character.normalize('NFKD').charAt(0);
    if (winAnsiCode(character) !== undefined) shown += character;
    else if (winAnsiCode(plain) !== undefined) shown += plain;
    else if (/\s/.test(character)) shown += ' ';
  }
  return shown.replace(/\s+/g, ' ').trim();
}

/** A PDF literal string for text that `printable` has passed. */
export function literal(text: string): string {
  if (/^[ -'*-[\]-~]*$/.test(text)) return `(${text})`;
  let inner = '';
  for (const character of text) {
    const code = winAnsiCode(character) ?? 0x3f;
    const plain = code < 0x80 && !'()\\'.includes(character);
    inner += plain ? character : octal(code);
  }
  return `(${inner})`;
}

/** A text string of the document information: UTF-16BE with its mark, as hex, for any script. */
export function unicodeHex(text: string): string {
  let hex = 'FEFF';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return `<${hex.toUpperCase()}>`;
}

/** Breaks at spaces so that no line is longer than `columns`, if its words allow. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return line ? [...lines, line] : lines;
}
