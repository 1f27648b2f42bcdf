import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesStore } from '../../src/artifacts/files.ts';
import type { KeptPart } from '../../src/core/progress.ts';
import type { DownloaderDeps } from '../../src/download/downloader-deps.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { plainSend } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { jats } from './sample-pages.ts';
import { bench } from './setup.ts';

const PDF = samplePdf('A paper', 400_000);
/** As long, with its parts at the same places: the start of one and the end of the other make a PDF that reads well. */
const OTHER = Buffer.from(
  PDF.toString('latin1')
    .replace('A paper', 'B paper')
    .replace(/x{1000,}/, (padding) => 'y'.repeat(padding.length)),
  'latin1',
);
const CUT = 150_000;
const NAME = 'PDF/2020__a-paper__doi_10.1_x.pdf';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The first version of a file and a later one in one: cut at the joint, it still looks whole. */
const UPDATED = Buffer.concat([
  PDF,
  Buffer.from(`%${'changed '.repeat(600)}\n${/startxref\n\d+\n%%EOF\s*$/.exec(PDF.toString('latin1'))![0]}`),
]);

type Headers = Record<string, string | number>;
type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const wholeHeaders = (bytes: Uint8Array, etag = '"v1"'): Headers => ({
  'content-type': 'application/pdf',
  'content-length': bytes.length,
  'accept-ranges': 'bytes',
  etag,
});

/** Announces all of it, sends the first `cut` bytes, and is gone. */
const broken =
  (bytes: Uint8Array = PDF, headers: Headers = {}, cut = CUT): Reply =>
  (_, response) => {
    response.writeHead(200, { ...wholeHeaders(bytes), ...headers });
    response.write(bytes.subarray(0, cut), () => setTimeout(() => response.destroy(), 20));
  };

const whole =
  (bytes: Uint8Array = PDF, etag = '"v1"'): Reply =>
  (_, response) => {
    response.writeHead(200, wholeHeaders(bytes, etag));
    response.end(bytes);
  };

const fromOf = (request: IncomingMessage): number =>
  Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);

/** What is left, as an honest server sends it. */
const rest =
  (bytes: Uint8Array = PDF, headers: Headers = {}): Reply =>
  (request, response) => {
    const from = fromOf(request);
    const body = bytes.subarray(from);
    response.writeHead(206, {
      ...wholeHeaders(bytes),
      'content-length': body.length,
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      ...headers,
    });
    response.end(body);
  };

/** Answers in this order; the last one for ever. */
const inTurn = (...replies: readonly Reply[]): Reply => {
  let turn = 0;
  return (request, response) => replies[Math.min(turn++, replies.length - 1)]?.(request, response);
};

