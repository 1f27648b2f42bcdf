import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openWorks } from '../../src/work/formats.ts';
import { readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { gather, gatherUntilBroken, inputOf } from './read-sources.ts';

const GOOD = '10.1000/good';
const MEGABYTE = 1024 * 1024;

/** How a good record looks in each format, and one with a hostile text in it. */
const FORMATS: Readonly<Record<string, (title: string, doi: string) => string>> = {
  ids: (_, doi) => `${doi}\n`,
  jsonl: (title, doi) => `${JSON.stringify({ doi, title })}\n`,
  csv: (title, doi) => `"${title.replaceAll('"', '""')}",${doi}\n`,
  bibtex: (title, doi) => `@article{key,\n  title = {${title}},\n  doi = {${doi}}\n}\n`,
  ris: (title, doi) => `TY  - JOUR\nTI  - ${title}\nDO  - ${doi}\nER  - \n`,
  'csl-json': (title, doi) => `${JSON.stringify({ title, DOI: doi })},\n`,
};
const HEADS: Readonly<Record<string, string>> = { csv: 'title,doi\n', 'csl-json': '[\n' };
const TAILS: Readonly<Record<string, string>> = { 'csl-json': ']\n' };
const names = Object.keys(FORMATS);

const read = (format: string, parts: readonly (string | Uint8Array)[], size?: number) => {
  const all = [HEADS[format] ?? '', ...parts, TAILS[format] ?? ''];
  const whole = Buffer.concat(all.map((part) => Buffer.from(part)));
  return gatherUntilBroken(openWorks(inputOf(whole, 'w', size), format));
};
const record = (format: string, title: string, doi = GOOD): string => FORMATS[format]?.(title, doi) ?? '';

describe.skipIf(sharedIsAbsent)('naughty strings', () => {
  const naughty = sharedIsAbsent ? [] : (JSON.parse(readShared('corpora/naughty/blns.json')) as string[]);

  test.each(names)('as titles in %s cost no other record and break nothing', async (format) => {
    const texts = naughty.map((title, at) => record(format, title, `10.1000/${at}`));
    const { ids, broken } = await read(
      format,
      texts.flatMap((text) => [text, record(format, 'x')]),
      1000,
    );
    expect(broken).toBe('');
    expect(ids).toContain(`doi:${GOOD}`);
    // Titles that close braces or lines early may cost their own record.
    expect(new Set(ids).size).toBeGreaterThan(naughty.length * 0.9);
    expect(ids.filter((id) => id === `doi:${GOOD}`)).toHaveLength(naughty.length);
  });

  test.each(names)('as identifiers in %s give a work or a reason, each', async (format) => {
    const texts = naughty.map((text) => record(format, 'x', text.replace(/[{}\r\n]/g, '')));
    const { ids, rejects } = await read(format, [...texts, record(format, 'last')]);
    expect(ids.at(-1)).toBe(`doi:${GOOD}`);
    expect(ids.length + rejects.length).toBeGreaterThan(0);
  });
});

describe('damaged files', () => {
  test.each(names)('what follows the gzip data of %s is told', async (format) => {
    const packed = gzipSync(`${HEADS[format] ?? ''}${record(format, 'x')}`);
    const followed = Buffer.concat([packed, Buffer.from('10.1000/lost\n')]);
    const { rejects, broken } = await gatherUntilBroken(openWorks(inputOf(followed, 'w'), format));
    expect(rejects).toEqual([expect.stringMatching(/^w:\d+ the gzip data are damaged or cut off$/)]);
    expect(broken).toMatch(/^w, line \d+: the gzip data are damaged or cut off$/);
  });

  test.each(names)('lines of %s that end with CR alone are lines', async (format) => {
    const text = `${HEADS[format] ?? ''}${record(format, 'x', '10.1000/a')}${record(format, 'y', '10.1000/b')}${TAILS[format] ?? ''}`;
    const { ids } = await gather(openWorks(inputOf(text.replaceAll('\n', '\r'), 'w'), format));
    expect(ids).toEqual(['doi:10.1000/a', 'doi:10.1000/b']);
  });

  test.each(names)('UTF-16 in %s gives no work and says so', async (format) => {
    const text = `\ufeff${HEADS[format] ?? ''}${record(format, 'x')}${TAILS[format] ?? ''}`;
    const { ids, rejects } = await gather(openWorks(inputOf(Buffer.from(text, 'utf16le'), 'w'), format));
    expect(ids).toEqual([]);
    expect(rejects.length).toBeGreaterThan(0);
  });

  test('a line with two DOIs is no DOI', async () => {
    const { ids, rejects } = await read('ids', ['10.1000/a;10.1000/b\n10.1000/c, doi:10.1000/d\n']);
    expect(ids).toEqual([]);
    expect(rejects).toEqual([
      'w:1 names several works: write one a line',
      'w:2 names several works: write one a line',
    ]);
  });

  test.each(names)('a cut gzip of %s keeps what came before and says so', async (format) => {
    const texts = Array.from({ length: 3000 }, (_, at) => record(format, `title ${at}`, `10.1000/${at}`));
    const packed = gzipSync(`${HEADS[format] ?? ''}${texts.join('')}`);
    const { ids, rejects, broken } = await gatherUntilBroken(
      openWorks(inputOf(packed.subarray(0, packed.length / 2), 'w'), format),
    );
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.length).toBeLessThan(3000);
    const problem = 'the gzip data are damaged or cut off';
    expect(rejects).toEqual([expect.stringMatching(new RegExp(`^w:\\d+ ${problem}$`))]);
    expect(broken).toBe(rejects[0]?.replace(/^w:(\d+)/, 'w, line $1:'));
  });

  test.each(names)(
    'bytes of any kind in %s are told by line, and the last record is read',
    async (format) => {
      const noise = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
      const { ids, rejects } = await read(format, [
        noise,
        '\n',
        record(format, 'x'),
        '\n',
        record(format, 'y'),
      ]);
      if (format !== 'csl-json') expect(ids).toContain(`doi:${GOOD}`);
      expect(rejects.length).toBeGreaterThan(0);
      for (const reject of rejects) expect(reject).toMatch(/^w:\d+ /);
    },
  );

  test.each(names)('NULs in %s are told by line', async (format) => {
    const { ids, rejects } = await read(format, [record(format, 'a\0b', '10.1000/\0'), record(format, 'x')]);
    expect(ids.at(-1)).toBe(`doi:${GOOD}`);
    expect(rejects[0]).toMatch(/^w:\d+ /);
  });
});

describe('a line of 100 MB', () => {
  /** In chunks that are made on the way: only the reader could hold them all. */
  async function* long(format: string): AsyncIterable<Uint8Array> {
    const [before = '', after = ''] = record(format, '\u0001').split(
      format.includes('json') ? '\\u0001' : '\u0001',
    );
    const filler = Buffer.alloc(MEGABYTE, 'x');
    yield Buffer.from((HEADS[format] ?? '') + (format === 'ids' ? '' : before));
    for (let part = 0; part < 100; part++) yield filler;
    yield Buffer.from((format === 'ids' ? '\n' : after) + record(format, 'x') + (TAILS[format] ?? ''));
  }

  test.each(names)('in %s is told by its line, and its like is read in bounded memory', async (format) => {
    const source = openWorks({ name: 'w', read: () => long(format) }, format);
    const before = process.memoryUsage().rss;
    const { ids, rejects } = await gather(source);
    const grownMb = (process.memoryUsage().rss - before) / MEGABYTE;
    expect(ids.at(-1)).toBe(`doi:${GOOD}`);
    expect(rejects[0]).toMatch(/^w:\d+ .*longer than 1048576 (?:bytes|characters)/);
    expect(grownMb).toBeLessThan(80);
  });
});
