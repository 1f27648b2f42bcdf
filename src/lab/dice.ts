/** Seeded chance: the same key throws the same numbers, whatever else the world has thrown. */
export interface Dice {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** Standard normal. */
  normal(): number;
  shuffle<T>(list: readonly T[]): T[];
}

/** FNV-1a with a final avalanche: short keys that differ in one character give unrelated states. */
function hash32(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** sfc32 (Doty-Humphrey): small, fast, passes PractRand; quality matters little, repeatability does. */
export function dice(...key: readonly (string | number)[]): Dice {
  const name = key.join('\u0001');
  let [a, b, c, counter] = [hash32(`a${name}`), hash32(`b${name}`), hash32(`c${name}`), 1];

  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 8; warmUp += 1) next();

  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick<T>(list: readonly T[]): T {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new Error('cannot pick from an empty list');
      return item;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle<T>(list: readonly T[]): T[] {
      return list
        .map((item) => ({ item, key: next() }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ item }) => item);
    },
  };
}
