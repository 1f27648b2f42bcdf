import { describe, expect, test } from 'vitest';
import { type StrainChange, strain } from '../../../src/http/rate-limit/strain.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const good = (latencyMs = 200) => ({ isRefused: false, latencyMs });
const refusal = { isRefused: true, latencyMs: 5 };

function told(answers: Iterable<ReturnType<typeof good>>, one = strain()): readonly StrainChange[] {
  return [...answers].flatMap((answer) => one.answered(answer) ?? []);
}

const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

describe('a host under strain', () => {
  test('is slowed when refusals come together, and not for one of them', () => {
    expect(
      told([...times(40, good()), refusal, ...times(40, good()), refusal, ...times(40, good())]),
    ).toEqual([]);
    expect(told([...times(40, good()), refusal, ...times(10, good()), refusal])).toMatchObject([
      { kind: 'slowed', cause: 'refusals', stretch: 2 },
    ]);
  });

  test('is never asked more than sixteen times slower, nor faster than its policy', () => {
    const one = strain();
    const changes = told(times(40, refusal), one);
    expect(changes.map(({ stretch }) => stretch)).toEqual([2, 4, 8, 16]);
    const eased = told(times(5000, good()), one);
    expect(eased.every(({ kind, stretch }) => kind === 'eased' && stretch >= 1)).toBe(true);
    expect(eased.at(-1)?.stretch).toBe(1);
  });

  test('is eased back in steps, and later each time it refused again', () => {
    const one = strain();
    const answersUntilEased = (): number => {
      for (let count = 1; ; count++) if (one.answered(good())?.kind === 'eased') return count;
    };
    told([refusal, refusal], one);
    const first = answersUntilEased();
    told([refusal, refusal], one);
    expect(answersUntilEased()).toBe(first * 2);
  });

  test('is slowed when its latency rises, at most fourfold, and eased when it falls', () => {
    const one = strain();
    expect(told(times(50, good(300)), one)).toEqual([]);
    const slowed = told(times(60, good(5000)), one);
    expect(slowed[0]).toMatchObject({ kind: 'slowed', cause: 'latency', stretch: 1.5 });
    expect(Math.max(...slowed.map(({ stretch }) => stretch))).toBe(4);
    expect(told(times(400, good(300)), one).at(-1)).toMatchObject({ kind: 'eased', stretch: 1 });
  });

  test('with a latency that is constant, noisy, heavy-tailed or slowly drifting is left as it is', () => {
    const random = seededRandom();
    const exponential = () => -Math.log(1 - random.next()) * 1500;
    const heavy = () => 100 / (1 - random.next()) ** 0.8;
    expect(told(times(10_000, good(9000)))).toEqual([]);
    expect(told(Array.from({ length: 50_000 }, () => good(exponential())))).toEqual([]);
    expect(told(Array.from({ length: 50_000 }, () => good(heavy())))).toEqual([]);
    expect(told(Array.from({ length: 5000 }, (_, n) => good(200 + n)))).toEqual([]);
    const spikes = Array.from({ length: 5000 }, (_, n) => good(n % 20 < 4 ? 4000 : 200));
    expect(told(spikes)).toEqual([]);
  });

  test('that stays slow for good is one day asked at its policy again', () => {
    const one = strain();
    told(times(50, good(300)), one);
    expect(told(times(5000, good(5000)), one).at(-1)).toMatchObject({ kind: 'eased', stretch: 1 });
  });
});
