import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesStore } from '../../src/artifacts/files.ts';
import { Failure, GivenUp } from '../../src/core/errors.ts';
import type { WorkId } from '../../src/core/identifiers.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import type { Answer } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { abstractPage, articlePage, jats, WALLS } from './sample-pages.ts';
import { asKnown, bench } from './setup.ts';

const PDF = samplePdf('A paper', 150_000);
const NAME = 'PDF/2020__a-paper__doi_10.1_x.pdf';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The same answer to every request, with its true length. */
const serve =
  (body: string | Uint8Array, type = 'application/pdf', status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

/** Ends by closing the connection, as HTTP/1.0 did: nothing vouches for the end. */
const serveUnframed =
  (body: string | Uint8Array, type = 'application/pdf'): Answer =>
  (_, response) => {
    response.socket?.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`),
        Buffer.from(body),
      ]),
    );
  };

describe('a good answer', () => {
  test('is stored under its name, announced before it is published, and noted', async () => {
    await using one = await bench((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': PDF.length,
        etag: '"v1"',
      });
      response.end(PDF);
    });
    let atAnnouncement: readonly string[] = [];
    const result = await one.downloader.download(
      one.job(
        { license: 'cc-by', version: 'published' },
        {
          beforePublish: async () => {
            atAnnouncement = await one.files();
          },
        },
      ),
    );
    expect(result).toEqual({
      kind: 'stored',
      artifact: {
        path: NAME,
        sha256: sha256(PDF),
        sizeBytes: PDF.length,
        mime: 'application/pdf',
        format: 'pdf',
        classification: 'pdf',
        url: `${one.web.url}/paper`,
        canonicalUrl: `${one.web.url}/paper`,
        license: 'cc-by',
        version: 'published',
        etag: '"v1"',
      },
    });
    expect(atAnnouncement).toEqual(['.doi_10.1_x.1.part']);
    expect(await one.files()).toEqual([NAME]);
    expect(await readFile(join(one.root, NAME))).toEqual(PDF);
    expect(one.notes).toMatchObject([
      {
        status: 'http-200',
        reason: 'ok',
        stage: 'finalize',
        classification: 'pdf',
        size_bytes: PDF.length,
        sha256: sha256(PDF),
      },
    ]);
  });

  test('keeps its bytes whatever the chunks and the write size', async () => {
    for (const chunkSizeBytes of [1, 1000, 1 << 20]) {
      await using one = await bench(
        async (_, response) => {
          for (let at = 0; at < PDF.length; at += 7001) {
            response.write(PDF.subarray(at, at + 7001));
            if (at % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
          }
          response.end();
        },
        { chunkSizeBytes },
      );
      expect(await one.downloader.download(one.job({}))).toMatchObject({
        kind: 'stored',
        artifact: { sha256: sha256(PDF) },
      });
    }
  });

  test('is what its bytes say: a PDF under an HTML header, where XML was expected, is a PDF', async () => {
    await using one = await bench(serve(PDF, 'text/html'));
    expect(await one.downloader.download(one.job({ expected: 'xml' }))).toMatchObject({
      kind: 'stored',
      artifact: { path: NAME },
    });
    expect(one.notes[0]?.extra).toMatchObject({ sniffed: 'pdf' });
  });

  test('of JATS with a body is kept as it came', async () => {
    await using one = await bench(serve(jats(), 'application/xml'));
    expect(await one.downloader.download(one.job({ expected: 'xml' }))).toMatchObject({
      kind: 'stored',
      artifact: {
        path: 'XML/2020__a-paper__doi_10.1_x.xml',
        sha256: sha256(Buffer.from(jats())),
        mime: 'application/xml',
      },
    });
  });

  test('of an HTML article is kept where HTML was asked for', async () => {
    await using one = await bench(serve(articlePage(), 'text/html'));
    expect(await one.downloader.download(one.job({ expected: 'html' }))).toMatchObject({
      kind: 'stored',
      artifact: { path: 'HTML/2020__a-paper__doi_10.1_x.html', format: 'html' },
    });
    expect(one.web.asked[0]?.headers.accept).toContain('text/html');
  });

  test('must hash to what the source says, where it says so', async () => {
    await using one = await bench(serve(PDF));
    const md5 = createHash('md5').update(PDF).digest('hex').toUpperCase();
    expect(
      await one.downloader.download(one.job({ checksum: { algorithm: 'md5', hex: md5 } })),
    ).toMatchObject({ kind: 'stored' });
    expect(
      await one.downloader.download(one.job({ checksum: { algorithm: 'sha1', hex: '00' } })),
    ).toMatchObject({
      kind: 'refused',
      reason: 'pdf-corrupt',
    });
  });
});

describe('pages', () => {
  test.each(WALLS)('%s is refused as %s, and nothing is stored', async (_, reason, html) => {
    for (const expected of ['pdf', 'html'] as const) {
      await using one = await bench(serve(html, 'application/pdf'));
      expect(await one.downloader.download(one.job({ expected }))).toMatchObject({ kind: 'refused', reason });
      expect(await one.files()).toEqual([]);
      expect(one.web.asked).toHaveLength(1);
    }
  });

  test.each([
    ['an abstract page', abstractPage()],
    ['an article page', articlePage()],
    ['a page with %PDF- in a comment', `<!-- %PDF-1.4 -->${abstractPage()}`],
    ['a page after a byte order mark', `\uFEFF\n\n${abstractPage()}`],
    [
      'an XHTML page',
      `<?xml version="1.0"?>\n<!-- x --><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`,
    ],
  ])('%s in place of a PDF is html-disguised', async (_, html) => {
    await using one = await bench(serve(html, 'application/pdf'));
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'html-disguised',
      classification: 'html_disguised',
    });
    expect(await one.files()).toEqual([]);
    expect(one.notes).toMatchObject([
      { status: 'download-error', reason: 'html-disguised', classification: 'html_disguised' },
    ]);
  });

  test('an abstract page is never full text', async () => {
    await using one = await bench(serve(abstractPage(), 'text/html'));
    expect(await one.downloader.download(one.job({ expected: 'html' }))).toEqual({
      kind: 'refused',
      reason: 'unexpected-ct',
      classification: 'html',
    });
    expect(await one.files()).toEqual([]);
  });

  test('an abstract page that sells the article is a preview', async () => {
    await using one = await bench(serve(abstractPage('<p>Access through your institution</p>'), 'text/html'));
    expect(await one.downloader.download(one.job({ expected: 'html' }))).toMatchObject({
      reason: 'preview-stub',
    });
  });

  test('an article cut off by a lost connection is truncated', async () => {
    await using one = await bench(serveUnframed(articlePage().slice(0, -400), 'text/html'));
    expect(await one.downloader.download(one.job({ expected: 'html' }))).toMatchObject({
      reason: 'truncated',
    });
    await using whole = await bench(serveUnframed(articlePage(), 'text/html'));
    expect(await whole.downloader.download(whole.job({ expected: 'html' }))).toMatchObject({
      kind: 'stored',
    });
  });
});

describe('other bodies', () => {
  test.each([
    ['no bytes', '', 'empty-body', 'empty'],
    ['white space', ' \n\r\n ', 'empty-body', 'empty'],
    ['a zip archive', 'PK\x03\x04xxxx%PDF-1.4', 'unexpected-ct', 'other'],
    ['a file name', '../files/10.3897.phytokeys.136.47386.pdf', 'unexpected-ct', 'other'],
    ['JSON', '{"error":"not found"}', 'unexpected-ct', 'other'],
    [
      'XML of another kind',
      '<?xml version="1.0"?><error code="1"><message>no</message></error>',
      'unexpected-ct',
      'xml',
    ],
    ['JATS without a body', jats().replace(/<body>.*<\/body>/s, ''), 'unexpected-ct', 'xml'],
    ['%PDF- after 1,024 bytes', `${'x'.repeat(1100)}${PDF.toString('latin1')}`, 'unexpected-ct', 'other'],
  ])('%s is refused', async (_, body, reason, classification) => {
    await using one = await bench(serve(Buffer.from(body, 'latin1')));
    expect(await one.downloader.download(one.job({}))).toEqual({ kind: 'refused', reason, classification });
    expect(await one.files()).toEqual([]);
  });

  test('a format nobody asked for is a matter of policy', async () => {
    await using one = await bench(serve(PDF), { formats: ['xml'] });
    expect(await one.downloader.download(one.job({ expected: 'xml' }))).toMatchObject({
      reason: 'policy-type',
    });
    expect(await one.downloader.download(one.job({ expected: 'pdf' }))).toMatchObject({
      reason: 'policy-type',
    });
    expect(one.web.asked).toHaveLength(1);
    expect(one.notes.map(({ status }) => status)).toEqual(['content-policy-skip', 'content-policy-skip']);
  });

  test('the first page that Elsevier says it is, is a preview', async () => {
    await using one = await bench((_, response) => {
      response.setHeader(
        'x-els-status',
        'WARNING - Response limited to first page because requestor not entitled',
      );
      response.end(PDF);
    });
    expect(await one.downloader.download(one.job({}))).toMatchObject({
      reason: 'preview-stub',
      classification: 'preview_stub',
    });
    expect(await one.files()).toEqual([]);
  });
});

describe('sizes', () => {
  test('an announced length over the limit is skipped before a byte is read', async () => {
    await using one = await bench(serve(PDF), { maxBytes: 100_000 });
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'policy-size',
      classification: 'too_large',
    });
    expect(one.notes).toMatchObject([
      { status: 'content-policy-skip', reason: 'policy-size', content_length_hdr: PDF.length },
    ]);
  });

  test('a length found while streaming is too large, and leaves nothing', async () => {
    await using one = await bench(serveUnframed(PDF), { maxBytes: 100_000 });
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'too-large',
      classification: 'too_large',
    });
    expect(await one.files()).toEqual([]);
    expect(one.web.asked).toHaveLength(1);
  });

  test('a body as large as the limit is taken', async () => {
    await using one = await bench(serve(PDF), { maxBytes: PDF.length });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'stored' });
  });
});

describe('damaged bodies', () => {
  test.each([
    ['unproven', 'refused'],
    ['whole', 'stored'],
  ] as const)('a PDF with a block of zeros that is %s is %s', async (proof, kind) => {
    const file = samplePdf('A paper', 40_000);
    const holed = Buffer.from(file).fill(0, 10_000, 20_000);
    await using one = await bench(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end(holed),
      {},
      {
        reader: {
          pdf: () => Promise.reject(new Error('not asked')),
          pdfProof: async () => (proof === 'whole' ? { kind: proof } : { kind: proof, why: 'zeros' }),
          article: () => Promise.reject(new Error('not asked')),
        },
      },
    );
    expect(await one.downloader.download(one.job({}))).toMatchObject({
      kind,
      ...(kind === 'refused' && { reason: 'pdf-corrupt' }),
    });
  });

  test('a truncated PDF is fetched again twice, then refused', async () => {
    await using one = await bench(serveUnframed(PDF.subarray(0, 90_000)));
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'truncated',
      classification: 'pdf_corrupt',
    });
    expect(one.web.asked).toHaveLength(3);
    expect(one.notes.map(({ reason, attempt }) => [reason, attempt])).toEqual([
      ['truncated', 1],
      ['truncated', 2],
      ['truncated', 3],
    ]);
    expect(await one.files()).toEqual([]);
    expect(one.published).toEqual([]);
  });

  test('the second fetch may be whole', async () => {
    let count = 0;
    await using one = await bench((request, response) =>
      (count++ === 0 ? serveUnframed(PDF.subarray(0, 90_000)) : serve(PDF))(request, response),
    );
    expect(await one.downloader.download(one.job({}))).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(await one.files()).toEqual([NAME]);
  });

  test('a connection lost midway is tried again, then thrown as what it was', async () => {
    await using one = await bench((_, response) => {
      response.writeHead(200, { 'content-length': PDF.length });
      response.write(PDF.subarray(0, 90_000), () => response.destroy());
    });
    await expect(one.downloader.download(one.job({}))).rejects.toMatchObject({ reason: 'size-mismatch' });
    expect(one.web.asked).toHaveLength(3);
    expect(one.notes.map(({ status }) => status)).toEqual([
      'size-mismatch',
      'size-mismatch',
      'size-mismatch',
    ]);
    expect(await one.files()).toEqual([]);
  });

  test.each([
    ['a page appended', Buffer.concat([PDF, Buffer.from('<html><body>session expired</body></html>')])],
    ['bytes missing in the middle', Buffer.concat([PDF.subarray(0, 50_000), PDF.subarray(60_000)])],
  ])('a PDF with %s is corrupt', async (_, body) => {
    await using one = await bench(serve(body));
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'pdf-corrupt',
      classification: 'pdf_corrupt',
    });
    expect(await one.files()).toEqual([]);
  });

  test('Content-Length is the length as sent: a compressed body is not a mismatch, a short one is', async () => {
    const decoded = (wireBytes: number) => async () => ({
      status: 200,
      headers: { 'content-length': '5000', 'content-encoding': 'gzip' },
      url: 'https://x.test/',
      hops: ['https://x.test/'],
      body: {
        read: async (onChunk: (chunk: Uint8Array) => void | Promise<void>) => {
          await onChunk(PDF);
          return { wireBytes, decodedBytes: PDF.length };
        },
        discard: async () => undefined,
      },
    });
    await using good = await bench(serve(PDF), {}, { send: decoded(5000) });
    expect(await good.downloader.download(good.job({}))).toMatchObject({ kind: 'stored' });
    await using short = await bench(serve(PDF), {}, { send: decoded(4999) });
    expect(await short.downloader.download(short.job({}))).toMatchObject({ reason: 'size-mismatch' });
    expect(short.notes).toMatchObject([{ status: 'size-mismatch' }, {}, {}]);
    expect(await short.files()).toEqual([]);
    await using lenient = await bench(serve(PDF), { verifyContentLength: false }, { send: decoded(4999) });
    expect(await lenient.downloader.download(lenient.job({}))).toMatchObject({ kind: 'stored' });
  });

  test('without verify_pdf a header is enough', async () => {
    await using one = await bench(serveUnframed(PDF.subarray(0, 90_000)), { verifyPdf: false });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'stored' });
  });

  test('XML that ends early is truncated, XML that never was any is a parse error', async () => {
    await using cut = await bench(serveUnframed(jats().slice(0, -30)));
    expect(await cut.downloader.download(cut.job({ expected: 'xml' }))).toMatchObject({
      reason: 'truncated',
    });
    await using bad = await bench(serve(jats().replace('</sec>', '</p>')));
    expect(await bad.downloader.download(bad.job({ expected: 'xml' }))).toMatchObject({
      reason: 'parse-error',
    });
    expect(await bad.files()).toEqual([]);
  });
});

describe('answers without a document', () => {
  test.each([
    [404, 'http-4xx'],
    [410, 'http-4xx'],
    [401, 'http-4xx'],
    [403, 'http-4xx'],
    [408, 'timeout'],
    [420, 'retry-after'],
    [425, 'retry-after'],
    [429, 'retry-after'],
    [500, 'http-5xx'],
    [503, 'http-5xx'],
    [509, 'retry-after'],
    [204, 'empty-body'],
    [202, 'protocol-error'],
    [304, 'protocol-error'],
  ])('status %i is refused as %s, whatever its body is', async (status, reason) => {
    await using one = await bench(
      serve(status === 204 || status === 304 ? '' : PDF, 'application/pdf', status),
    );
    expect(await one.downloader.download(one.job({}))).toEqual({ kind: 'refused', reason });
    expect(await one.files()).toEqual([]);
    expect(one.notes).toMatchObject([{ status: 'download-error', reason, http_status: status }]);
  });

  test.each([403, 503, 429, 202])('a challenge page with status %i is a challenge page', async (status) => {
    await using one = await bench(serve(WALLS[0]?.[2] ?? '', 'text/html; charset=UTF-8', status));
    expect(await one.downloader.download(one.job({}))).toEqual({
      kind: 'refused',
      reason: 'challenge-page',
      classification: 'challenge_page',
    });
  });

  test('a challenge is believed by its header too', async () => {
    await using one = await bench((_, response) => {
      response.writeHead(403, { 'cf-mitigated': 'challenge', 'content-type': 'text/html' });
      response.end('<html><body></body></html>');
    });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ reason: 'challenge-page' });
  });

  test('a 206 nobody asked for counts only when it is the whole', async () => {
    const ranged =
      (range: string): Answer =>
      (_, response) => {
        response.writeHead(206, { 'content-range': range });
        response.end(PDF);
      };
    await using part = await bench(ranged(`bytes 0-${PDF.length - 1}/${PDF.length + 10}`));
    expect(await part.downloader.download(part.job({}))).toMatchObject({ reason: 'protocol-error' });
    await using whole = await bench(ranged(`bytes 0-${PDF.length - 1}/${PDF.length}`));
    expect(await whole.downloader.download(whole.job({}))).toMatchObject({ kind: 'stored' });
    expect(whole.notes).toMatchObject([{ status: 'http-206' }]);
  });

  test('a redirect to a login host is a login page', async () => {
    await using one = await bench((request, response) => {
      if (request.url === '/paper') response.writeHead(302, { location: '/login?TARGET=x' }).end();
      else void serve(abstractPage(), 'text/html')(request, response);
    });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ reason: 'login-page' });
  });
});

describe('revalidation', () => {
  const conditional: Answer = (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"' }).end(PDF);
  };

  async function stored(answer: Answer) {
    const one = await bench(answer);
    const result = await one.downloader.download(one.job({}));
    if (result.kind !== 'stored') throw new Error('not stored');
    one.notes.length = 0;
    one.web.asked.length = 0;
    return { one, known: asKnown(result.artifact) };
  }

  test('304 for a whole file moves no bytes', async () => {
    const { one, known } = await stored(conditional);
    await using _ = one;
    expect(await one.downloader.isWhole(known)).toBe(true);
    expect(await one.downloader.download(one.job({}, { known }))).toEqual({ kind: 'not-modified' });
    expect(one.web.asked).toHaveLength(1);
    expect(one.notes).toMatchObject([{ status: 'http-304', reason: 'not-modified' }]);
  });

  test('304 for a damaged file is asked again without conditions', async () => {
    const { one, known } = await stored(conditional);
    await using _ = one;
    await writeFile(join(one.root, NAME), 'bit rot');
    expect(await one.downloader.isWhole(known)).toBe(false);
    expect(await one.downloader.download(one.job({}, { known }))).toMatchObject({ kind: 'stored' });
    expect(one.web.asked.map(({ headers }) => headers['if-none-match'])).toEqual(['"v1"', undefined]);
    expect(await readFile(join(one.root, NAME))).toEqual(PDF);
  });

  test('412 is asked again once without conditions', async () => {
    const { one, known } = await stored((request, response) => {
      if (request.headers['if-none-match']) response.writeHead(412).end();
      else response.writeHead(200, { etag: '"v1"' }).end(PDF);
    });
    await using _ = one;
    expect(await one.downloader.download(one.job({}, { known }))).toMatchObject({ kind: 'stored' });
    expect(one.web.asked).toHaveLength(2);
  });

  test('a damaged new version is fetched again without conditions, and the old file stays', async () => {
    let isBroken = false;
    const { one, known } = await stored((request, response) => {
      if (isBroken) return serveUnframed(PDF.subarray(0, 80_000))(request, response);
      response.writeHead(200, { etag: '"v1"' }).end(PDF);
    });
    await using _ = one;
    isBroken = true;
    expect(await one.downloader.download(one.job({}, { known }))).toMatchObject({ reason: 'truncated' });
    expect(one.web.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      '"v1"',
      undefined,
      undefined,
    ]);
    expect(await readFile(join(one.root, NAME))).toEqual(PDF);
  });
});

describe('a file another work stored from the same URL', () => {
  const other = { docId: 'doi:10.1/other', resolver: 'test', tier: 'direct_oa' };

  test('is taken over without a request, under a name of its own, judged as if it had come', async () => {
    await using one = await bench(serve(PDF));
    const first = await one.downloader.download(one.job({}));
    if (first.kind !== 'stored') throw new Error('it was not stored');
    const work = { ...one.job({}).work, id: 'doi:10.1/y' as WorkId };
    const twin = { ...asKnown(first.artifact), ...other, etag: '"v1"' };
    const second = await one.downloader.download(one.job({}, { work, twin }));
    expect(second).toMatchObject({
      kind: 'stored',
      artifact: { path: NAME.replace('10.1_x', '10.1_y'), sha256: sha256(PDF), etag: '"v1"' },
    });
    expect(one.web.asked).toHaveLength(1);
    expect(one.notes.at(-1)).toMatchObject({
      status: 'cache-hit',
      reason: 'ok',
      extra: { adopted_from: 'doi:10.1/other' },
    });
  });

  test('is fetched after all when it is no longer what it was', async () => {
    await using one = await bench(serve(PDF));
    const first = await one.downloader.download(one.job({}));
    if (first.kind !== 'stored') throw new Error('it was not stored');
    await writeFile(join(one.root, NAME), 'rotten');
    const work = { ...one.job({}).work, id: 'doi:10.1/y' as WorkId };
    const twin = { ...asKnown(first.artifact), ...other };
    expect(await one.downloader.download(one.job({}, { work, twin }))).toMatchObject({
      kind: 'stored',
      artifact: { sha256: sha256(PDF) },
    });
    expect(one.web.asked).toHaveLength(2);
  });
});

describe('HEAD first', () => {
  const byMethod =
    (head: (response: Parameters<Answer>[1]) => void): Answer =>
    (request, response) =>
      request.method === 'HEAD' ? head(response) : serve(PDF)(request, response);

  test.each([
    ['404', 404, {}, 'http-4xx'],
    ['a length over the limit', 200, { 'content-length': '2000000' }, 'policy-size'],
    ['a video', 200, { 'content-type': 'video/mp4' }, 'policy-type'],
  ])('%s saves the GET', async (_, status, headers, reason) => {
    await using one = await bench(
      byMethod((response) => response.writeHead(status, headers).end()),
      { headPrecheck: true },
    );
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'refused', reason });
    expect(one.web.asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  test.each([405, 501, 403, 500, 200])('status %i says nothing against the GET', async (status) => {
    await using one = await bench(
      byMethod((response) => response.writeHead(status).end()),
      { headPrecheck: true },
    );
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'stored' });
  });

  test.each([405, 501])(
    '%i is answered by a GET for the first byte, from then on for the whole host',
    async (status) => {
      const video = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-0/900' };
      await using one = await bench(
        (request, response) => {
          if (request.method === 'HEAD') response.writeHead(status).end();
          else if (request.headers.range === undefined) void serve(PDF)(request, response);
          else if (request.url === '/video') response.writeHead(206, video).end('x');
          else response.writeHead(206, { 'content-range': `bytes 0-0/${request.url?.slice(1)}` }).end('x');
        },
        { headPrecheck: true },
      );
      const asked = () =>
        one.web.asked.splice(0).map(({ method, headers }) => `${method} ${headers.range ?? ''}`);
      const download = (path: string) => one.downloader.download(one.job({ url: `${one.web.url}/${path}` }));
      expect(await download('9999999')).toMatchObject({ kind: 'refused', reason: 'policy-size' });
      expect(asked()).toEqual(['HEAD ', 'GET bytes=0-0']);
      expect(await download('video')).toMatchObject({ kind: 'refused', reason: 'policy-type' });
      expect(asked()).toEqual(['GET bytes=0-0']);
      expect(await download('100')).toMatchObject({ kind: 'stored' });
      expect(asked()).toEqual(['GET bytes=0-0', 'GET ']);
    },
  );

  test('a host may announce types of its own, a resolver may do without', async () => {
    const video = byMethod((response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end());
    await using one = await bench(video, {
      headPrecheck: true,
      allowedTypes: { '127.0.0.1': ['video/mp4'] },
    });
    expect(await one.downloader.download(one.job({}))).toMatchObject({ kind: 'stored' });
    await using other = await bench(
      video,
      { headPrecheck: true },
      { overridesOf: () => ({ headPrecheck: false }) },
    );
    expect(await other.downloader.download(other.job({}))).toMatchObject({ kind: 'stored' });
    expect(other.web.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('leases, aborts and full disks', () => {
  test('a lease lost on the way publishes nothing', async () => {
    await using one = await bench(serve(PDF));
    await expect(one.downloader.download(one.job({}, { leaseIsLive: () => false }))).rejects.toMatchObject({
      reason: 'lease-lost',
    });
    expect(await one.files()).toEqual([]);
    expect(one.published).toEqual([]);
  });

  test('a refused announcement publishes nothing', async () => {
    await using one = await bench(serve(PDF));
    const beforePublish = () => Promise.reject(new GivenUp('gone'));
    await expect(one.downloader.download(one.job({}, { beforePublish }))).rejects.toMatchObject({
      reason: 'lease-lost',
    });
    expect(await one.files()).toEqual([]);
  });

  test('an abort midway leaves nothing', async () => {
    const stop = new AbortController();
    await using one = await bench((_, response) => {
      response.writeHead(200, { 'content-length': PDF.length });
      response.write(PDF.subarray(0, 100_000), () => setTimeout(() => stop.abort(new Error('stopped')), 20));
    });
    await expect(one.downloader.download(one.job({}, { signal: stop.signal }))).rejects.toThrow();
    expect(await one.files()).toEqual([]);
  });

  test('a transfer that breaks while its file is being made leaves nothing', async () => {
    await using dir = await tempDir();
    const files = nodeFiles();
    const broken = Promise.withResolvers<never>();
    const store = filesStore({
      root: dir.path,
      fsync: true,
      files: {
        ...files,
        async create(path) {
          broken.reject(new Failure('timeout', 'no byte came'));
          await new Promise((resolve) => setTimeout(resolve, 10));
          return files.create(path);
        },
      },
    });
    const body = {
      read: (onChunk: (chunk: Uint8Array) => void | Promise<void>) =>
        Promise.race([broken.promise, Promise.resolve(onChunk(PDF)).then(() => broken.promise)]),
      discard: async () => undefined,
    };
    const send = async () => ({
      status: 200,
      headers: {},
      body,
      url: 'https://x.test/',
      hops: ['https://x.test/'],
    });
    await using one = await bench(serve(PDF), {}, { store, send });
    await expect(one.downloader.download(one.job({}))).rejects.toMatchObject({ reason: 'timeout' });
    expect(await files.list(dir.path)).toEqual([]);
  });

  test('a disk that fills up is a storage error, not a bad paper', async () => {
    await using dir = await tempDir();
    const files = nodeFiles();
    const store = filesStore({
      root: dir.path,
      fsync: true,
      files: {
        ...files,
        create: async (path) => ({
          ...(await files.create(path)),
          write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        }),
      },
    });
    await using one = await bench(serve(PDF), {}, { store });
    await expect(one.downloader.download(one.job({}))).rejects.toMatchObject({
      reason: 'storage-error',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await files.list(dir.path)).toEqual([]);
    expect(one.web.asked).toHaveLength(1);
  });
});
