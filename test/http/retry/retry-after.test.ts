import { expect, test } from 'vitest';
import { parseHttpDate } from '../../../src/http/retry/http-date.ts';
import { retryAfterMs } from '../../../src/http/retry/retry-after.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

test.each([
  ['0', 0],
  ['7', 7000],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['007', 7000],
  ['86400', DAY],
  ['86401', DAY],
  ['99999999999999999999', DAY],
  ['1e99', undefined],
  ['-5', undefined],
  ['+5', undefined],
  ['', undefined],
  ['soon', undefined],
  ['7 seconds', undefined],
  ['0x10', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
  ['Thu Jan  1 00:00:30 2026', 30_000],
  ['thu, 01 jan 2026 00:00:30 gmt', 30_000],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Thu, 01 Jan 2026 25:00:30 GMT', undefined],
  ['Thu, 01 Foo 2026 00:00:30 GMT', undefined],
  ['Thu, 00 Jan 2026 00:00:30 GMT', undefined],
  ['2026-01-01T00:00:30Z', undefined],
  ['Thu, 01 Jan 2026 00:00:30 +0100', undefined],
])('Retry-After: %j means %j ms', (text, ms) => {
  expect(retryAfterMs({ status: 429, headers: { 'retry-after': text } }, NOW)).toBe(ms);
});

test('only 429 and 503 are believed', () => {
  const statuses = [200, 301, 404, 429, 500, 502, 503];
  const believed = statuses.filter(
    (status) => retryAfterMs({ status, headers: { 'retry-after': '59' } }, NOW) !== undefined,
  );
  expect(believed).toEqual([429, 503]);
});

test('dates are read as the calendar has them', () => {
  for (const year of [1970, 1999, 2000, 2024, 2100, 2400]) {
    for (const [month, day] of [
      [0, 1],
      [1, 28],
      [2, 1],
      [6, 15],
      [11, 31],
    ] as const) {
      const at = Date.UTC(year, month, day, 12, 34, 56);
      expect(parseHttpDate(new Date(at).toUTCString(), NOW)).toBe(at);
    }
  }
  expect(parseHttpDate('Sun, 29 Feb 2032 00:00:00 GMT', NOW)).toBe(Date.UTC(2032, 1, 29));
});
