import { describe, expect, test } from 'vitest';
import { risRecords } from '../../src/work/ris.ts';
import { gather, inputOf } from './read-sources.ts';

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
      'w.ris:1 stands in no record: RIS records begin with "TY  - "',
      'w.ris:4 the line is not UTF-8',
      'w.ris:7 no readable id, doi, openalex, arxiv, pmid, pmcid or url',
    ]);
  });
});
