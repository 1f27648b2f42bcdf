/** The beginning of a page, by its number in the file. */
export interface PageHead {
  readonly number: number;
  readonly text: string;
}

/** What a PDF says of itself. `pages` holds the text of the first ones; a scan without a text layer has empty pages. */
export interface PdfFacts {
  readonly pageCount: number;
  readonly pages: readonly string[];
  /** The beginnings of some of the pages behind them, spread over the file, in order. */
  readonly later?: readonly PageHead[];
  /** Of the first page, in points. */
  readonly size?: { readonly width: number; readonly height: number };
  /** From the information dictionary and XMP: whatever stands there, true or not. */
  readonly title?: string;
  readonly authors?: string;
  readonly year?: number;
  /** Every text of the metadata that may hold a DOI. */
  readonly identifiers: readonly string[];
}

export type PdfReading =
  | { readonly kind: 'read'; readonly facts: PdfFacts }
  /** No reader opens it: `encrypted` needs a password, `broken` has no structure left to read. */
  | { readonly kind: 'encrypted' | 'broken'; readonly why: string }
  /** Nothing is known about it: it took too long or too much memory. */
  | { readonly kind: 'gave-up'; readonly why: string };

/** Whether a PDF whose ends do not fit is whole all the same; `unproven` when nothing shows it. */
export type PdfProof =
  | { readonly kind: 'whole' }
  | { readonly kind: 'unproven' | 'gave-up'; readonly why: string };

export type TextReading =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'no-article' }
  | { readonly kind: 'gave-up'; readonly why: string };

/**
 * Reads documents of strangers: parsers of hundreds of thousands of lines on input made by anybody. It therefore happens
 * elsewhere, within caps of time and memory, and a document that exceeds them costs itself and nothing else. Paths are
 * of this machine. Never rejects because of a document; rejects with the signal's reason when aborted.
 */
export interface DocumentReader {
  pdf(path: string, signal: AbortSignal): Promise<PdfReading>;
  /** Looks through all of it: for the few that quick checks refuse. */
  pdfProof(path: string, signal: AbortSignal): Promise<PdfProof>;
  /** The article in a page, as plain text. */
  article(path: string, signal: AbortSignal): Promise<TextReading>;
}
