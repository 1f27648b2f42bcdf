/** What the first bytes of a body are, whatever its headers and name say. */
export type Sniffed = 'pdf' | 'html' | 'xml' | 'zip' | 'empty' | 'other';

/** How far into a file readers look for `%PDF-` (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WITHIN = 1024;
/** Markup is told by what its first tag is; a comment longer than this before it is a page all the same. */
const TEXT_WITHIN = 16 * 1024;

/** Starts of formats that may carry a PDF header inside: an archive with a stored PDF, an image, a program. */
const OTHER_MAGIC = [
  'GIF8',
  '\x89PNG',
  '\xff\xd8\xff',
  '\x1f\x8b',
  'BZh',
  '7z\xbc\xaf',
  'Rar!',
  '\x28\xb5\x2f\xfd',
  '\xfd7zXZ',
  '\x7fELF',
  'MZ',
  'RIFF',
  'ID3',
  'OggS',
  '\xd0\xcf\x11\xe0',
  'ITSF',
  '{\\rtf',
] as const;

/** The elements by which the WHATWG MIME sniffing standard knows a page, and those that start fragments in practice. */
const HTML_TAGS = new Set(
  (
    'html head title body script style meta link base noscript iframe frameset div span p a b i br hr h1 h2 h3 h4 ' +
    'table tr td ul ol li form center font img main section header nav footer'
  ).split(' '),
);

const startsAt = (bytes: Uint8Array, magic: string): boolean =>
  bytes.length >= magic.length && Buffer.from(magic, 'latin1').equals(bytes.subarray(0, magic.length));

/** Text of the first bytes for looking at markup: UTF-16 by its mark, everything else byte by byte. */
function markupText(head: Uint8Array): string {
  const start = head.subarray(0, TEXT_WITHIN);
  if (startsAt(start, '\xff\xfe')) return new TextDecoder('utf-16le').decode(start);
  if (startsAt(start, '\xfe\xff')) return new TextDecoder('utf-16be').decode(start);
  return new TextDecoder('latin1').decode(startsAt(start, '\xef\xbb\xbf') ? start.subarray(3) : start);
}

/** Skips white space, comments and processing instructions; tells whether an XML declaration was among them. */
function skipProlog(text: string): { readonly rest: string; readonly isDeclared: boolean } {
  let rest = text;
  let isDeclared = false;
  for (;;) {
    rest = rest.replace(/^[\s\0\uFEFF]+/, '');
    const closing = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined;
    if (!closing) return { rest, isDeclared };
    isDeclared ||= /^<\?xml\s/i.test(rest);
    const end = rest.indexOf(closing, 2);
    if (end < 0) return { rest: '', isDeclared };
    rest = rest.slice(end + closing.length);
  }
}

function sniffMarkup(text: string): 'html' | 'xml' | undefined {
  const { rest, isDeclared } = skipProlog(text);
  const doctype = /^<!doctype\s+([^\s>[]+)/i.exec(rest)?.[1];
  if (doctype) return doctype.toLowerCase() === 'html' ? 'html' : 'xml';
  const tag = /^<([a-z_][\w.-]*(?::[\w.-]+)?)(?=[\s/>])/i.exec(rest)?.[1];
  // Only the root says what a document is: `<?xml?><html>` is a page.
  if (tag) return HTML_TAGS.has(tag.toLowerCase()) ? 'html' : 'xml';
  if (isDeclared) return 'xml';
  return rest === '' && text.includes('<!--') ? 'html' : undefined;
}

/**
 * Tells the kind of a body from its first bytes (at least 1,024 where there are as many). A page or archive with a PDF
 * header somewhere inside is a page or archive: the header counts only at the start or after what is no format of its
 * own, such as a print ticket.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (head.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0)) return 'empty';
  if (startsAt(head, 'PK\x03\x04') || startsAt(head, 'PK\x05\x06')) return 'zip';
  if (OTHER_MAGIC.some((magic) => startsAt(head, magic))) return 'other';
  const text = markupText(head);
  const isMarkup = /^[\s\0]*</.test(text);
  if (!isMarkup && pdfHeaderAt(head) !== undefined && !isTape(head)) return 'pdf';
  if (startsWithObject(head)) return 'pdf';
  return sniffMarkup(text) ?? 'other';
}

/** A PDF that lost its header: comments, then the first object. */
const startsWithObject = (head: Uint8Array): boolean =>
  /^(?:[\t\n\f\r ]|%[^\r\n]{0,200}[\r\n])*\d{1,10}[\t\n\r ]{1,4}\d{1,5}[\t\n\r ]{1,4}obj(?![a-z])/.test(
    Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PDF_HEADER_WITHIN)).toString(
      'latin1',
    ),
  );

/** A tar archive keeps its first member, perhaps a PDF, right after a block of 512 bytes that ends in zeros. */
const isTape = (head: Uint8Array): boolean => pdfHeaderAt(head) === 512 && head[511] === 0;

/** Where `%PDF-` begins, if within the first 1,024 bytes; offsets inside the file may count from there. */
export function pdfHeaderAt(head: Uint8Array): number | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PDF_HEADER_WITHIN + 5));
  const at = start.indexOf('%PDF-', 0, 'latin1');
  return at < 0 ? undefined : at;
}
