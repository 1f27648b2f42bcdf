import { describe, expect, test } from 'vitest';
import { openWorks } from '../../src/work/formats.ts';
import { gatherUntilBroken, inputOf, readAll } from './read-sources.ts';

const doubtsIn = async (name: string, text: string) => {
  const pages = await readAll(openWorks(inputOf(text, name)));
  return pages.flatMap(({ doubts = [] }) => doubts.map(({ where, problem }) => `${where} ${problem}`));
};
const rejectsIn = async (name: string, text: string) =>
  (await gatherUntilBroken(openWorks(inputOf(text, name)))).rejects;

describe('an identifier that cannot be read', () => {
  test.each([
    [
      'w.bib',
      '@article{key1,\n doi = {1O.1000/x},\n title={T}}',
      'w.bib:1 key1: its doi "1O.1000/x" is not a DOI',
    ],
    ['w.csv', 'doi,title\n1O.1000/x,T\n', 'w.csv:2 its doi "1O.1000/x" is not a DOI'],
    ['w.ris', 'TY  - JOUR\nDO  - 1O.1000/x\nER  - \n', 'w.ris:1 its doi "1O.1000/x" is not a DOI'],
    ['w.json', '[{"id":"smith20","DOI":"1O.1000/x"}]', 'w.json:1 smith20: its doi "1O.1000/x" is not a DOI'],
    ['w.jsonl', '{"doi":"1O.1000/x"}', 'w.jsonl:1 its doi "1O.1000/x" is not a DOI'],
    [
      'w.jsonl',
      '{"id":"foo","pmid":"x1"}',
      'w.jsonl:1 its pmid "x1" is not a PMID; its id "foo" is not an identifier',
    ],
  ])('is named in the reject of %s: %s', async (name, text, reject) => {
    expect(await rejectsIn(name, text)).toEqual([reject]);
  });

  test.each([
    [
      'w.bib',
      '@article{k, doi = {1O.1000/x}, pmid = {5}}',
      'w.bib:1 k: its doi "1O.1000/x" is not a DOI; taken as pmid:5',
    ],
    ['w.csv', 'doi,pmid\n1O.1000/x,5\n', 'w.csv:2 its doi "1O.1000/x" is not a DOI; taken as pmid:5'],
    [
      'w.ris',
      'TY  - JOUR\nDO  - 1O.1000/x\nAN  - 5\nDB  - PubMed\nER  - \n',
      'w.ris:1 its doi "1O.1000/x" is not a DOI; taken as pmid:5',
    ],
    [
      'w.json',
      '[{"DOI":"1O.1000/x","PMID":"5"}]',
      'w.json:1 its doi "1O.1000/x" is not a DOI; taken as pmid:5',
    ],
    [
      'w.jsonl',
      '{"doi":"1O.1000/x","pmid":5}',
      'w.jsonl:1 its doi "1O.1000/x" is not a DOI; taken as pmid:5',
    ],
  ])('beside one that can is told: %s %s', async (name, text, doubt) => {
    expect(await doubtsIn(name, text)).toEqual([doubt]);
  });

  test.each([
    ['w.csv', 'id,doi,pmid,url\n17,n/a,5,\n18,-,6,www\n19,,7,\n'],
    ['w.bib', '@article{k, pmid = {5}, eprint = {https://a.org/b.pdf}, howpublished = {Talk}}'],
    ['w.ris', 'TY  - JOUR\nDO  - 10.1000/a\nN1  - also on arXiv\nER  - \n'],
    ['w.json', '[{"id":"smith20","DOI":"10.1000/a","publisher":"arXiv","number":"7"}]'],
  ])('is not seen where nothing was meant to be one: %s', async (name, text) => {
    expect(await doubtsIn(name, text)).toEqual([]);
  });

  test('is quoted on one line', async () => {
    const [page] = await readAll(openWorks(inputOf('@article{k,\n  title = {A\n\tB}}', 'w.bib')));
    expect(page?.rejects[0]?.text).toBe('@article{k, title = {A B}}');
  });
});

describe('a RIS record that the end of the file closes', () => {
  const whole = 'TY  - JOUR\nDO  - 10.1000/a\nER  - \n';

  test('is cut where records before it have their end', async () => {
    const read = await gatherUntilBroken(openWorks(inputOf(`${whole}TY  - JOUR\nDO  - 10.1000/b`, 'w.ris')));
    expect(read.ids).toEqual(['doi:10.1000/a']);
    expect(read.rejects).toEqual(['w.ris:4 the text ends within this record: it has no "ER  - "']);
    expect(read.broken).toContain('w.ris, line 4: the text ends within this record');
  });

  test('is taken where no record of the file has one', async () => {
    const text = 'TY  - JOUR\nDO  - 10.1000/a\n\nTY  - JOUR\nDO  - 10.1000/b\n';
    const read = await gatherUntilBroken(openWorks(inputOf(text, 'w.ris')));
    expect(read).toMatchObject({ ids: ['doi:10.1000/a', 'doi:10.1000/b'], rejects: [], broken: '' });
  });
});
