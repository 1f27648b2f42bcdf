/**
 * Reads single entries out of the source of a PDF dictionary (one character a byte). Not a parser: enough for the flat
 * dictionaries of trailers and encryption, which a document cannot nest or compress.
 */
export interface PdfDictionary {
  number(key: string): number | undefined;
  name(key: string): string | undefined;
  /** A string in either notation, or the first of an array of strings. */
  string(key: string): Buffer | undefined;
  reference(key: string): { readonly object: number; readonly generation: number } | undefined;
  isFalse(key: string): boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** `(a\)b)`: brackets may nest, a backslash escapes, up to three octal digits are a byte (ISO 32000-1, 7.3.4.2). */
function literalString(text: string): Buffer | undefined {
  let out = '';
  let depth = 0;
  for (const [token] of text.matchAll(/\\([0-7]{1,3}|\r\n|[\s\S])|[()]|[^\\()]+/g)) {
    if (token === '(' && depth++ === 0) continue;
    if (token === ')' && --depth === 0) return Buffer.from(out, 'latin1');
    out += token.startsWith('\\') ? unescaped(token.slice(1)) : token.replace(/\r\n?/g, '\n');
  }
  return undefined;
}

function unescaped(code: string): string {
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
  // A line break after a backslash continues the line.
  return /^[\r\n]/.test(code) ? '' : (ESCAPES[code] ?? code);
}

const hexString = (text: string): Buffer | undefined => {
  const digits = /^<([0-9a-f\s]*)>/i.exec(text)?.[1]?.replace(/\s/g, '');
  return digits === undefined ? undefined : Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
};

export function pdfDictionary(source: string): PdfDictionary {
  const after = (key: string): string => {
    const at = new RegExp(`/${key}(?![A-Za-z0-9])[\\s\\0]*`).exec(source);
    return at ? source.slice(at.index + at[0].length) : '';
  };
  return {
    number: (key) => {
      const digits = /^[+-]?\d+/.exec(after(key))?.[0];
      return digits === undefined ? undefined : Number(digits);
    },
    name: (key) => /^\/([^\s/<>[\]()]+)/.exec(after(key))?.[1],
    string: (key) => {
      const text = after(key).replace(/^\[[\s\0]*/, '');
      return text.startsWith('(') ? literalString(text) : hexString(text);
    },
    reference: (key) => {
      const found = /^(\d+)\s+(\d+)\s+R\b/.exec(after(key));
      return found ? { object: Number(found[1]), generation: Number(found[2]) } : undefined;
    },
    isFalse: (key) => after(key).startsWith('false'),
  };
}
