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
