import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { run } from './binary.ts';

/** Each with two works and one bad record in its second place, and where that one is told. */
const FILES = {
  'works.csv': ['doi,title\n10.1000/a,A\nnope,"B, b"\n10.1000/c,C\n', 'works.csv:3'],
  'works.bib': [
    '@article{a, doi={10.1000/a}}\n@article{b, title={x\n@article{c, doi={10.1000/c}}\n',
    'works.bib:2',
  ],
  'works.ris': [
    'TY  - JOUR\nDO  - 10.1000/a\nER  - \nTY  - JOUR\nTI  - B\nER  - \nTY  - JOUR\nDO  - 10.1000/c\nER  - \n',
    'works.ris:4',
  ],
  'works.json': ['[{"DOI":"10.1000/a"},\n{"title":"B"},\n{"DOI":"10.1000/c"}]', 'works.json:2'],
  'works.jsonl': ['{"doi":"10.1000/a"}\nnope\n{"doi":"10.1000/c"}\n', 'works.jsonl:2'],
} as const;

test.each(Object.entries(FILES))(
  '%s, plain and packed, imports what is good and names the bad line',
  async (name, [text, where]) => {
    await using dir = await tempDir();
    await writeFile(join(dir.path, name), text);
    await writeFile(join(dir.path, `${name}.gz`), gzipSync(text));
    const plain = await run(['queue', 'import', name, '--out', 'o', '--json'], { cwd: dir.path });
    expect(plain.code).toBe(1);
    expect(JSON.parse(plain.stdout)).toMatchObject({ added: 2, rejects: 1 });
    expect(plain.stderr).toContain(`${where}: `);
    const packed = await run(['queue', 'import', `${name}.gz`, '--out', 'o', '--json'], { cwd: dir.path });
    expect(JSON.parse(packed.stdout)).toMatchObject({ added: 0, duplicates: 2, rejects: 1 });
  },
);

test('columns with names of their own are told by hand', async () => {
  await using dir = await tempDir();
  await writeFile(join(dir.path, 'works.csv'), 'Kennung,Titel\n10.1000/a,A\n');
  const unknown = await run(['queue', 'import', 'works.csv', '--out', 'o'], { cwd: dir.path });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('the columns are "Kennung", "Titel"; say which is which with --columns');
  const told = await run(
    ['queue', 'import', 'works.csv', '--columns', 'doi=Kennung', '--out', 'o', '--json'],
    {
      cwd: dir.path,
    },
  );
  expect([told.code, JSON.parse(told.stdout)]).toEqual([0, { added: 1, duplicates: 0, rejects: 0 }]);
});

test('an entry of a megabyte of blanks does not hold up an import', async () => {
  await using dir = await tempDir();
  const blanks = ' '.repeat(900_000);
  const text = `@article{${blanks}x}\n@article{a, doi={10.1000/a}, pmid={pmid${blanks}x}}\n${'a-'.repeat(300_000)}\n`;
  await writeFile(join(dir.path, 'works.bib'), text);
  const startedAt = performance.now();
  const { stdout } = await run(['queue', 'import', 'works.bib', '--out', 'o', '--json'], { cwd: dir.path });
  expect(JSON.parse(stdout)).toMatchObject({ added: 1 });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
