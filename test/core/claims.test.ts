import { describe, expect, test } from 'vitest';
import { readLicense, readVersion, saidList, saidText, saidYear } from '../../src/core/claims.ts';

describe('readLicense', () => {
  test.each([
    ['cc-by', 'cc-by'],
    ['CC BY', 'cc-by'],
    ['cc_by', 'cc-by'],
    ['CC BY-NC-ND 4.0', 'cc-by-nc-nd'],
    ['cc by nc sa 3.0 IGO', 'cc-by-nc-sa'],
    ['CC-BY-4.0', 'cc-by'],
    ['https://spdx.org/licenses/CC-BY-SA-4.0', 'cc-by-sa'],
    ['http://creativecommons.org/licenses/by-nc/4.0/', 'cc-by-nc'],
    ['https://creativecommons.org/licenses/by/4.0/legalcode', 'cc-by'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'cc0'],
    ['https://spdx.org/licenses/CC0-1.0', 'cc0'],
    ['CC0', 'cc0'],
    ['public-domain', 'public-domain'],
    ['other-oa', 'other-oa'],
    ['publisher-specific-oa', 'publisher-specific-oa'],
    ['https://www.elsevier.com/tdm/userlicense/1.0/', 'https://www.elsevier.com/tdm/userlicense/1.0/'],
    ['Creative Commons Attribution 4.0 International', 'cc-by'],
    ['CC-By Attribution-NonCommercial-NoDerivatives 4.0 International', 'cc-by-nc-nd'],
    ['Creative Commons Attribution-ShareAlike 3.0 US', 'cc-by-sa'],
    ['CC BY-ND-NC 1.0', 'cc-by-nc-nd'],
    ['ccby', 'cc-by'],
    ['CC-BY-3.0-DE', 'cc-by'],
    ['https://creativecommons.org/licenses/by/4.0/deed.en', 'cc-by'],
    ['https://spdx.org/licenses/CC-BY-4.0.html', 'cc-by'],
    ['CC0 1.0 Universal', 'cc0'],
    ['cc-nc', 'cc-nc'],
    ['cc by xx', 'cc by xx'],
    ['cc_no', 'no-reuse'],
    ['All rights reserved', 'no-reuse'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %s', (claim, license) => {
    expect(readLicense(claim)).toBe(license);
  });
});

test.each([
  ['publishedVersion', 'published'],
  ['acceptedVersion', 'accepted'],
  ['submittedVersion', 'submitted'],
  ['vor', 'published'],
  ['am', 'accepted'],
  ['tdm', undefined],
  [null, undefined],
])('version %j is %s', (claim, version) => {
  expect(readVersion(claim)).toBe(version);
});

test('what is of a wrong type was not said', () => {
  expect([' a ', '', '  ', null, 5, {}].map(saidText)).toEqual([
    'a',
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  expect([2020, '2020', 20, '20', 2020.5, null, 99_999].map(saidYear)).toEqual([
    2020,
    2020,
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  expect(saidList(['a', 5, 'b'], saidText)).toEqual(['a', 'b']);
  expect(saidList('a', saidText)).toEqual([]);
});
