/** Scripts that say in two characters what others say in a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const gramLength = (letters: string): number => (DENSE.test(letters) ? 2 : 5);

function countGrams(letters: string, length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= letters.length; at++) {
    const gram = letters.slice(at, at + length);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** How alike two squashed texts are, 0 to 1 (Dice over n-grams): what only one of them has counts against it. */
export function likeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const length = Math.min(gramLength(one), Math.max(1, one.length), Math.max(1, other.length));
  const [left, right] = [countGrams(one, length), countGrams(other, length)];
  let shared = 0;
  for (const [gram, count] of left) shared += Math.min(count, right.get(gram) ?? 0);
  const total = one.length + other.length - 2 * (length - 1);
  return total <= 0 ? 0 : (2 * shared) / total;
}

/** A stretch of a squashed text, and how much of the wanted one it holds. */
export interface Stretch {
  readonly share: number;
  readonly start: number;
  readonly end: number;
}

const NOTHING: Stretch = { share: 0, start: 0, end: 0 };
/** A stretch may be longer than what it holds: footnote marks and broken words stand between. */
const SLACK = 1.15;

/** Every place where `wanted` stands word for word. */
export function exactStretches(letters: string, wanted: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = letters.indexOf(wanted); at >= 0 && found.length < 20; at = letters.indexOf(wanted, at + 1))
    found.push({ share: 1, start: at, end: at + wanted.length });
  return found;
}

/** The stretch, about as long as `wanted`, that shares most n-grams with it; one pass over the text. */
export function nearestStretch(letters: string, wanted: string): Stretch {
  const length = gramLength(wanted);
  const needed = countGrams(wanted, length);
  const total = wanted.length - length + 1;
  if (total < 1 || letters.length < length) return NOTHING;
  const width = Math.ceil(total * SLACK);
  const held = new Map<string, number>();
  let shared = 0;
  let best = NOTHING;
  for (let at = 0; at + length <= letters.length; at++) {
    shared += enter(held, needed, letters.slice(at, at + length));
    const leaving = at - width;
    if (leaving >= 0) shared -= leave(held, needed, letters.slice(leaving, leaving + length));
    if (shared / total > best.share)
      best = { share: shared / total, start: Math.max(0, leaving + 1), end: at + length };
  }
  return trimmed(best, (at) => needed.has(letters.slice(at, at + length)));
}

/** Without what stands before the first shared n-gram; the last one ends the stretch already. */
function trimmed(stretch: Stretch, isShared: (at: number) => boolean): Stretch {
  let { start } = stretch;
  while (start < stretch.end && !isShared(start)) start++;
  return { ...stretch, start: Math.min(start, stretch.end) };
}

type Counts = Map<string, number>;

/** 1 when the gram is one more that was needed. */
function enter(held: Counts, needed: Counts, gram: string): number {
  const need = needed.get(gram);
  if (need === undefined) return 0;
  const count = (held.get(gram) ?? 0) + 1;
  held.set(gram, count);
  return count <= need ? 1 : 0;
}

function leave(held: Counts, needed: Counts, gram: string): number {
  const need = needed.get(gram);
  if (need === undefined) return 0;
  const count = held.get(gram) ?? 0;
  held.set(gram, count - 1);
  return count <= need ? 1 : 0;
}
