import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idArguments, idList } from '../../src/work/id-list.ts';
import { readLines } from '../../src/work/read-lines.ts';
import { readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { chunked, gather, gatherUntilBroken, inputOf, readAll } from './read-sources.ts';

describe('idArguments', () => {
  test('reads every spelling and tells which argument is none', async () => {
    const found = await gather(idArguments(['10.1000/X', 'W12', 'nonsense', '2104.12255', '24520159']));
    expect(found.ids).toEqual(['doi:10.1000/x', 'openalex:W12', 'arxiv:2104.12255']);
    expect(found.rejects).toEqual([
      'argument 3 is no DOI, OpenAlex id, arXiv id, PMID, PMCID or web address',
      'argument 5 a bare number may be anything: write pmid:… or PMC…',
    ]);
  });
});

describe('idList', () => {
  test('skips comments and blank lines, byte order mark and CRLF', async () => {
    const text =
      '\ufeff# my list\r\n\r\n10.1000/a\r\n  PMC12  # the second\r\n\t\r\n10.1000/b#c\r\n#10.1000/no\r\npmid:7';
    const found = await gather(idList(inputOf(text)));
    expect(found.ids).toEqual(['doi:10.1000/a', 'pmcid:PMC12', 'doi:10.1000/b#c', 'pmid:7']);
    expect(found.rejects).toEqual([]);
  });

  test('one bad line never stops the import', async () => {
    const bytes = Buffer.concat([
      Buffer.from('10.1000/a\nnonsense\n10.1000/'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('\n10.1000/b\0\n'),
      Buffer.from('x'.repeat(1024 * 1024 + 1)),
      Buffer.from('\n10.1000/c\n'),
    ]);
    const found = await gather(idList(inputOf(bytes, 'ids.txt', 1000)));
    expect(found.ids).toEqual(['doi:10.1000/a', 'doi:10.1000/c']);
    expect(found.rejects).toEqual([
      'ids.txt:2 is no DOI, OpenAlex id, arXiv id, PMID, PMCID or web address',
      'ids.txt:3 the line is not UTF-8',
      'ids.txt:4 the line holds a NUL character',
      'ids.txt:5 the line is longer than 1048576 bytes',
    ]);
  });

  test('an excerpt of a bad line is short and cannot steer a terminal', async () => {
    const [page] = await readAll(idList(inputOf(`\u001b[31mred${'x'.repeat(5000)}`)));
    expect(page?.rejects[0]?.text).toMatch(/^\ufffd\[31mredx+$/);
    expect(page?.rejects[0]?.text.length).toBeLessThanOrEqual(120);
  });

  test('pages hold 200 entries at most', async () => {
    const text = Array.from({ length: 1201 }, (_, n) => (n % 10 ? `10.1000/${n}` : 'bad')).join('\n');
    const pages = await readAll(idList(inputOf(text)));
    expect(pages.map(({ works, rejects }) => works.length + rejects.length)).toEqual([
      200, 200, 200, 200, 200, 200, 1,
    ]);
  });

  test('stops when told to', async () => {
    const abort = new AbortController();
    abort.abort(new Error('stop'));
    const pages = idList(inputOf('10.1000/a')).pages(undefined, abort.signal);
    await expect(Array.fromAsync(pages)).rejects.toThrow('stop');
  });
});

describe('gzip', () => {
  const text = '10.1000/a\n10.1000/b\n';

  test.each([1, 3, 64 * 1024])('is recognised by its first bytes, in chunks of %d', async (size) => {
    expect((await gather(idList(inputOf(gzipSync(text), 'ids.txt', size)))).ids).toHaveLength(2);
  });

  test('several members are one text', async () => {
    const twice = Buffer.concat([gzipSync(text), gzipSync('10.1000/c')]);
    expect((await gather(idList(inputOf(twice)))).ids).toHaveLength(3);
  });

  test('cut off data give what came before, then break the listing off', async () => {
    const lines = Array.from(
      { length: 50_000 },
      (_, n) => `10.1000/${(n * 2_654_435_761) % 4_294_967_296}`,
    ).join('\n');
    const packed = gzipSync(lines);
    const found = await gatherUntilBroken(idList(inputOf(packed.subarray(0, packed.length / 2), 'ids.gz')));
    expect(found.ids.length).toBeGreaterThan(10_000);
    expect(found.rejects).toEqual([
      expect.stringMatching(/^ids\.gz:\d+ the gzip data are damaged or cut off$/),
    ]);
    expect(found.broken).toMatch(/line \d+: the gzip data are damaged or cut off$/);
  });

  test('a line of 100 MB is skipped in bounded memory', async () => {
    const packed = gzipSync(Buffer.concat([Buffer.alloc(100_000_000, 'x'), Buffer.from('\n10.1000/a')]));
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const found: string[] = [];
    for await (const line of readLines(chunked(packed, 4096))) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      found.push(line.problem ?? line.text);
    }
    expect(found).toEqual(['the line is longer than 1048576 bytes', '10.1000/a']);
    expect(peak).toBeLessThan(32_000_000);
  });
});

describe('readLines', () => {
  test('gives the same lines whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'binary' }).filter((line) => !/[\n\r\0\ufeff]/.test(line) && line.isWellFormed()),
        ),
        fc.integer({ min: 1, max: 20 }),
        async (lines, size) => {
          const text = lines.map((line) => `${line}\r\n`).join('');
          if (text.startsWith('\u001f\u008b')) return;
          const read = await Array.fromAsync(readLines(chunked(text, size)));
          expect(read).toEqual(lines.map((line, index) => ({ number: index + 1, text: line })));
        },
      ),
    );
  });

  test('tells UTF-16 by its first bytes', async () => {
    const [first] = await Array.fromAsync(readLines(chunked(Buffer.from('\ufeffa', 'utf16le'))));
    expect(first?.problem).toBe('the text is UTF-16; save it as UTF-8');
  });

  test('an error of the reader itself is not taken for a bad line', async () => {
    const broken = async function* () {
      yield new Uint8Array([65]);
      throw new Error('EIO');
    };
    await expect(Array.fromAsync(readLines(broken()))).rejects.toThrow('EIO');
    const packed = async function* () {
      yield gzipSync('a\n').subarray(0, 12);
      throw new Error('EIO');
    };
    await expect(Array.fromAsync(readLines(packed()))).rejects.toThrow('EIO');
  });

  test.skipIf(sharedIsAbsent)('naughty strings are lines like any other', async () => {
    const naughty = (JSON.parse(readShared('corpora/naughty/blns.json')) as string[]).filter(
      (text) => !/[\n\r\0]/.test(text) && text.isWellFormed(),
    );
    const read = await Array.fromAsync(readLines(chunked(`x\n${naughty.join('\n')}\n`, 7)));
    expect(read.slice(1).map((line) => line.text)).toEqual(naughty);
  });
});
