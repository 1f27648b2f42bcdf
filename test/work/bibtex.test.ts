import { describe, expect, test } from 'vitest';
import { bibtexFile } from '../../src/work/bibtex.ts';
import { gather, inputOf } from './read-sources.ts';

const read = (text: string | Uint8Array, size?: number) => gather(bibtexFile(inputOf(text, 'w.bib', size)));

describe('works of a BibTeX file', () => {
  test('are read with their LaTeX turned into text', async () => {
    const { works, rejects } = await read(`
% a comment of some kind
@string{pub = "A Press"}
@article{mueller2020,
  author = {M{\\"u}ller, Hans and Jane van der Doe and {The Consortium}},
  title = {{On} {\\'E}tale {T}hings},
  journal = pub # " Letters",
  abstract = {Long, with "quotes", {braces} and a @sign},
  year = 2020,
  doi = "10.1000/ABC_d"
}
@comment{jabref-meta: grouping; {}}
@preamble{"\\newcommand{\\x}{y}"}
`);
    expect(works).toEqual([
      {
        id: 'doi:10.1000/abc_d',
        doi: '10.1000/abc_d',
        title: 'On Étale Things',
        year: 2020,
        authors: ['Hans Müller', 'Jane van der Doe', 'The Consortium'],
      },
    ]);
    expect(rejects).toEqual([]);
  });

  test.each([
    ['@misc{a, eprint={2104.12255}, archivePrefix={arXiv}}', 'arxiv:2104.12255'],
    ['@misc{a, eprint={hep-th/9901001}}', 'arxiv:hep-th/9901001'],
    ['@article{a, eprint={123456}, eprinttype={pubmed}}', 'pmid:123456'],
    ['@article{a, pmid={123456}}', 'pmid:123456'],
    ['@article{a, pmcid={PMC7654321}}', 'pmcid:PMC7654321'],
    ['@article(a, doi = {10.1000/(a)b})', 'doi:10.1000/(a)b'],
    ['@online{a, url = {https://doi.org/10.1000/x}}', 'doi:10.1000/x'],
    ['@misc{a, howpublished = {https://x.org/a_b?c=1&d=2}}', 'url:https://x.org/a_b?c=1&d=2'],
    ['@ARTICLE{a,DOI={10.1000/x},}', 'doi:10.1000/x'],
    ['@string{d = "10.1000/macro"}\n@article{a, doi = d}', 'doi:10.1000/macro'],
  ])('%s is %s', async (text, id) => {
    expect(await read(text)).toMatchObject({ ids: [id], rejects: [] });
  });

  test('may stand on one line, also several of them, whatever the chunks', async () => {
    const text = '@a{x, doi={10.1000/a}} @b{y, doi={10.1000/b}}\n@c{z,\ndoi={10.1000/c}}';
    for (const size of [1, 5, 100]) {
      expect(await read(text, size)).toMatchObject({
        ids: ['doi:10.1000/a', 'doi:10.1000/b', 'doi:10.1000/c'],
        rejects: [],
      });
    }
  });
});

describe('bad entries', () => {
  test('whose braces do not balance are told by line, and the rest goes on', async () => {
    const { ids, rejects } = await read(`@article{a, doi={10.1000/a}}

@article{bad,
  title = {Never {closed},
  doi = {10.1000/bad}
}

@article{c, doi={10.1000/c}}
@book{worse, title = {a}}}}}, doi = {10.1000/worse}}
@article{e, doi={10.1000/e}}
@article{last, title = {`);
    expect(ids).toEqual(['doi:10.1000/a', 'doi:10.1000/c', 'doi:10.1000/e']);
    expect(rejects).toEqual([
      'w.bib:3 the entry is never closed: its braces do not balance',
      'w.bib:9 no readable id, doi, openalex, arxiv, pmid, pmcid or url',
      'w.bib:11 the entry is never closed: its braces do not balance',
    ]);
  });

  test('without an identifier, with bytes that are no text, or without end are told by line', async () => {
    const long = 'x'.repeat(2 * 1024 * 1024).replace(/(.{1000})/g, '$1\n');
    const text = Buffer.concat([
      Buffer.from('@book{a, title={No identifier}}\n@book{b,\n title={caf'),
      Buffer.from([0xe9]),
      Buffer.from(`},\n doi={10.1000/b}}\n@book{c, title={${long}}}\n@book{d, doi={10.1000/d}}\n`),
    ]);
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/d']);
    expect(rejects[0]).toBe('w.bib:1 no readable id, doi, openalex, arxiv, pmid, pmcid or url');
    expect(rejects[1]).toBe('w.bib:2 the line is not UTF-8 (line 3)');
    expect(rejects[2]).toMatch(/^w\.bib:5 the entry is longer than/);
    expect(rejects).toHaveLength(3);
  });

  test('a file of another kind gives nothing and breaks nothing', async () => {
    expect(await read('TY  - JOUR\nER  - \n{"a": 1}\n@ @@ @x @y{')).toMatchObject({ ids: [] });
  });
});
