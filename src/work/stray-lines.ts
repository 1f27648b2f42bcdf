import { type Entry, rejectOf } from './paginate.ts';
import type { Line } from './read-lines.ts';

/** Formats that are met in place of RIS: how a record of theirs begins, and what to do about it. */
const OTHER_FORMATS = [
  {
    begins: /^PMID ?- ?\d/,
    advice:
      'this is the PubMed format (nbib): give a list of its PMIDs, or save it as RIS with a reference manager',
  },
  { begins: /^%0 /, advice: 'this is the EndNote tagged format: export it as RIS (RefMan)' },
  { begins: /^PT [A-Z]$/, advice: 'this is the plain text format of Web of Science: export it as RIS' },
] as const;
const NO_RIS = 'RIS records begin with "TY  - "';
const SHOWN = 200;

interface StrayRecord {
  readonly line: number;
  last: number;
  text: string;
  readonly advice: string;
}

/**
 * Lines that stand in no record, as one reject for each record they look like: one ends at a blank line, and where another
 * one begins. Only the beginning of its text is held.
 */
export function createStrayLines(name: string) {
  let open: StrayRecord | undefined;
  let advice: string = NO_RIS;

  function* flush(): Iterable<Entry> {
    if (!open) return;
    const { line, last, text } = open;
    const where = line === last ? 'stands' : `lines ${line} to ${last} stand`;
    const told = rejectOf(`${name}:${line}`, text, `${where} in no record: ${open.advice}`);
    open = undefined;
    yield told;
  }

  return {
    *add({ number, text }: Line): Iterable<Entry> {
      const other = OTHER_FORMATS.find(({ begins }) => begins.test(text));
      if (other || text.trim() === '') yield* flush();
      if (other) advice = other.advice;
      if (text.trim() === '') return;
      open ??= { line: number, last: number, text: '', advice };
      open.last = number;
      if (open.text.length < SHOWN) open.text += open.text === '' ? text : `\n${text}`;
    },
    flush,
    /** A record of RIS: what follows is not of another format. */
    *end(): Iterable<Entry> {
      yield* flush();
      advice = NO_RIS;
    },
  };
}
