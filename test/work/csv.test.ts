import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { csvTable } from '../../src/work/csv.ts';
import { gather, inputOf, readAll } from './read-sources.ts';

const read = (text: string | Uint8Array, columns?: string, size?: number) =>
  gather(csvTable(inputOf(text, 'w.csv', size), columns));

describe('works of a table', () => {
  test('are read by the names of its columns, whatever their order and case', async () => {
    const { works, rejects } = await read(
      'Title,DOI,Publication Year,Authors\r\nOn Things,10.1000/A,2021,"Doe, Jane; Roe, Richard"\r\nNo year,10.1000/b,,\r\n',
    );
    expect(works).toEqual([
      {
        id: 'doi:10.1000/a',
        doi: '10.1000/a',
        title: 'On Things',
        year: 2021,
        authors: ['Doe, Jane', 'Roe, Richard'],
      },
      { id: 'doi:10.1000/b', doi: '10.1000/b', title: 'No year' },
    ]);
    expect(rejects).toEqual([]);
  });

  test('bring their validators and priority', async () => {
    const { works } = await read(
      'doi,etag,last_modified,priority\n10.1000/a,"""abc""","Wed, 21 Oct 2015 07:28:00 GMT",-5\n',
    );
    expect(works[0]).toMatchObject({
      etag: '"abc"',
      lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT',
      priority: -5,
    });
  });

  test.each([
    ['semicolons', 'doi;title\n10.1000/a;A, B\n'],
    ['tabs', 'doi\ttitle\n10.1000/a\tA, B\n'],
    ['bars', 'doi|title\n10.1000/a|A, B\n'],
    ['a byte order mark', '\ufeffdoi,title\n10.1000/a,"A, B"\n'],
    ['a quoted header and a byte order mark', '\ufeff"doi","title"\n"10.1000/a","A, B"'],
    ['blank lines', '\n\ndoi,title\n\n10.1000/a,"A, B"\n\n'],
  ])('are read with %s', async (_, text) => {
    expect((await read(text)).works).toMatchObject([{ doi: '10.1000/a', title: 'A, B' }]);
  });

  test('are read whatever the chunks, also with line ends in quoted cells', async () => {
    const text = 'title,doi\n"On\n""things"", mostly\r\n\nand more",10.1000/a\n5" disks,10.1000/b\n';
    for (const size of [1, 2, 7, 1000]) {
      const { works, rejects } = await read(text, undefined, size);
      expect(works.map(({ doi, title }) => [doi, title])).toEqual([
        ['10.1000/a', 'On\n"things", mostly\n\nand more'],
        ['10.1000/b', '5" disks'],
      ]);
      expect(rejects).toEqual([]);
    }
  });

  test('may have no header: an identifier anywhere in the row is enough', async () => {
    const { ids, rejects } = await read('1,10.1000/a\n2,pmid:12345\n3,nothing\n');
    expect(ids).toEqual(['doi:10.1000/a', 'pmid:12345']);
    expect(rejects).toEqual(['w.csv:3 no readable id, doi, openalex, arxiv, pmid, pmcid or url']);
  });

  test('take an address of a DOI for the DOI', async () => {
    expect((await read('Link\nhttps://doi.org/10.1000/A\nhttps://x.org/page\n')).ids).toEqual([
      'doi:10.1000/a',
      'url:https://x.org/page',
    ]);
  });
});

describe('columns told by hand', () => {
  test('win over names, by name, in any case or by number', async () => {
    const text = 'DOI,Kennung,Überschrift\n10.1000/wrong,10.1000/a,Dinge\n';
    expect((await read(text, 'doi=kennung, title=3')).works).toMatchObject([
      { doi: '10.1000/a', title: 'Dinge' },
    ]);
  });

  test.each([
    ['doi=Nope', /names "Nope", but the columns are "a", "b"/],
    ['what=a', /takes pairs such as doi=DOI/],
    ['doi', /takes pairs such as doi=DOI/],
  ])('%s is refused with what there is', async (columns, message) => {
    const source = csvTable(inputOf('a,b\n1,2\n', 'w.csv'), columns);
    await expect(readAll(source)).rejects.toThrow(message);
    await expect(readAll(source)).rejects.toBeInstanceOf(UserError);
  });

  test('are asked for when no column names a work', async () => {
    await expect(readAll(csvTable(inputOf('Kennung,Jahr\nx,2020\n', 'w.csv')))).rejects.toThrow(
      'w.csv: no column is called doi, pmid, arxiv, url or the like; the columns are "Kennung", "Jahr"; say which is which with --columns doi=NAME',
    );
  });
});

describe('bad rows', () => {
  test('are told by line and cost no other row', async () => {
    const { ids, rejects } = await read(
      'doi,title\n10.1000/a,x\nnonsense,y\n10.1000/b,"a"b"c\n10.1000/c,z\n',
    );
    expect(ids).toEqual(['doi:10.1000/a', 'doi:10.1000/c']);
    expect(rejects).toEqual([
      'w.csv:3 its doi "nonsense" is not a DOI',
      'w.csv:4 the row cannot be read: a quote stands where none can',
    ]);
  });

  test('a quote that is never closed spoils its own row only', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `10.1000/${at},t`);
    const { ids, rejects } = await read(`doi,title\n10.1000/bad,"never closed\n${rows.join('\n')}\n`);
    expect(ids).toHaveLength(500);
    expect(rejects).toEqual(['w.csv:2 a quoted cell is never closed']);
  });

  test('bytes that are no text are told by line', async () => {
    const text = Buffer.concat([
      Buffer.from('doi,title\n10.1000/a,x\n10.1000/b,caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n10.1000/c,"open\n10.1000/d,nul\0\n10.1000/e,x\n'),
    ]);
    const { ids, rejects } = await read(text);
    expect(ids).toEqual(['doi:10.1000/a', 'doi:10.1000/e']);
    expect(rejects).toEqual([
      'w.csv:3 the line is not UTF-8',
      'w.csv:4 a quoted cell is broken by the next line',
      'w.csv:5 the line holds a NUL character',
    ]);
  });
});
