import { describe, expect, test } from 'vitest';
import { hal } from '../../src/resolvers/hal.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { workBy } from '../support/work-by.ts';

const deposit = (more: object = {}) => ({
  halId_s: 'hal-01234567',
  uri_s: 'https://hal.science/hal-01234567',
  fileMain_s: 'https://hal.science/hal-01234567/document',
  files_s: ['https://hal.science/hal-01234567/file/article.pdf'],
  openAccess_bool: true,
  doiId_s: '10.1000/ABC',
  submitType_s: 'file',
  licence_s: 'http://creativecommons.org/licenses/by/',
  ...more,
});
const found = (...docs: object[]) =>
  resolve(hal, workBy('10.1000/abc'), {
    asker: scriptedAsker({ json: { response: { numFound: docs.length, start: 0, docs } } }),
  });

describe('hal', () => {
  test('asks for both spellings of the DOI at once', async () => {
    const { asked } = await found();
    const url = new URL(asked[0]!.url);
    expect(url.origin + url.pathname).toBe('https://api.archives-ouvertes.fr/search/');
    expect(url.searchParams.get('q')).toBe('doiId_s:("10.1000/abc" OR "10.1000/ABC")');
    expect(url.searchParams.get('wt')).toBe('json');
  });

  test('offers the main file of a deposit with its licence', async () => {
    const { candidates } = await found(deposit());
    expect(candidates).toEqual([
      {
        url: 'https://hal.science/hal-01234567/document',
        expected: 'pdf',
        hostType: 'repository',
        license: 'cc-by',
        evidence: 'fileMain_s',
      },
    ]);
  });

  test('takes a PDF among the files where no main one is named, and lists where strings are usual', async () => {
    const files_s = ['https://hal.science/hal-1/file/data.zip', 'https://hal.science/hal-1/file/a.pdf'];
    const { candidates } = await found(deposit({ fileMain_s: undefined, files_s, doiId_s: ['10.1000/abc'] }));
    expect(candidates.map(({ url }) => url)).toEqual(['https://hal.science/hal-1/file/a.pdf']);
  });

  test.each([
    ['a notice', { submitType_s: 'notice', fileMain_s: undefined, files_s: undefined }],
    ['a deposit of annexes', { submitType_s: 'annex' }],
    ['a file under embargo', { openAccess_bool: false }],
    ['another work', { doiId_s: '10.1000/abcd' }],
  ])('offers nothing of %s', async (_, more) => {
    expect(await found(deposit(more))).toMatchObject({ candidates: [], leads: [] });
  });

  test('follows links to copies elsewhere', async () => {
    const notice = { submitType_s: 'notice', fileMain_s: undefined, files_s: undefined };
    const { candidates, leads } = await found(
      deposit({ ...notice, linkExtUrl_s: ['https://r.org/a.pdf', 'https://r.org/page'] }),
    );
    expect(candidates.map(({ url }) => url)).toEqual(['https://r.org/a.pdf']);
    expect(leads).toEqual(['https://r.org/page']);
  });
});
