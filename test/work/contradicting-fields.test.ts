import { describe, expect, test } from 'vitest';
import { openWorks } from '../../src/work/formats.ts';
import { openAlexQuery } from '../../src/work/openalex-query.ts';
import { inputOf, readAll } from './read-sources.ts';

const readPage = async (name: string, text: string) => {
  const [page] = await readAll(openWorks(inputOf(text, name)));
  return {
    works: page?.works.map(({ id, conflicts = [] }) => [id, conflicts.map((one) => one.name)]),
    rejects: page?.rejects,
    doubts: page?.doubts?.map(({ problem }) => problem),
  };
};

describe('a record that names two works', () => {
  test.each([
    ['w.jsonl', '{"id":"10.1000/b","doi":"10.1000/a"}'],
    ['w.jsonl', '{"doi":["10.1000/a","10.1000/b"]}'],
    ['w.jsonl', '{"url":"https://doi.org/10.1000/b","doi":"10.1000/a"}'],
    ['w.ris', 'TY  - JOUR\nDO  - 10.1000/a\nDO  - 10.1000/b\nER  - \n'],
    ['w.ris', 'TY  - JOUR\nDO  - 10.1000/a\nUR  - https://doi.org/10.1000/b\nER  - \n'],
    ['w.csv', 'doi,DOI\n10.1000/a,10.1000/b\n'],
    ['w.csv', 'doi,url\n10.1000/a,https://doi.org/10.1000/b\n'],
    ['w.csv', '10.1000/a,10.1000/b\n'],
    ['w.bib', '@article{k, doi = {10.1000/a}, doi = {10.1000/b}}'],
    ['w.bib', '@article{k, doi = {10.1000/a}, url = {https://doi.org/10.1000/b}}'],
    ['w.json', '[{"DOI":"10.1000/a","doi":"10.1000/b"}]'],
  ])('is taken for the first, and the second is kept as a conflict and told: %s %s', async (name, text) => {
    const { works, rejects, doubts } = await readPage(name, text);
    expect(works).toEqual([['doi:10.1000/a', ['doi:10.1000/b']]]);
    expect(rejects).toEqual([]);
    expect(doubts).toEqual([
      expect.stringContaining('it names doi:10.1000/b beside doi:10.1000/a; taken as doi:10.1000/a'),
    ]);
  });

  test.each([
    ['w.jsonl', '{"doi":"10.1000/a","pmid":"5","url":"https://pubmed.ncbi.nlm.nih.gov/6/"}', 'pmid:6'],
    ['w.csv', 'doi,pmid,pubmed id\n10.1000/a,5,6\n', 'pmid:6'],
    ['w.bib', '@article{k, doi={10.1000/a}, pmid={5}, pmid={6}}', 'pmid:6'],
    ['w.ris', 'TY  - JOUR\nDO  - 10.1000/a\nC2  - PMC5\nAN  - PMC6\nER  - \n', 'pmcid:PMC6'],
  ])('by other identifiers keeps these as well: %s %s', async (name, text, ignored) => {
    expect((await readPage(name, text)).works).toEqual([['doi:10.1000/a', [ignored]]]);
  });

  test.each([
    ['w.jsonl', '{"id":"https://doi.org/10.1000/A","doi":"10.1000/a","url":"https://x.org/1.pdf"}'],
    ['w.bib', '@article{k, doi = {10.1000/a}, doi = {https://doi.org/10.1000/A}, url={https://x.org/}}'],
    ['w.csv', 'doi,DOI,url,link\n10.1000/a,,https://x.org/,https://y.org/\n'],
    ['w.ris', 'TY  - JOUR\nDO  - 10.1000/a\nUR  - https://doi.org/10.1000/A\nUR  - https://x.org/\nER  - \n'],
    ['w.jsonl', '{"doi":"10.1000/a","arxiv":"2104.12255"}'],
    ['w.jsonl', '{"doi":"10.48550/arXiv.2104.12255","arxiv":"2104.12255v2"}'],
  ])('in two spellings of one name contradicts nothing: %s %s', async (name, text) => {
    const { works, doubts } = await readPage(name, text);
    expect(works).toEqual([[expect.any(String), []]]);
    expect(doubts).toBeUndefined();
  });

  test('from OpenAlex keeps the identifier that was not used', async () => {
    const record = {
      id: 'https://openalex.org/W12',
      doi: '10.1000/a',
      ids: { doi: '10.1000/b', openalex: 'W13' },
    };
    const list = async () => ({ meta: {}, results: [record] });
    const [page] = await readAll(openAlexQuery({ query: 'x' }, list));
    expect(page?.works[0]?.conflicts).toEqual([
      { name: 'doi:10.1000/b', with: 'doi:10.1000/a' },
      { name: 'openalex:W13', with: 'openalex:W12' },
    ]);
  });
});
