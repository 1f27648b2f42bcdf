import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cslJson } from '../../src/work/csl-json.ts';
import { gather, gatherUntilBroken, inputOf } from './read-sources.ts';

const read = (text: string | Uint8Array, size?: number) => gather(cslJson(inputOf(text, 'w.json', size)));
const NO_ID = 'no readable id, doi, openalex, arxiv, pmid, pmcid or url';

describe('works of a CSL-JSON list', () => {
  const items = [
    {
      id: 'doe2020',
      type: 'article-journal',
      DOI: '10.1000/A',
      title: 'On {braces}, "quotes" and \\',
      issued: { 'date-parts': [['2020', 5]] },
      author: [{ family: 'Doe', given: 'Jane' }, { literal: 'The Consortium' }],
    },
    { id: 'https://doi.org/10.1000/b', issued: { raw: '2019-01-02' } },
    { id: 7, PMID: 12345, PMCID: 'PMC1' },
    { archive: 'arXiv', number: '2104.12255' },
    { URL: 'https://x.org/page', title: ['A list'] },
  ];

  test.each([
    ['in one line', JSON.stringify(items)],
    ['laid out', JSON.stringify(items, null, 2)],
    ['packed', gzipSync(JSON.stringify(items))],
  ])('are read %s, whatever the chunks', async (_, text) => {
    for (const size of [1, 13, 10_000]) {
      const { works, ids, rejects } = await read(text, size);
      expect(ids).toEqual([
        'doi:10.1000/a',
        'doi:10.1000/b',
        'pmcid:PMC1',
        'arxiv:2104.12255',
        'url:https://x.org/page',
      ]);
      expect(works[0]).toMatchObject({
        title: 'On {braces}, "quotes" and \\',
        year: 2020,
        authors: ['Jane Doe', 'The Consortium'],
      });
      expect(works[1]?.year).toBe(2019);
      expect(works[4]?.title).toBe('A list');
      expect(rejects).toEqual([]);
    }
  });

  test('may spell names in any case', async () => {
    const items = JSON.stringify([{ Doi: '10.1000/a', pmid: '7', Title: 'A title' }]);
    const { works } = await gather(cslJson(inputOf(items, 'w.json')));
    expect(works).toEqual([{ id: 'doi:10.1000/a', doi: '10.1000/a', pmid: '7', title: 'A title' }]);
  });

  test('may be one object alone', async () => {
    expect((await read('{"DOI":"10.1000/a"}')).ids).toEqual(['doi:10.1000/a']);
  });
});

describe('bad items', () => {
  test('are told by line and cost no other item', async () => {
    const text =
      '[\n  {"DOI": "10.1000/a"},\n  {"title": "none"},\n  {"DOI": 10.1000/b},\n  {"DOI": "10.1000/c"}\n  {"DOI": "10.1000/d"}\n]';
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/a', 'doi:10.1000/c', 'doi:10.1000/d']);
    expect(rejects).toEqual([`w.json:3 ${NO_ID}`, 'w.json:4 the object is not valid JSON']);
  });

  test('an item that is never closed ends where the next one begins', async () => {
    const text =
      '[\n  {\n    "author": [\n      {"family": "Doe"\n    ],\n    "DOI": "10.1000/a"\n  },\n  {\n    "DOI": "10.1000/b"\n  },\n  {\n    "DOI": "10.1000/c\n  },\n  {\n    "DOI": "10.1000/d"\n  }\n]';
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/b', 'doi:10.1000/d']);
    expect(rejects).toEqual([
      'w.json:2 the object is never closed',
      'w.json:11 the object is not valid JSON',
    ]);
  });

  test('a list that is cut off, packed or not, keeps what came before and says where it ends', async () => {
    const open = await gatherUntilBroken(
      cslJson(inputOf('[{"DOI":"10.1000/a"},\n{"DOI":"10.1000/b', 'w.json')),
    );
    expect(open.ids).toEqual(['doi:10.1000/a']);
    expect(open.rejects).toEqual(['w.json:2 the object is never closed']);
    expect(open.broken).toBe('w.json, line 2: the object is never closed');
    const items = Array.from({ length: 2000 }, (_, at) => ({ DOI: `10.1000/${at}` }));
    const packed = gzipSync(JSON.stringify(items, null, 1));
    const cut = await gatherUntilBroken(cslJson(inputOf(packed.subarray(0, packed.length - 500), 'w.json')));
    expect(cut.ids.length).toBeGreaterThan(100);
    expect(cut.broken).toMatch(/line \d+: the gzip data are damaged or cut off$/);
  });

  test('an item that is too long or no text is told and passed over', async () => {
    const text = Buffer.concat([
      Buffer.from(`[{"DOI":"10.1000/a","abstract":"${'x'.repeat(1_500_000)}"},\n{"title":"caf`),
      Buffer.from([0xe9]),
      Buffer.from('"},\n{"DOI":"10.1000/b"}]'),
    ]);
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/b']);
    expect(rejects).toEqual([
      'w.json:1 the object is longer than 1048576 bytes',
      'w.json:2 the object is not UTF-8',
    ]);
  });

  test.each(['', '[]', ' \n'])('%j holds none', async (text) => {
    expect(await read(text)).toEqual({ works: [], ids: [], rejects: ['w.json:1 holds no JSON objects'] });
  });

  test.each([
    ['null', 1],
    ['[1, "two, { and more", [3, [4]], []]', 4],
    ['TY  - JOUR\nTI  - x', 2],
    ['[{"DOI":"10.1000/a"},\n7, "x"\n, {"DOI":"10.1000/b"}]', 2],
    ['{"DOI":"10.1000/a"} and then {"DOI":"10.1000/b"} or so', 2],
    ['\ufeff[{"DOI":"10.1000/a"}] trailing', 1],
  ])('%j: what is no object is told item by item, whatever the chunks', async (text, count) => {
    const objects = text.split('10.1000').length - 1;
    for (const size of [1, 7, 10_000]) {
      const { ids, rejects } = await read(text, size);
      expect(ids).toHaveLength(objects);
      expect(rejects).toHaveLength(count);
      for (const reject of rejects) expect(reject).toMatch(/^w\.json:\d is no JSON object$/);
    }
  });

  test.each([
    '[{"DOI":"10.1000/a"},',
    '[{"DOI":"10.1000/a"}',
    '[{"DOI":"10.1000/a"},\n',
    '[{"DOI":"10.1000/a"}, nul',
  ])('%j: a list cut off between objects breaks off there', async (text) => {
    const { ids, rejects, broken } = await gatherUntilBroken(cslJson(inputOf(text, 'w.json')));
    const line = text.split('\n').length;
    const problem = 'the list is never closed: the file may be cut off';
    expect(ids).toEqual(['doi:10.1000/a']);
    expect(rejects).toEqual([`w.json:${line} ${problem}`]);
    expect(broken).toBe(`w.json, line ${line}: ${problem}`);
  });
});
