/** Numbers in [0, 1) from a seed and a label: asking for one more under one label never shifts those of another. */
export interface Draws {
  next(label: string): number;
  /** A whole number, both ends included. */
  int(label: string, from: number, to: number): number;
  chance(label: string, probability: number): boolean;
  pick<T>(label: string, items: readonly T[]): T;
}

/** FNV-1a over the text, then the finaliser of MurmurHash3: every bit of the seed and the text counts. */
export function uniform(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

export function draws(seed: number): Draws {
  const asked = new Map<string, number>();
  const next = (label: string): number => {
    const count = (asked.get(label) ?? 0) + 1;
    asked.set(label, count);
    return uniform(seed, `${label}#${count}`);
  };
  return {
    next,
    int: (label, from, to) => from + Math.floor(next(label) * (to - from + 1)),
    chance: (label, probability) => next(label) < probability,
    pick: (label, items) => items[Math.floor(next(label) * items.length)]!,
  };
}
