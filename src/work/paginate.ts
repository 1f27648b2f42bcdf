import { Failure } from '../core/errors.ts';
import type { InputLine } from '../core/input-line.ts';
import { NEW_RUN } from '../core/source-place.ts';
import type { Work } from '../core/work.ts';
import { CutInput } from './cut-input.ts';
import type { Page, Reject } from './source.ts';

/** What lives through a commit makes the heap grow: a million works peak 57 MB lower with pages of this size than of 500. */
const MAX_WORKS_PER_PAGE = 200;

/** What one line or argument came to. */
export type Entry =
  | {
      readonly work: Work;
      readonly line?: InputLine;
      /** What the line says that cannot be used. */
      readonly doubt?: string;
    }
  | { readonly reject: Reject };

/** Where a text is read from: the entries that were taken, and a check that they are still the same. */
export interface TextPlace {
  /** What a person calls the text. */
  readonly name: string;
  /** The cursor of the last page that was committed. */
  readonly from: string | undefined;
}

/** How a text ended that is not whole. */
interface Cut {
  readonly piece?: Entry;
  readonly error: unknown;
}

interface Mark {
  readonly cursor: () => string | undefined;
  /** Whether the entry was taken before. Throws where what was taken then is no longer there. */
  readonly pass: (entry: Entry) => boolean;
  readonly end: () => void;
  /** The piece as a reject, once, and the error that names the text; throws as `end` does. */
  readonly cut: (cut: CutInput) => Cut;
  /** Where a piece stood that was cut when the text was last read and is read past now; told once. */
  readonly mended: () => string | undefined;
}

/** With the line where the piece begins; an older version kept none. */
const CUT = /:cut(?:@(\d+))?$/;

/**
 * Counts entries as they are read: how many, and a checksum (FNV-1a, 32 bits) of what they name. A piece that is cut is
 * no entry: the cursor tells that it was rejected, and a text that has been mended is gone on with from there.
 */
function createMark({ name, from = '0' }: TextPlace): Mark {
  const before = Number.parseInt(from, 10);
  const [told, cutLine] = CUT.exec(from) ?? [];
  const mark = told === undefined ? from : from.slice(0, -told.length);
  let mended = cutLine === undefined ? undefined : `${name}:${cutLine}`;
  let entries = 0;
  let sum = 0x811c9dc5;
  let cutAt = '';
  const cursor = (): string => `${entries}:${(sum >>> 0).toString(16)}`;
  const refuseChange = (isChanged: boolean): void => {
    if (!isChanged) return;
    const problem = `${name} has changed since its first ${before} entries were read; ${NEW_RUN} with it`;
    throw new Failure('bad-input', problem);
  };
  return {
    cursor: () => `${cursor()}${cutAt}`,
    pass(entry) {
      entries += 1;
      const text = 'work' in entry ? entry.work.id : entry.reject.text;
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
      sum = Math.imul(sum ^ 0x0a, 0x01000193);
      refuseChange(entries === before && before > 0 && cursor() !== mark);
      return entries <= before;
    },
    end: () => refuseChange(entries < before),
    cut(cut) {
      refuseChange(entries < before);
      const error = new Failure(cut.reason, `${name}, ${cut.message}`, { cause: cut });
      const { line, text } = cut.piece;
      cutAt = `:cut@${line}`;
      const isTold = told !== undefined && entries === before;
      if (isTold) mended = undefined;
      return isTold ? { error } : { error, piece: rejectOf(`${name}:${line}`, text, cut.problem) };
    },
    mended() {
      const where = mended;
      mended = undefined;
      return where;
    },
  };
}

/** Of entries that come from no text: they cannot be gone on with. */
const NO_MARK: Mark = {
  cursor: () => undefined,
  pass: () => false,
  end: () => {},
  cut: (error) => ({ error }),
  mended: () => undefined,
};

/** The entries of a page that is not full yet. */
function createPile() {
  let works: Work[] = [];
  let rejects: Reject[] = [];
  let doubts: Reject[] = [];
  let lines = new Map<Work, InputLine>();
  return {
    size: () => works.length + rejects.length,
    /** `number`: among all entries of the text. */
    add(entry: Entry, number: number): void {
      if ('reject' in entry) {
        rejects.push({ ...entry.reject, entry: number });
        return;
      }
      const { work, doubt } = entry;
      works.push(work);
      if (!entry.line) return;
      const line = { ...entry.line, entry: number };
      lines.set(work, line);
      if (doubt !== undefined) doubts.push({ ...line, problem: doubt });
    },
    take({ cursor, mended }: Mark): Page {
      const [at, where] = [cursor(), mended()];
      const told = { ...(lines.size > 0 && { lines }), ...(doubts.length > 0 && { doubts }) };
      const ends = { ...(at !== undefined && { cursor: at }), ...(where !== undefined && { mended: where }) };
      const page = { works, rejects, ...told, ...ends };
      works = [];
      rejects = [];
      doubts = [];
      lines = new Map();
      return page;
    },
  };
}

/**
 * Gathers entries into pages small enough for one transaction; rejects fill a page like works do. With a place, each page
 * carries the cursor after it, and reading goes on from there: what was read before is read again and passed over. What
 * came before an input breaks off is not lost: it makes a last page, with the piece that is cut as a reject.
 */
export async function* paginate(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  signal: AbortSignal,
  place?: TextPlace,
): AsyncIterable<Page> {
  const mark = place ? createMark(place) : NO_MARK;
  const pile = createPile();
  let broken: Cut | undefined;
  let number = 0;
  try {
    for await (const entry of entries) {
      number += 1;
      if (mark.pass(entry)) continue;
      pile.add(entry, number);
      if (pile.size() < MAX_WORKS_PER_PAGE) continue;
      signal.throwIfAborted();
      yield pile.take(mark);
    }
    mark.end();
  } catch (error) {
    broken = error instanceof CutInput ? mark.cut(error) : { error };
  }
  signal.throwIfAborted();
  yield* lastPage(pile, mark, broken && { ...broken, number: number + 1 });
  if (broken) throw broken.error;
}

/** A text that ends where it was cut before has no page left, and yet a line less that is rejected. */
function* lastPage(
  pile: ReturnType<typeof createPile>,
  mark: Mark,
  broken: (Cut & { readonly number: number }) | undefined,
): Iterable<Page> {
  if (broken?.piece) pile.add(broken.piece, broken.number);
  if (pile.size() === 0 && broken) return;
  const page = pile.take(mark);
  if (page.works.length + page.rejects.length > 0 || page.mended !== undefined) yield page;
}

const EXCERPT_LENGTH = 120;

/** A line in a report: short, on one line, and without anything a terminal could obey. */
export const lineOf = (where: string, text: string): InputLine => ({
  where,
  text: text
    .slice(0, EXCERPT_LENGTH)
    .replace(/\s*[\r\n\t]\s*/g, ' ')
    .replace(/\p{Cc}/gu, '\ufffd'),
});

export const rejectOf = (where: string, text: string, problem: string): Entry => ({
  reject: { ...lineOf(where, text), problem },
});
