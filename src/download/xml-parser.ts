import { SaxesParser } from 'saxes';

export interface XmlHandler {
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void;
  onClose(): void;
  onText(text: string): void;
}

export interface XmlParser {
  /** Reads on, as long as there is no problem. */
  write(text: string): void;
  /** The document ends here. */
  close(): void;
  /** What is wrong with it, if anything. */
  problem(): string | undefined;
}

/** Between two looks at what was found: an error is an object with a stack, and every character may be one. */
const SLICE = 8 * 1024;
/** The parser keeps a text, a comment or a value until it ends. */
const MAX_PIECE = 16 * 1024 * 1024;
/** Deeper than any article; a document made to exhaust memory goes on for ever. */
const MAX_DEPTH = 1000;

/** Every name stands for itself. */
const anyEntity = (known: object): object =>
  new Proxy(known, {
    get: (target, name) => Reflect.get(target, name) ?? (typeof name === 'string' ? `&${name};` : undefined),
  });

/**
 * XML as it comes, in bounded memory. Entities are never expanded and no DTD is read (saxes does neither): a name that a
 * DTD may declare is let through, as XML 1.0 section 4.1 allows, and costs nothing.
 */
export function xmlParser({ onOpen, onClose, onText }: XmlHandler): XmlParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let problem: string | undefined;
  let depth = 0;
  let pieceChars = 0;
  const endPiece = (): void => {
    pieceChars = 0;
  };
  parser.on('error', (error) => {
    problem ??= error.message;
  });
  parser.on('doctype', () => {
    const known = Object.getPrototypeOf(parser.ENTITIES) as object;
    Object.setPrototypeOf(parser.ENTITIES, anyEntity(known));
  });
  parser.on('opentag', ({ name, attributes }) => {
    endPiece();
    if (++depth > MAX_DEPTH) problem ??= `more than ${MAX_DEPTH} elements deep`;
    onOpen(name, attributes);
  });
  parser.on('closetag', () => {
    endPiece();
    depth--;
    onClose();
  });
  parser.on('text', onText);
  for (const event of ['comment', 'processinginstruction', 'cdata'] as const) parser.on(event, endPiece);
  return {
    write(chunk) {
      // The parser throws a RangeError where half of a character ends a text.
      const text = chunk.toWellFormed();
      for (let at = 0; at < text.length && problem === undefined; at += SLICE) {
        const slice = text.slice(at, at + SLICE);
        pieceChars += slice.length;
        if (pieceChars > MAX_PIECE) problem = `${MAX_PIECE} characters without a tag`;
        else parser.write(slice);
      }
    },
    close() {
      if (problem === undefined) parser.close();
    },
    problem: () => problem,
  };
}
