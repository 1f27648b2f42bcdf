import { describe, expect, test } from 'vitest';
import { aliasesOf, type Identifiers } from '../../src/core/identifiers.ts';
import { contradictionsIn, contradicts, isSameWork, withoutNames } from '../../src/core/same-work.ts';

const ids = (fields: Record<string, string>): Identifiers => fields;

describe('two sets of identifiers', () => {
  test.each([
    ['the same DOI, another PMID', { doi: '10.1/a', pmid: '5' }, { doi: '10.1/a', pmid: '6' }, true],
    ['other DOIs, the same PMID', { doi: '10.1/a', pmid: '5' }, { doi: '10.1/b', pmid: '5' }, false],
    [
      'other DOIs, the same OpenAlex id',
      { doi: '10.1/a', openalex: 'W1' },
      { doi: '10.1/b', openalex: 'W1' },
      false,
    ],
    [
      'other DOIs, the same address',
      { doi: '10.1/a', url: 'https://x.org/' },
      { doi: '10.1/b', url: 'https://x.org/' },
      false,
    ],
    ['a DOI and none, the same PMID', { doi: '10.1/a', pmid: '5' }, { pmid: '5' }, true],
    [
      'other OpenAlex ids, the same PMCID',
      { openalex: 'W1', pmcid: 'PMC1' },
      { openalex: 'W2', pmcid: 'PMC1' },
      false,
    ],
    [
      'a DOI with an address, the address alone',
      { doi: '10.1/a', url: 'https://x.org/' },
      { url: 'https://x.org/' },
      false,
    ],
    ['the same address alone', { url: 'https://x.org/#a' }, { url: 'https://x.org/' }, true],
    ['an arXiv id and its DOI', { arxiv: '2104.12255' }, { doi: '10.48550/arxiv.2104.12255' }, true],
    ['two versions', { arxiv: '2104.12255v1' }, { arxiv: '2104.12255v3' }, true],
    ['a preprint and its article', { arxiv: '2104.12255' }, { doi: '10.1/a', arxiv: '2104.12255' }, false],
    ['nothing in common', { doi: '10.1/a' }, { pmid: '5' }, false],
  ])('%s: one work is %#', (_, one, other, isOne) => {
    expect(isSameWork(ids(one), ids(other))).toBe(isOne);
    expect(isSameWork(ids(other), ids(one))).toBe(isOne);
  });
});

test('a name found twice is one work unless a better identifier differs', () => {
  expect(contradicts(ids({ doi: '10.1/a' }), ids({ doi: '10.1/b', pmid: '5' }), 'pmid:5')).toBe(true);
  expect(contradicts(ids({ openalex: 'W1' }), ids({ openalex: 'W2', pmid: '5' }), 'pmid:5')).toBe(true);
  expect(contradicts(ids({ openalex: 'W1' }), ids({ openalex: 'W2' }), 'openalex:W2')).toBe(false);
  expect(contradicts(ids({ doi: '10.1/a' }), ids({ doi: '10.1/b' }), 'doi:10.1/b')).toBe(true);
  expect(contradicts(ids({ doi: '10.1/a', pmid: '6' }), ids({ pmid: '5' }), 'pmid:5')).toBe(false);
});

test('an address is a name only where there is no other; arXiv’s DOI is none of an article', () => {
  expect(aliasesOf(ids({ doi: '10.1/a', url: 'https://x.org/' }))).toEqual(['doi:10.1/a']);
  expect(aliasesOf(ids({ url: 'https://x.org/' }))).toEqual(['url:https://x.org']);
  expect(aliasesOf(ids({ doi: '10.1/a', arxiv: '2104.12255v2' }))).toEqual([
    'doi:10.1/a',
    'arxiv:2104.12255',
  ]);
  expect(aliasesOf(ids({ arxiv: '2104.12255v2' }))).toEqual([
    'arxiv:2104.12255',
    'doi:10.48550/arxiv.2104.12255',
  ]);
});

test('news that contradict what is known are named, and left out but for the preprint', () => {
  const conflicts = contradictionsIn(
    ids({ arxiv: '2104.12255' }),
    ids({ doi: '10.1/a', arxiv: '2104.12255v2', pmid: '5' }),
  );
  expect(conflicts).toEqual([{ name: 'doi:10.1/a', with: 'doi:10.48550/arxiv.2104.12255' }]);
  const told = ids({ doi: '10.1/a', arxiv: '2104.12256', pmid: '5' });
  const names = ['doi:10.1/a', 'arxiv:2104.12256'].map((name) => ({ name, with: 'x' }));
  expect(withoutNames(told, names)).toEqual({ arxiv: '2104.12256', pmid: '5' });
});
