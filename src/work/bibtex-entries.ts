import { Failure } from '../core/errors.ts';
import { CutInput, cutWithin } from './cut-input.ts';
import { type Line, readLines } from './read-lines.ts';

/** One entry of a BibTeX file as text, or what is wrong with it. `line` is where it begins, from 1. */
export type BibtexEntry =
  | { readonly line: number; readonly text: string; readonly problem?: undefined }
  | { readonly line: number; readonly text: string; readonly problem: string };

/** An entry with key, or one of the three kinds without. At the start of a line it begins an entry, whatever is still open. */
const HEAD = /^\s*@(?:\w+\s*[{(]\s*(?:[^\s,={}"]+\s*)?(?:,|$)|(?:string|preamble|comment)\s*[{(])/i;
const OPENER = /@\w+\s*[{(]/;
const MAX_ENTRY_CHARS = 1024 * 1024;
const UNBALANCED = 'the entry is never closed: its braces do not balance';

interface OpenEntry {
  readonly line: number;
  text: string;
  depth: number;
  /** `)` for the rare entries in parentheses. */
  readonly closer: '}' | ')';
  problem?: string;
}

/** A field, a DOI or the head of an entry: what no comment is made of. */
const LOST = /^\s*@\w|^\s*\w+\s*\{[^{}\s]*,\s*$|(?<![\w-])[\w-]+\s*=\s*[{"]|\b10\.\d{4,9}\//;
const OUTSIDE = 'in no entry: what follows a closed entry is read as a comment';
/** Where another entry begins, and what an entry has once: with a second one, the lines are of two. */
const LOST_HEAD = /^\s*@\w|^\s*\w+\s*\{[^{}\s]*,\s*$/;
const NAMING = /\b10\.\d{4,9}\//;

/**
 * Splits a BibTeX file into its entries, by counting braces as BibTeX does. What stands between entries is a comment,
 * unless it looks like a part of an entry: then it is told, once for each work that such lines name. An entry whose braces do not
 * balance ends where the next one begins: it alone is bad, and only as much as one entry is ever held.
 */
export async function* bibtexEntries(bytes: AsyncIterable<Uint8Array>): AsyncIterable<BibtexEntry> {
  const splitter = createSplitter();
  try {
    for await (const line of readLines(bytes)) {
      if (line.problem !== undefined) yield* splitter.damaged(line);
      else yield* splitter.feed(line);
    }
  } catch (error) {
    yield* splitter.tellLost();
    throw cutWithin(splitter.open(), error);
  }
  yield* splitter.tellLost();
  refuseCut(splitter.open());
}

/** An entry that the end of the text leaves open is cut there. */
function refuseCut(open: OpenEntry | undefined): void {
  if (open) throw new CutInput(open, new Failure('bad-input', open.problem ?? UNBALANCED));
}

/** Lines that look like a part of an entry and stand in none. */
interface LostLines {
  readonly line: number;
  readonly last: number;
  readonly text: string;
  readonly isNaming: boolean;
}

function createSplitter() {
  let open: OpenEntry | undefined;
  let lost: LostLines | undefined;

  function* tellLost(): Iterable<BibtexEntry> {
    if (!lost) return;
    const { line, last, text } = lost;
    lost = undefined;
    const where = line === last ? 'stands' : `lines ${line} to ${last} stand`;
    yield { line, text, problem: `${where} ${OUTSIDE}` };
  }

  function* outside(text: string, line: number): Iterable<BibtexEntry> {
    if (!LOST.test(text) || /^\s*%/.test(text)) return;
    const isNaming = NAMING.test(text);
    if (LOST_HEAD.test(text) || (isNaming && lost?.isNaming)) yield* tellLost();
    const { text: before = '', ...rest } = lost ?? {};
    const told = before === '' || isNaming ? `${before} ${text}`.trim() : before;
    lost = { line, isNaming, ...rest, text: told, last: line, ...(isNaming && { isNaming }) };
  }

  function* close(problem?: string): Iterable<BibtexEntry> {
    if (!open) return;
    const { line, text } = open;
    const told = open.problem ?? problem;
    open = undefined;
    yield told === undefined ? { line, text } : { line, text, problem: told };
  }

  return {
    open: () => open,
    tellLost,
    *feed(line: Line): Iterable<BibtexEntry> {
      if (HEAD.test(line.text)) yield* close(UNBALANCED);
      for (let from: number | undefined = 0; from !== undefined; ) {
        const begun = open ?? beginIn(line, from);
        if (!begun) return yield* outside(line.text.slice(from), line.number);
        if (!open) {
          yield* outside(line.text.slice(from, line.text.indexOf('@', from)), line.number);
          yield* tellLost();
        }
        open = begun;
        const start = open.text === '' ? line.text.indexOf('@', from) : from;
        from = scan(open, line.text, start);
        append(open, line.text.slice(start, from));
        if (from !== undefined) yield* close();
      }
      if (open) append(open, '\n');
    },
    /** A line that cannot be read spoils the entry it stands in. */
    *damaged({ number, text, problem = '' }: Line): Iterable<BibtexEntry> {
      if (open) open.problem ??= `${problem} (line ${number})`;
      else yield { line: number, text, problem };
    },
  };
}

function beginIn({ text, number }: Line, from: number): OpenEntry | undefined {
  const opener = OPENER.exec(text.slice(from))?.[0];
  if (opener === undefined) return undefined;
  return { line: number, text: '', depth: 0, closer: opener.endsWith('{') ? '}' : ')' };
}

/** Beyond the limit braces are still counted, but nothing more is kept. */
function append(open: OpenEntry, part: string): void {
  if (open.text.length + part.length <= MAX_ENTRY_CHARS) open.text += part;
  else open.problem ??= `the entry is longer than ${MAX_ENTRY_CHARS} characters`;
}

/** The place after the end of the entry in this line; `undefined` when it goes on. Counts into `open.depth`. */
function scan(open: OpenEntry, text: string, from: number): number | undefined {
  const parenthesis = open.closer === ')';
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || (parenthesis && char === '(' && open.depth === 0)) open.depth++;
    else if (char === '}') open.depth--;
    else if (char === ')' && parenthesis && open.depth === 1) open.depth = 0;
    else continue;
    if (open.depth <= 0) return at + 1;
  }
  return undefined;
}
