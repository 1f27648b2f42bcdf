import { describe, expect, test } from 'vitest';
import { priorityOf } from '../../src/work/priority.ts';
import { workBy } from '../support/work-by.ts';

const works = [{ year: 2020 }, { year: 1999 }, {}, { year: 2024 }].map((more, n) =>
  workBy(`10.1000/${n}`, more),
);
const order = (rule: Parameters<typeof priorityOf>[1]) =>
  works
    .map((work) => ({ year: work.year, place: priorityOf(work, rule) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ year }) => year);

describe('priorityOf', () => {
  test('recent years come first, unknown ones last', () => {
    expect(order('recent_first')).toEqual([2024, 2020, 1999, undefined]);
  });

  test('works of one year are mixed, the same way every time', () => {
    const runs = Array.from({ length: 200 }, (_, n) =>
      workBy(`10.${n < 100 ? 1000 : 2000}/${n}`, { year: 2020 }),
    );
    const places = runs.map((work) => priorityOf(work, 'recent_first'));
    const firstHalf = runs.filter((_, n) => n < 100 && places[n]! < places.toSorted((a, b) => a - b)[100]!);
    expect(firstHalf.length).toBeGreaterThan(30);
    expect(firstHalf.length).toBeLessThan(70);
    expect(runs.map((work) => priorityOf(work, 'recent_first'))).toEqual(places);
    expect(new Set(places.map(Math.floor)).size).toBe(1);
  });

  test('or as they came', () => {
    expect(order('input_order')).toEqual([2020, 1999, undefined, 2024]);
  });

  test('what the input says stands', () => {
    expect(priorityOf(workBy('10.1000/x', { year: 2024, priority: 5 }), 'recent_first')).toBe(5);
  });

  test('urgent works go before all others', () => {
    const urgent = priorityOf(workBy('10.1000/x'), 'recent_first', true);
    expect(works.every((work) => urgent < priorityOf(work, 'recent_first'))).toBe(true);
    expect(urgent).toBeLessThan(priorityOf(workBy('10.1000/x', { priority: 0 }), 'recent_first'));
  });
});
