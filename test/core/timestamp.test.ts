import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestampMs } from '../../src/core/timestamp.ts';

test('reads what a clock writes', () => {
  const date = fc.date({ min: new Date('1600-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (value) => {
      expect(timestampMs(value.toISOString())).toBe(value.getTime());
    }),
  );
});

test.each(['2024-02-29T23:59:59Z', '2000-03-01T00:00:00.5Z', '2026-12-31T23:59:59.1234567Z'])(
  'reads %s',
  (text) => {
    expect(timestampMs(text)).toBe(Math.floor(Date.parse(text)));
  },
);

test.each(['', 'yesterday', '2026-01-01', '2026-01-01T00:00:00+01:00'])('%j is none', (text) => {
  expect(timestampMs(text)).toBeNaN();
});
