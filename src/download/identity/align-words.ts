import { squashed } from '../../core/squash.ts';

/** Words between two that agree: those of the title, and those that stand in their place. */
export interface Block {
  readonly wanted: readonly string[];
  readonly found: readonly string[];
}

interface Word {
  readonly text: string;
  readonly key: string;
  /** Which line of the text it stands in. */
  readonly line: number;
}

interface Aligned {
  readonly blocks: readonly Block[];
  /** How much of the title, by letters, agrees. */
  readonly share: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MAX_WORDS = 80;
/** A last word that stands on a line of its own. */
const MAX_LAST = 2;

function wordsIn(text: string): readonly Word[] {
  const joined = text
    .replace(/(?<=\p{L})[-\u00ad]\s*\n\s*(?=\p{Ll})/gu, '')
    .replace(/(?<=\p{L})- (?=\p{Ll})/gu, '');
  return joined
    .split('\n')
    .flatMap((line, number) =>
      (line.match(WORD) ?? []).map((word) => ({ text: word, key: squashed(word), line: number })),
    )
    .filter(({ key }) => key !== '')
    .slice(0, MAX_WORDS);
}

/** Pairs of places with the same word, in order: as many letters of it as possible. */
function pairs(wanted: readonly Word[], found: readonly Word[]): readonly (readonly [number, number])[] {
  const best = Array.from({ length: wanted.length + 1 }, () =>
    Array.from({ length: found.length + 1 }, () => 0),
  );
  const at = (one: number, other: number): number => best[one]?.[other] ?? 0;
  const gain = (one: number, other: number): number => {
    const key = wanted[one]?.key;
    return key !== undefined && key === found[other]?.key ? key.length + 1 : 0;
  };
  for (let one = wanted.length - 1; one >= 0; one--)
    for (let other = found.length - 1; other >= 0; other--) {
      const won = gain(one, other);
      const row = best[one];
      const taken = won > 0 ? won + at(one + 1, other + 1) : 0;
      if (row) row[other] = Math.max(at(one + 1, other), at(one, other + 1), taken);
    }
  const path: (readonly [number, number])[] = [];
  let [one, other] = [0, 0];
  while (one < wanted.length && other < found.length) {
    const won = gain(one, other);
    if (won > 0 && at(one, other) === won + at(one + 1, other + 1)) path.push([one++, other++]);
    else if (at(one, other) === at(one + 1, other)) one++;
    else other++;
  }
  return path;
}

const texts = (words: readonly Word[]): readonly string[] => words.map(({ text }) => text);

/** What stands before the first word that agrees, in its line; a title may as well begin later. */
function firstBlock(wanted: readonly Word[], found: readonly Word[], line: number): Block {
  const beside = found.filter((word) => word.line === line);
  return { wanted: texts(wanted), found: beside.length > wanted.length + 1 ? [] : texts(beside) };
}

/** What follows the last: in its line, or as the whole of the next one; there the names of the authors stand as well. */
function lastBlock(
  wanted: readonly Word[],
  found: readonly Word[],
  { line, names }: { readonly line: number; readonly names: ReadonlySet<string> },
): Block {
  const same = found.filter((word) => word.line === line);
  const nextLine = found.find((word) => word.line > line)?.line;
  const next = found.filter((word) => word.line === nextLine);
  const isRest = wanted.length <= MAX_LAST && next.length === wanted.length && names.size > 0;
  const rest = same.length > 0 ? same.slice(0, wanted.length + 1) : isRest ? next : [];
  return { wanted: texts(wanted), found: rest.some(({ key }) => names.has(key)) ? [] : texts(rest) };
}

/** Lays a title beside a text that begins with nearly the same words. */
export function alignWords(title: string, text: string, authors: readonly string[]): Aligned {
  const [wanted, found] = [wordsIn(title), wordsIn(text)];
  const path = pairs(wanted, found);
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return { blocks: [], share: 0 };
  const names = new Set(authors.flatMap((author) => author.match(WORD) ?? []).map(squashed));
  const between = path.slice(1).map(([one, other], index) => {
    const [before = 0, beforeOther = 0] = path[index] ?? [];
    return {
      wanted: texts(wanted.slice(before + 1, one)),
      found: texts(found.slice(beforeOther + 1, other)),
    };
  });
  const blocks = [
    firstBlock(wanted.slice(0, first[0]), found.slice(0, first[1]), found[first[1]]?.line ?? 0),
    ...between,
    lastBlock(wanted.slice(last[0] + 1), found.slice(last[1] + 1), {
      line: found[last[1]]?.line ?? 0,
      names,
    }),
  ].filter((block) => block.wanted.length > 0 || block.found.length > 0);
  const letters = (words: readonly Word[]): number => words.reduce((sum, { key }) => sum + key.length, 0);
  const agreed = path.reduce((sum, [one]) => sum + (wanted[one]?.key.length ?? 0), 0);
  return { blocks, share: agreed / Math.max(1, letters(wanted)) };
}
