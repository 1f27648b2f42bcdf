import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearest } from '../../src/config/nearest.ts';
import { parseRate } from '../../src/core/rate.ts';
import { SIZE, sizeInBytes } from '../../src/core/size.ts';

describe('a rate', () => {
  test.each([
    ['5/second', 5, 1000],
    ['0.5/second', 0.5, 1000],
    ['1/3second', 1, 3000],
    ['1/3SECOND', 1, 3000],
    ['1/3 seconds', 1, 3000],
    [' 10 / 2.5 minutes ', 10, 150_000],
    ['90000/day', 90_000, 86_400_000],
    ['55/hour', 55, 3_600_000],
  ])('reads %j', (text, count, periodMs) => {
    expect(parseRate(text)).toEqual({ count, periodMs });
  });

  test.each([
    '',
    '5',
    '5/',
    '/second',
    '0/second',
    '5/0second',
    '-1/second',
    '1e9/second',
    '5/fortnight',
    '5 per second',
    '1/second/second',
  ])('refuses %j', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });
});

describe('a size', () => {
  test.each([
    ['50MB', 50_000_000],
    ['1GB', 1e9],
    ['1 GiB', 2 ** 30],
    ['1.5kb', 1500],
    ['1048576', 1_048_576],
    ['7b', 7],
    [42, 42],
  ])('reads %j', (size, bytes) => {
    expect(sizeInBytes(size)).toBe(bytes);
  });

  test.each(['', 'MB', '5 parsecs', '-5MB', '5MBB', '0x10', '1e9'])('refuses %j', (text) => {
    expect(SIZE.test(text)).toBe(false);
  });
});

describe('the nearest word', () => {
  const known = ['retry', 'retries', 'timeout_read_s', 'proxy'];

  test.each([
    ['retrys', 'retry'],
    ['rtery', 'retry'],
    ['porxy', 'proxy'],
    ['PROXY', 'proxy'],
    ['timeout', 'timeout_read_s'],
    ['elephant', undefined],
    ['', undefined],
  ])('to %j is %j', (word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  test('to a known word is the word itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 }),
        (words) => {
          const [word = ''] = words;
          expect(nearest(word, words)?.toLowerCase()).toBe(word.toLowerCase());
        },
      ),
    );
  });
});
