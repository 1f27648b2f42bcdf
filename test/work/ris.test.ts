import { describe, expect, test } from 'vitest';
import { risRecords } from '../../src/work/ris.ts';
import { gather, inputOf, readAll } from './read-sources.ts';

const read = (text: string | Uint8Array, size?: number) => gather(risRecords(inputOf(text, 'w.ris', size)));

describe('works of a RIS file', () => {
  test('are read with title, year and authors', async () => {
    const { works, rejects } = await read(
      '\ufeffTY  - JOUR\r\nTI  - On Things\r\nAU  - Doe, Jane\r\nAU  - Roe, Richard\r\nPY  - 2020/05/04/\r\nDO  - 10.1000/A\r\nAB  - Long text\r\nthat goes on\r\nER  - \r\n\r\n',
    );
    expect(works).toEqual([
      {
        id: 'doi:10.1000/a',
        doi: '10.1000/a',
        title: 'On Things',
        year: 2020,
        authors: ['Doe, Jane', 'Roe, Richard'],
      },
    ]);
    expect(rejects).toEqual([]);
  });

  test.each([
    ['UR  - https://doi.org/10.1000/x', 'doi:10.1000/x'],
    ['M3  - doi: 10.1000/x', 'doi:10.1000/x'],
    ['L2  - http://dx.doi.org/10.1000/x', 'doi:10.1000/x'],
    ['UR  - https://x.org/page', 'url:https://x.org/page'],
    ['DB  - PubMed\nAN  - 12345678', 'pmid:12345678'],
    ['C2  - PMC1234567', 'pmcid:PMC1234567'],
    ['UR  - https://arxiv.org/abs/2104.12255', 'arxiv:2104.12255'],
    ['DO  -10.1000/x\nDO - 10.1000/y', 'doi:10.1000/y'],
  ])('%s names %s', async (tags, id) => {
    expect((await read(`TY  - JOUR\n${tags}\nER  -\n`)).ids).toEqual([id]);
  });

  test('end with the next one or with the file where their end is missing', async () => {
    const text = 'TY  - JOUR\nDO  - 10.1000/a\nTY  - BOOK\nDO  - 10.1000/b';
    for (const size of [1, 3, 100])
      expect(await read(text, size)).toMatchObject({ ids: ['doi:10.1000/a', 'doi:10.1000/b'], rejects: [] });
  });
});

describe('what is wrong in a RIS file', () => {
  test('is told by line; a line that cannot be read costs its tag only', async () => {
    const text = Buffer.concat([
      Buffer.from('stray\nstray again\nTY  - JOUR\nAU  - Caf'),
      Buffer.from([0xe9]),
      Buffer.from('\nDO  - 10.1000/a\nER  - \nTY  - JOUR\nTI  - No identifier\nER  - \n'),
    ]);
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/a']);
    expect(rejects).toEqual([
      'w.ris:1 lines 1 to 2 stand in no record: RIS records begin with "TY  - "',
      'w.ris:4 the line is not UTF-8',
      'w.ris:7 no readable id, doi, openalex, arxiv, pmid, pmcid or url',
    ]);
  });

  test('tags in lower case are read', async () => {
    const text =
      'TY  - JOUR\nDO  - 10.1000/a\nER  - \nty  - JOUR\ndo  - 10.1000/b\ner  - \nty  - JOUR\ndo  - 10.1000/c\ner  - \n';
    expect(await read(text)).toMatchObject({
      ids: ['doi:10.1000/a', 'doi:10.1000/b', 'doi:10.1000/c'],
      rejects: [],
    });
  });

  test.each([
    [
      'PMID- 1234\nAID - 10.1000/b [doi]\n\nPMID- 1235\nAID - 10.1000/c [doi]\n\nPMID- 1236\n',
      'the PubMed format (nbib)',
    ],
    [
      '%0 Journal Article\n%R 10.1000/b\n\n%0 Journal Article\n%R 10.1000/c\n%0 Book\n%R 10.1000/d\n',
      'the EndNote tagged format',
    ],
  ])('records of another format are rejected one by one, with what they are: %s', async (text, what) => {
    const [page] = await readAll(
      risRecords(inputOf(`TY  - JOUR\nDO  - 10.1000/a\nER  - \n\n${text}`, 'w.ris')),
    );
    expect(page?.works.map(({ id }) => id)).toEqual(['doi:10.1000/a']);
    expect(page?.rejects).toHaveLength(3);
    for (const { problem } of page?.rejects ?? []) expect(problem).toContain(`in no record: this is ${what}`);
    expect(page?.rejects[0]?.text).toContain('10.1000/b');
    expect(page?.rejects[1]?.text).toContain('10.1000/c');
    expect(page?.rejects[0]?.problem).toMatch(/^lines 5 to 6 stand/);
  });
});
