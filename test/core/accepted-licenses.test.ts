import { describe, expect, test } from 'vitest';
import { acceptsLicense, canBeClaimed, KNOWN_LICENSES } from '../../src/core/accepted-licenses.ts';

describe('accepted licences', () => {
  test.each([
    'cc-by',
    'CC-BY-4.0',
    'CC BY',
    'https://creativecommons.org/licenses/by/4.0/',
    'Creative Commons Attribution',
  ])('%s accepts cc-by and nothing narrower', (accepted) => {
    expect(acceptsLicense([accepted], 'cc-by')).toBe(true);
    expect(acceptsLicense([accepted], 'cc-by-nc')).toBe(false);
    expect(acceptsLicense([accepted], undefined)).toBe(false);
  });

  test('addresses are compared without scheme, www and closing slash', () => {
    const claim = 'https://www.elsevier.com/tdm/userlicense/1.0/';
    expect(acceptsLicense(['http://elsevier.com/tdm/userlicense/1.0'], claim)).toBe(true);
    expect(acceptsLicense(['http://elsevier.com/tdm/userlicense/2.0'], claim)).toBe(false);
  });

  test('a refusal is never accepted, unless everything is', () => {
    expect(acceptsLicense(['no-reuse', 'cc_no'], 'no-reuse')).toBe(false);
    expect(acceptsLicense([], 'no-reuse')).toBe(true);
  });

  test('every known word can be claimed, and what is none of them cannot', () => {
    expect(KNOWN_LICENSES.filter((one) => !canBeClaimed(one))).toEqual([]);
    expect(['cc-bye', 'cc', 'open', 'no-reuse', 'cc by xx', 'cc-nc'].filter(canBeClaimed)).toEqual([]);
  });
});
