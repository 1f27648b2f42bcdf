import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainText } from '../../src/core/plain-text.ts';

const HARMFUL = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;
const corpus = resolve('../shared/corpora/naughty/blns.json');

describe('text from outside', () => {
  test.each([
    ['\u001b]52;c;ZXZpbA==\u0007title', ']52;c;ZXZpbA==title'],
    ['\r\n{"level":"info"}', ' {"level":"info"}'],
    ['a\u2028b\u2029c', 'a b c'],
    ['\u009b31mred', '31mred'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['lone \ud800 surrogate', 'lone  surrogate'],
    ['Ünïcode 😀 漢字 stays', 'Ünïcode 😀 漢字 stays'],
  ])('%j becomes one harmless line', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test('is cut, not split inside a character', () => {
    expect(plainText('😀😀😀', 4)).toBe('😀…');
    expect(plainText('x'.repeat(10_000))).toHaveLength(8192);
  });

  test.skipIf(!existsSync(corpus))('of the naughty list is harmless', () => {
    const strings = JSON.parse(readFileSync(corpus, 'utf8')) as string[];
    for (const text of strings) expect(plainText(text)).not.toMatch(HARMFUL);
  });
});
