import { bibtexFile } from '../../../src/work/bibtex.ts';
import { cslJson } from '../../../src/work/csl-json.ts';
import { csvTable } from '../../../src/work/csv.ts';
import { idList, type TextInput } from '../../../src/work/id-list.ts';
import { jsonLines } from '../../../src/work/jsonl.ts';
import { risRecords } from '../../../src/work/ris.ts';
import type { Source } from '../../../src/work/source.ts';
import type { FuzzedReader, Turn } from '../reader.ts';
import { ODD } from './odd.ts';

const CHUNK = 64 * 1024;

/** A file is read in chunks, each after a turn of its own. */
async function* chunksOf(text: string, turn: Turn): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    await turn();
    yield bytes.subarray(at, at + CHUNK);
  }
  await turn();
}

const listReader = (
  name: string,
  open: (input: TextInput) => Source,
  tokens: readonly string[],
): FuzzedReader => ({
  name,
  // One record or line may be so long; what is longer is refused with its line.
  cap: 1024 * 1024,
  tokens: [...ODD, ...tokens],
  bound: 20_000_000,
  async run(text, turn) {
    const source = open({ name: 'input', read: () => chunksOf(text, turn) });
    let works = 0;
    let rejects = 0;
    for await (const page of source.pages(undefined, new AbortController().signal)) {
      works += page.works.length;
      rejects += page.rejects.length;
      // Every page is committed before the next is read.
      await turn();
    }
    return { works, rejects };
  },
});

const IDS = [
  '10.1000/a',
  'doi:',
  'DOI: ',
  'https://doi.org/',
  'arXiv:2104.12255v2',
  'hep-th/9901001',
  'PMC123',
  'pmid: 12',
  'W2741809807',
  'https://a.org/b',
  '%25',
  '&amp;',
];

export const LISTS: readonly FuzzedReader[] = [
  listReader('bibtex', bibtexFile, [
    ...IDS,
    '@article{a,',
    '@article(',
    '@string{',
    '@comment{',
    '@',
    'doi = {',
    'title = "',
    'author={',
    ' and ',
    'year=2020,',
    '}\n',
    '},\n',
    '# x #',
    '\\',
    '{\\"o}',
    '$x$',
    'pmid={',
  ]),
  listReader('ris', risRecords, [
    ...IDS,
    'TY  - JOUR\n',
    'ER  - \n',
    'DO  - ',
    'AU  - ',
    'TI  - ',
    'UR  - ',
    'N1  - ',
    'AN  - ',
    'M3  - ',
  ]),
  listReader('csv', csvTable, [
    ...IDS,
    'doi,title\n',
    'doi;title;authors\n',
    'doi\ttitle\n',
    '"',
    '""',
    '",',
    '\n',
    ' | ',
    '; ',
  ]),
  listReader('csl-json', cslJson, [
    ...IDS,
    '[',
    '{',
    '}',
    ',',
    ']',
    '{"DOI":"10.1000/a"}',
    '"DOI":',
    '"title":["',
    '"issued":{"date-parts":[[2020]]}',
    '\\u0000',
    '\\"',
    '{"__proto__":{',
    'null',
    '1e999',
  ]),
  listReader('jsonl', jsonLines, [
    ...IDS,
    '{"doi":"10.1000/a"}\n',
    '{"id":"',
    '"}\n',
    '{"authors":["a"],"pmid":12}\n',
    '[[',
    '{"a":',
    '\\ud800',
    '1e999',
  ]),
  listReader('ids', idList, [...IDS, '\n', '# ', '\r']),
];