describe('a transfer that broke off', () => {
  test('is not waited for when the disk fails as it is taken up: the connection is let go', async () => {
    await using dir = await tempDir();
    const files = nodeFiles();
    const outOfFiles = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    const store = filesStore({
      root: dir.path,
      fsync: true,
      files: { ...files, append: () => Promise.reject(outOfFiles) },
    });
    let letGo = 0;
    const send: DownloaderDeps['send'] = async (request) => {
      const response = await plainSend(request);
      const discard = async () => {
        letGo += 1;
        await response.body.discard();
      };
      return { ...response, body: { ...response.body, discard } };
    };
    await using one = await bench(inTurn(broken(), rest()), {}, { store, send });
    await expect(one.downloader.download(one.job({}))).rejects.toThrow('too many open files');
    expect(one.web.asked).toHaveLength(2);
    expect(letGo).toBe(1);
  });

  test('is gone on with from where it broke, on the condition that the file is the same', async () => {
    await using one = await bench(inTurn(broken(), rest()));
    const job = one.job({});
    expect(await one.downloader.download(job)).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF), sizeBytes: PDF.length, etag: '"v1"' },
    });
    expect(one.web.asked[0]?.headers.range).toBeUndefined();
    const from = Number(/^bytes=(\d+)-$/.exec(one.web.asked[1]?.headers.range ?? '')?.[1]);
    expect(from).toBeGreaterThan(65_000);
    expect(one.web.asked[1]?.headers['if-range']).toBe('"v1"');
    expect(await one.files()).toEqual([NAME]);
    expect(job.shelf.part).toBeUndefined();
    expect(one.notes.map(({ status, reason }) => [status, reason])).toEqual([
      ['size-mismatch', 'size-mismatch'],
      ['http-206', 'ok'],
    ]);
    expect(one.notes[0]?.extra).toMatchObject({ kept_bytes: from });
  });

  test('is asked for whole where the server ends its ranges early', async () => {
    const short: Reply = (request, response) => {
      const from = fromOf(request);
      if (request.headers.range === undefined) return whole()(request, response);
      const { 'content-length': _, ...headers } = wholeHeaders(PDF);
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${PDF.length - 1}/${PDF.length}`,
      });
      response.end(PDF.subarray(from, -5000));
    };
    await using one = await bench(inTurn(broken(), short));
    const stored = await one.downloader.download(one.job({}));
    expect(stored).toMatchObject({ kind: 'stored', artifact: { sha256: sha256(PDF) } });
    expect(one.web.asked.map(({ headers }) => headers.range === undefined)).toEqual([true, false, true]);
  });

  test('may break again and again and still gets further each time', async () => {
    const piecewise: Reply = (request, response) => {
      const from = fromOf(request);
      const range = from > 0 ? { 'content-range': `bytes ${from}-${PDF.length - 1}/${PDF.length}` } : {};
      const length = PDF.length - from;
      response.writeHead(from > 0 ? 206 : 200, { ...wholeHeaders(PDF), ...range, 'content-length': length });
      const body = PDF.subarray(from, from + 170_000);
      response.write(body, () => {
        if (body.length === length) response.end();
        else setTimeout(() => response.destroy(), 20);
      });
    };
    await using one = await bench(piecewise);
    expect(await one.downloader.download(one.job({}))).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(one.web.asked).toHaveLength(3);
  });

  test('that was kept is adopted by the next lease', async () => {
    await using one = await bench(inTurn(broken(), broken(PDF, {}, 100_000), broken(), rest()));
    const shelf: { part: KeptPart | undefined } = { part: undefined };
    await expect(one.downloader.download(one.job({}, { shelf }))).rejects.toMatchObject({
      reason: 'size-mismatch',
    });
    expect(shelf.part).toMatchObject({ token: 1, etag: '"v1"', totalBytes: PDF.length });
    const kept = shelf.part!;
    expect((await one.files()).map((name) => name.replace(/^.*\.kept/, ''))).toEqual(['.part']);
    const next = { part: JSON.parse(JSON.stringify(kept)) as KeptPart };
    expect(await one.downloader.download(one.job({}, { shelf: next, token: 2 }))).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(one.web.asked[3]?.headers.range).toBe(`bytes=${kept.sizeBytes}-`);
    expect(next.part).toBeUndefined();
    expect(await one.files()).toEqual([NAME]);
  });

  test('keeps what it has when the run stops, and nothing when the lease is lost', async () => {
    for (const isLive of [true, false]) {
      const stop = new AbortController();
      await using one = await bench((_, response) => {
        response.writeHead(200, wholeHeaders(PDF));
        response.write(PDF.subarray(0, CUT), () => setTimeout(() => stop.abort(new Error('stopping')), 50));
      });
      const job = one.job({}, { signal: stop.signal, leaseIsLive: () => isLive });
      await expect(one.downloader.download(job)).rejects.toThrow();
      expect(job.shelf.part !== undefined).toBe(isLive);
      expect(await one.files()).toHaveLength(isLive ? 1 : 0);
      await one.downloader.clear(job.work, job.shelf);
      expect(await one.files()).toEqual([]);
    }
  });

  test('is not kept where the configuration says so', async () => {
    await using one = await bench(inTurn(broken(), whole()), { resumePartial: false });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'stored' });
    expect(one.web.asked.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
  });

  test('of XML passes the checks as a whole', async () => {
    const xml = Buffer.from(jats().replace('</body>', `<p>${'text '.repeat(60_000)}</p></body>`));
    const type = { 'content-type': 'application/xml' };
    await using one = await bench(inTurn(broken(xml, type), rest(xml, type)));
    const md5 = createHash('md5').update(xml).digest('hex');
    const plan = { expected: 'xml' as const, checksum: { algorithm: 'md5' as const, hex: md5 } };
    expect(await one.downloader.download(one.job(plan))).toMatchObject({
      kind: 'stored',
      artifact: { format: 'xml', sha256: sha256(xml) },
    });
    expect(one.web.asked[1]?.headers.range).toBeDefined();
  });
});

describe('no range is asked for', () => {
  test.each<[string, Headers]>([
    ['a weak validator', { etag: 'W/"v1"' }],
    ['no validator but a date', { etag: [] as never, 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }],
    ['something that is no entity tag', { etag: 'v1' }],
    ['ranges refused', { 'accept-ranges': 'none' }],
    ['ranges not offered', { 'accept-ranges': [] as never }],
  ])('after %s', async (_, headers) => {
    await using one = await bench(inTurn(broken(PDF, headers), whole()));
    const job = one.job({});
    expect(await one.downloader.download(job)).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(one.web.asked.map(({ headers: sent }) => sent.range)).toEqual([undefined, undefined]);
    expect(await one.files()).toEqual([NAME]);
  });
});

const SAME = whole();
const NEWER = whole(OTHER, '"v2"');

/** The rest under the wrong status. */
const restAs200 =
  (saysRange: boolean): Reply =>
  (request, response) => {
    const from = fromOf(request);
    response.writeHead(200, {
      ...wholeHeaders(PDF),
      'content-length': PDF.length - from,
      ...(saysRange && { 'content-range': `bytes ${from}-${PDF.length - 1}/${PDF.length}` }),
    });
    response.end(PDF.subarray(from));
  };

/** Nothing but its end says how long the body is. */
const cutAt =
  (status: number, cut: number, headers: Headers): Reply =>
  (request, response) => {
    const from = status === 206 ? fromOf(request) : 0;
    response.writeHead(status, {
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      etag: '"v1"',
      ...(status === 206 && {
        'content-range': `bytes ${from}-${UPDATED.length - 1}/${UPDATED.length}`,
      }),
      ...headers,
    });
    response.end(UPDATED.subarray(from, cut));
  };

describe('a body that ends where the file seems to, before the file does, is not taken for the file', () => {
  const stored = { kind: 'stored', artifact: { sha256: sha256(UPDATED), sizeBytes: UPDATED.length } };
  const CASES: readonly [string, readonly Reply[]][] = [
    ['the rest in chunks', [broken(UPDATED), cutAt(206, PDF.length, {})]],
    [
      'the rest up to the end of the connection',
      [broken(UPDATED), cutAt(206, PDF.length, { connection: 'close' })],
    ],
    ['a 206 nobody asked for', [cutAt(206, PDF.length, {})]],
    [
      'a 200 with the range of the whole',
      [cutAt(200, PDF.length, { 'content-range': `bytes 0-${UPDATED.length - 1}/${UPDATED.length}` })],
    ],
    ['a 200 without a length, of the version the part was of', [broken(UPDATED), cutAt(200, PDF.length, {})]],
  ];
  test.each(CASES)('%s', async (_, replies) => {
    await using one = await bench(inTurn(...replies, whole(UPDATED)));
    expect(await one.downloader.download(one.job({}))).toMatchObject(stored);
    expect(one.notes.map(({ reason }) => reason)).toEqual([...replies.map(() => 'size-mismatch'), 'ok']);
    expect(await one.files()).toEqual([NAME]);
  });
  test.each(CASES)('%s, every time', async (_, replies) => {
    await using one = await bench(inTurn(...replies, ...[1, 2, 3].flatMap(() => replies)));
    const result = await one.downloader.download(one.job({})).catch((error: unknown) => error);
    expect(result).toMatchObject({ reason: 'size-mismatch' });
    expect((await one.files()).filter((name) => !name.endsWith('.part'))).toEqual([]);
  });
});

describe('a wrong answer to the range begins anew, and the file is the whole one', () => {
  test.each<[string, Reply, Uint8Array]>([
    ['200 with the same file', SAME, PDF],
    ['200 with another version', NEWER, OTHER],
    ['206 of another version under its own tag', rest(OTHER, { etag: '"v2"' }), OTHER],
    ['206 with a weak tag', rest(PDF, { etag: 'W/"v1"' }), PDF],
    ['206 without a tag', rest(PDF, { etag: [] as never }), PDF],
    [
      '206 from another place',
      rest(PDF, { 'content-range': `bytes 7-${PDF.length - 1}/${PDF.length}` }),
      PDF,
    ],
    ['206 that stops early', rest(PDF, { 'content-range': `bytes ${CUT}-${CUT + 9}/${PDF.length}` }), PDF],
    [
      '206 of another total',
      rest(PDF, { 'content-range': `bytes ${CUT}-${PDF.length}/${PDF.length + 1}` }),
      PDF,
    ],
    ['206 of an unknown total', rest(PDF, { 'content-range': `bytes ${CUT}-${PDF.length - 1}/*` }), PDF],
    ['206 without a range', rest(PDF, { 'content-range': [] as never }), PDF],
    [
      '206 in parts',
      rest(PDF, { 'content-type': 'multipart/byteranges; boundary=x', 'content-range': [] as never }),
      PDF,
    ],
    [
      '206 in parts that names one range',
      rest(PDF, { 'content-type': 'multipart/byteranges; boundary=x' }),
      PDF,
    ],
    ['200 with the rest alone', restAs200(true), PDF],
    ['200 with the rest alone, its range not told', restAs200(false), PDF],
    ['206 that is coded', rest(PDF, { 'content-encoding': 'gzip' }), PDF],
    [
      '416',
      (_, response) => response.writeHead(416, { 'content-range': `bytes */${PDF.length}` }).end(),
      PDF,
    ],
  ])('%s', async (_, wrong, expected) => {
    const tag = expected === OTHER ? '"v2"' : '"v1"';
    await using one = await bench(inTurn(broken(), wrong, whole(expected, tag)));
    const job = one.job({});
    expect(await one.downloader.download(job)).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(expected), sizeBytes: expected.length },
    });
    expect(await readFile(join(one.root, NAME))).toEqual(Buffer.from(expected));
    expect(await one.files()).toEqual([NAME]);
    expect(job.shelf.part).toBeUndefined();
    // The answer itself gives it away: its bytes are not joined to the others first.
    const isTaken = one.web.asked.length === 2;
    expect(one.web.asked.map(({ headers }) => headers.range !== undefined)).toEqual(
      isTaken ? [false, true] : [false, true, false],
    );
    expect(isTaken).toBe(wrong === SAME || wrong === NEWER);
    expect(one.notes.map(({ reason }) => reason)).toEqual(['size-mismatch', 'ok']);
  });

  test('kept bytes that were changed on the disk', async () => {
    await using one = await bench(inTurn(broken(), broken(), broken(), rest(), whole()));
    const shelf: { part: KeptPart | undefined } = { part: undefined };
    await expect(one.downloader.download(one.job({}, { shelf }))).rejects.toThrow();
    const [name] = await readdir(one.root);
    const bytes = await readFile(join(one.root, name!));
    bytes[5000]! ^= 1;
    await writeFile(join(one.root, name!), bytes);
    expect(await one.downloader.download(one.job({}, { shelf, token: 2 }))).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(await one.files()).toEqual([NAME]);
  });

  test('a server error leaves the part for the next try', async () => {
    const failing: Reply = (_, response) => response.writeHead(503).end();
    await using one = await bench(inTurn(broken(), broken(), broken(), failing, rest()));
    const shelf: { part: KeptPart | undefined } = { part: undefined };
    await expect(one.downloader.download(one.job({}, { shelf }))).rejects.toThrow();
    const { part } = shelf;
    expect(await one.downloader.download(one.job({}, { shelf, token: 2 }))).toMatchObject({
      reason: 'http-5xx',
    });
    expect(shelf.part).toEqual(part);
    expect(await one.downloader.download(one.job({}, { shelf, token: 3 }))).toMatchObject({ kind: 'stored' });
  });
});

test('whatever a server does with ranges and wherever it breaks, what is stored is a whole version', async () => {
  const act = fc.record({
    version: fc.constantFrom(PDF, OTHER),
    cut: fc.option(fc.integer({ min: 1, max: PDF.length - 1 }), { nil: undefined }),
    honoursRange: fc.boolean(),
    shift: fc.constantFrom(0, 0, 0, 1, -1, 5000),
    tag: fc.constantFrom('true', 'true', 'stale', 'weak', 'none'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
      const replies = acts.map(
        ({ version, cut, honoursRange, shift, tag }): Reply =>
          (request, response) => {
            const real = version === PDF ? '"v1"' : '"v2"';
            const etag = { true: real, stale: real, weak: `W/${real}`, none: undefined }[tag];
            // An honest server answers a range only for the version the condition names.
            const holds = request.headers['if-range'] === real;
            const from =
              honoursRange && holds && request.headers.range !== undefined ? fromOf(request) + shift : 0;
            const body = version.subarray(from);
            const { etag: _etag, ...headers } = wholeHeaders(version);
            response.writeHead(from > 0 ? 206 : 200, {
              ...headers,
              ...(etag !== undefined && { etag }),
              'content-length': body.length,
              ...(from > 0 && { 'content-range': `bytes ${from}-${version.length - 1}/${version.length}` }),
            });
            if (cut === undefined || cut >= body.length) response.end(body);
            else response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 5));
          },
      );
      await using one = await bench(inTurn(...replies, whole()));
      const shelf: { part: KeptPart | undefined } = { part: undefined };
      for (let token = 1; token <= 3; token++) {
        const result = await one.downloader.download(one.job({}, { shelf, token })).catch(() => undefined);
        if (result?.kind !== 'stored') continue;
        expect([sha256(PDF), sha256(OTHER)]).toContain(sha256(await readFile(join(one.root, NAME))));
        expect(result.artifact.sha256).toBe(sha256(await readFile(join(one.root, NAME))));
        break;
      }
      await one.downloader.clear(one.job({}).work, shelf);
      expect(await one.files()).toEqual([NAME]);
    }),
    { numRuns: 25 },
  );
}, 60_000);
