import { seededRandom } from '../../support/seeded-random.ts';

/** Seeded choices: the same seed always gives the same page. */
export interface Dice {
  next(): number;
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  some<T>(list: readonly T[], count: number): T[];
  chance(share: number): boolean;
  hex(length: number): string;
}

const hash = (text: string): number => {
  let value = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  }
  return value >>> 0;
};

export const dice = (seed: string): Dice => {
  const random = seededRandom(hash(seed));
  const next = (): number => random.next();
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T;
  const some = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1));
    return taken;
  };
  const hex = (length: number): string =>
    Array.from({ length }, () => '0123456789abcdef'.charAt(int(0, 15))).join('');
  return { next, int, pick, some, chance: (share) => next() < share, hex };
};
