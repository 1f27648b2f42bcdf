import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonLines } from '../../src/work/jsonl.ts';
import { readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { gather, inputOf, readAll } from './read-sources.ts';

const read = (...lines: readonly unknown[]) =>
  gather(jsonLines(inputOf(lines.map((line) => JSON.stringify(line)).join('\n'), 'w.jsonl')));

describe('jsonLines', () => {
  test('reads every field of a work and ignores the others', async () => {
    const { works } = await read({
      doi: 'https://doi.org/10.1000/X',
      openalex: 'https://openalex.org/W12',
      arxiv: '2104.12255v2',
      pmid: 24_520_159,
      pmcid: '3917233',
      url: 'https://example.org/a',
      title: ' A title ',
      year: '2020',
      authors: ['Ada', null, 'Bob'],
      etag: '"v1"',
      last_modified: 'Mon, 01 Jan 2024 00:00:00 GMT',
      priority: 3,
      whatever: { else: [] },
    });
    expect(works).toEqual([
      {
        id: 'doi:10.1000/x',
        doi: '10.1000/x',
        openalex: 'W12',
        arxiv: '2104.12255v2',
        pmid: '24520159',
        pmcid: 'PMC3917233',
        url: 'https://example.org/a',
        title: 'A title',
        year: 2020,
        authors: ['Ada', 'Bob'],
        etag: '"v1"',
        lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
        priority: 3,
      },
    ]);
  });

  test('reads names in any case, as headers of tables are; the documented spelling wins', async () => {
    const { works, rejects } = await read(
      { DOI: '10.1000/a', PMID: 7, Title: 'A title', Year: 2020, Authors: ['Ada'] },
      { DOI: '10.1000/b', doi: '10.1000/c' },
    );
    expect(rejects).toEqual([]);
    expect(works).toEqual([
      { id: 'doi:10.1000/a', doi: '10.1000/a', pmid: '7', title: 'A title', year: 2020, authors: ['Ada'] },
      { id: 'doi:10.1000/c', doi: '10.1000/c' },
    ]);
  });

  test('takes any identifier as id', async () => {
    const { ids } = await read(
      { id: 'doi:10.1000/x' },
      { id: 'PMC12' },
      { id: 'W12', title: null },
      { id: 'https://a.org/b' },
    );
    expect(ids).toEqual(['doi:10.1000/x', 'pmcid:PMC12', 'openalex:W12', 'url:https://a.org/b']);
  });

  test('an arXiv DOI makes the work known as an arXiv paper', async () => {
    expect((await read({ doi: '10.48550/arXiv.2104.12255' })).works[0]?.arxiv).toBe('2104.12255');
  });

  test('facts of a wrong type are left out, not fatal', async () => {
    const { works } = await read({
      doi: '10.1000/x',
      title: null,
      year: 'soon',
      authors: 'Ada',
      priority: '1',
      etag: 5,
    });
    expect(works).toEqual([{ id: 'doi:10.1000/x', doi: '10.1000/x' }]);
  });

  test('bad lines are told with their number and the rest goes on', async () => {
    const text =
      '{"doi":"10.1000/a"}\n{"doi":\n[]\n\n{"title":"x"}\n{"doi":"nonsense"}\nnull\n{"doi":"10.1000/b"}';
    const found = await gather(jsonLines(inputOf(text, 'w.jsonl')));
    expect(found.ids).toEqual(['doi:10.1000/a', 'doi:10.1000/b']);
    expect(found.rejects).toEqual([
      'w.jsonl:2 the line is not a JSON object',
      'w.jsonl:3 the line is not a JSON object',
      'w.jsonl:5 no readable id, doi, openalex, arxiv, pmid, pmcid or url',
      'w.jsonl:6 its doi "nonsense" is not a DOI',
      'w.jsonl:7 the line is not a JSON object',
    ]);
  });

  test('any JSON value is a work or a reject, never an error', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.string());
    const keys = fc.constantFrom(
      'id',
      'doi',
      'url',
      'pmid',
      'title',
      'year',
      'authors',
      '__proto__',
      'constructor',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, value), async (line) => {
        const pages = await readAll(jsonLines(inputOf(JSON.stringify(line))));
        expect(pages.flatMap(({ works, rejects }) => [...works, ...rejects])).toHaveLength(1);
      }),
    );
  });

  test.skipIf(sharedIsAbsent)(
    'naughty titles come through unchanged but for surrounding blanks',
    async () => {
      const naughty = JSON.parse(readShared('corpora/naughty/blns.json')) as string[];
      const { works } = await read(...naughty.map((title) => ({ doi: '10.1000/x', title })));
      expect(works.map(({ title = '' }) => title)).toEqual(naughty.map((title) => title.trim()));
    },
  );
});
