import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, loopback } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, labConfig, run } from './binary.ts';
import { entries } from './results.ts';

const JOURNAL = 'https://journal.example/article/S1';
const refresh = (url: string) =>
  `<title>Redirecting</title><meta http-equiv="refresh" content="0; url='${url}'">`;

/** Pages by address; what ends in `/pdf`, `.pdf` or `/pdf.html` is a PDF. */
const PAGES: Readonly<Record<string, string>> = {
  'linkinghub.example/retrieve/pii/S1': `<title>Redirecting</title><input type="hidden" name="redirectURL" value="${encodeURIComponent(JOURNAL)}">`,
  'journal.example/article/S1': `<title>Plankton</title><h1>Plankton</h1><a href="/article/S1/pdf">Download PDF</a>
    <h2>Supplementary material</h2><p><a href="/article/S1/s1.pdf">PDF</a></p>
    <h2>Related articles</h2><p><a href="/article/S2/pdf">PDF</a></p>`,
  'circle.example/a': refresh('/b'),
  'circle.example/b': refresh('/a'),
  'emerald.example/doi/10.5555/emerald/full/html': `<title>Lakes</title>
    <meta name="citation_pdf_url" content="https://emerald.example/doi/10.5555/emerald/full/pdf.html">`,
  'wall.example/pii/1': '<title>Soil</title><a href="/getaccess/pii/1/purchase/pdf">Purchase PDF</a>',
};
const DOIS: Readonly<Record<string, string>> = {
  '/10.5555/hub': 'https://linkinghub.example/retrieve/pii/S1',
  '/10.5555/circle': 'https://circle.example/a',
  '/10.5555/emerald': 'https://emerald.example/doi/10.5555/emerald/full/html',
  '/10.5555/wall': 'https://wall.example/pii/1',
};

/** A paper that names its work, so that whatever checks identity knows it. */
const paper = (path: string): Buffer =>
  samplePdf(
    `Plankton of northern lakes. doi:10.5555/${path.includes('emerald') ? 'emerald' : 'hub'} ${'Lakes warm and their plankton changes with the seasons. '.repeat(12)}`,
  );

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host = '' } = incoming.headers;
  const path = incoming.url ?? '/';
  const page = PAGES[host + path];
  const target = host === 'doi.org' ? DOIS[path] : undefined;
  if (target !== undefined) outgoing.writeHead(302, { location: target }).end();
  else if (page !== undefined) outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else if (/[/.]pdf(?:\.html)?$/.test(path))
    outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(paper(path));
  else outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
}

describe('landing pages, read by the built program', () => {
  let web: Loopback;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let ended: Ended;
  const entryOf = (doi: string) =>
    entries(join(folder.path, 'out')).find(({ doc_id }) => doc_id.includes(doi));
  const askedOf = (host: string) =>
    web.asked
      .filter(({ headers, path }) => headers.host === host && path !== '/robots.txt')
      .map(({ path }) => path);

  beforeAll(async () => {
    web = await loopback(answer);
    folder = await tempDir();
    const config = await labConfig(folder.path, web.url, {
      resolvers: { order: ['doi_redirect'] },
      orchestrator: { max_job_attempts: 1 },
    });
    const ids = join(folder.path, 'ids.txt');
    await writeFile(
      ids,
      Object.keys(DOIS)
        .map((path) => path.slice(1))
        .join('\n'),
    );
    ended = await run(['pull', '-c', config, '--ids', ids]);
  }, 60_000);

  afterAll(async () => {
    await web[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('a page that sends on is followed to the paper, and nothing beside the paper is fetched', () => {
    expect(entryOf('10.5555/hub')).toMatchObject({ status: 'saved' });
    expect(askedOf('linkinghub.example')).toEqual(['/retrieve/pii/S1']);
    expect(askedOf('journal.example')).toEqual(['/article/S1', '/article/S1/pdf']);
  });

  test('a tag that names the PDF is believed whatever its address ends in', () => {
    expect(entryOf('10.5555/emerald')).toMatchObject({ status: 'saved' });
  });

  test('a circle of pages ends, with each read as a landing page once', () => {
    expect(entryOf('10.5555/circle')).toMatchObject({ status: 'failed' });
    expect(askedOf('circle.example').filter((path) => path === '/a')).toHaveLength(1);
  });

  test('what is for sale is not asked for', () => {
    expect(askedOf('wall.example').filter((path) => path.includes('purchase'))).toEqual([]);
    expect(ended.code).toBe(1);
  });
});
