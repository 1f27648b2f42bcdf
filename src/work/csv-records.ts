import { cutWithin } from './cut-input.ts';
import { type Line, readLines } from './read-lines.ts';

/** One row of a table as text, or what is wrong with it. `line` is where it begins, from 1. */
export type CsvRecord =
  | { readonly line: number; readonly text: string; readonly problem?: undefined }
  | { readonly line: number; readonly text: string; readonly problem: string };

/** A quoted cell may hold line ends; beyond this it was opened by mistake. */
const MAX_RECORD_LINES = 200;
/** What decodes rows with quotes takes 0.16 s for a megabyte. */
const MAX_RECORD_CHARS = 512 * 1024;

type QuoteState = 'outside' | 'inside';

/**
 * Whether a quoted cell is open after this line. A quote opens a cell only where a cell begins, so that inches and
 * names in quotes do no harm; inside, two quotes are one character.
 */
function quoteAfter(line: string, delimiter: string, before: QuoteState): QuoteState {
  if (!line.includes('"')) return before;
  let state = before;
  let isCellStart = before === 'outside';
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (state === 'inside') {
      if (char !== '"') continue;
      if (line[at + 1] === '"') at++;
      else state = 'outside';
    } else if (char === '"' && isCellStart) {
      state = 'inside';
      isCellStart = false;
    } else isCellStart = char === delimiter || (isCellStart && (char === ' ' || char === '\ufeff'));
  }
  return state;
}

/**
 * Gathers lines into records. Where a quote is never closed, only the line that opened it is bad: the lines after it
 * are read again, each on its own.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  delimiterOf: (firstLine: string) => string,
): AsyncIterable<CsvRecord> {
  let gatherer: Gatherer | undefined;
  try {
    for await (const line of readLines(bytes)) {
      if (line.problem !== undefined) {
        yield* gatherer?.giveUp('a quoted cell is broken by the next line') ?? [];
        yield { line: line.number, text: line.text, problem: line.problem };
        continue;
      }
      gatherer ??= createGatherer(delimiterOf(line.text));
      yield* gatherer.add(line);
    }
  } catch (error) {
    throw cutWithin(gatherer?.open(), error);
  }
  yield* gatherer?.giveUp(NEVER_CLOSED) ?? [];
}

const NEVER_CLOSED = 'a quoted cell is never closed';
const TOO_LONG = `the row is longer than ${MAX_RECORD_CHARS} characters`;

interface Gatherer {
  /** The record of several lines that is not whole yet. */
  open(): { readonly line: number; readonly text: string } | undefined;
  add(line: Line): Iterable<CsvRecord>;
  /** Hands out what is held line by line. */
  giveUp(problem: string): Iterable<CsvRecord>;
}

function createGatherer(delimiter: string): Gatherer {
  let held: Line[] = [];
  let heldChars = 0;
  let state: QuoteState = 'outside';

  function* giveUp(problem: string): Iterable<CsvRecord> {
    const lines = held;
    held = [];
    heldChars = 0;
    state = 'outside';
    for (const { number, text } of lines) {
      const opens = quoteAfter(text, delimiter, 'outside') === 'inside';
      yield opens ? { line: number, text, problem } : { line: number, text };
    }
  }

  return {
    open() {
      const [first] = held;
      return first && { line: first.number, text: first.text };
    },
    *add(line) {
      held.push(line);
      heldChars += line.text.length;
      state = quoteAfter(line.text, delimiter, state);
      if (state === 'outside') {
        const [first = line] = held;
        const text = held.map((one) => one.text).join('\n');
        held = [];
        heldChars = 0;
        yield text.length > MAX_RECORD_CHARS
          ? { line: first.number, text, problem: TOO_LONG }
          : { line: first.number, text };
      } else if (held.length > MAX_RECORD_LINES || heldChars > MAX_RECORD_CHARS) yield* giveUp(NEVER_CLOSED);
    },
    giveUp,
  };
}
