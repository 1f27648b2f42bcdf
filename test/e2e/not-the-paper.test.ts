import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sheet, typeset } from '../download/identity/typeset.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { rows } from './results.ts';

const TITLE = 'Seasonal discharge of alpine rivers and first findings';
const AUTHORS = ['Ana García', 'Lena Bauer', 'Wei Chen'];
const PROSE = Array.from(
  { length: 30 },
  (_, at) => `The estimate ${at} remains stable when rivers and soils are measured together again.`,
);
const HEAD = ['Rivers Letters 12 (2021) 101-103', TITLE, AUTHORS.join(', ')];
const LONG_HEAD = ['Rivers Letters 12 (2021) 101-115', TITLE, AUTHORS.join(', ')];
const paper = (doi: string): Sheet => ({
  pages: [
    [...HEAD, `https://doi.org/${doi}`, 'Abstract', ...PROSE],
    PROSE,
    ['References', '1. Omar H. Lakes.'],
  ],
});

/** What the first address of a work serves, by the end of its DOI. */
const SERVED: Readonly<Record<string, Sheet>> = {
  'supplement-below': { pages: [[TITLE, 'Supplementary Material', AUTHORS.join(', '), ...PROSE], PROSE] },
  'supplement-of': { pages: [['Supplement of', TITLE, AUTHORS.join(', '), ...PROSE], PROSE] },
  'zero-pages': { pages: [] },
  'not-found': { pages: [['404 Not Found']] },
  withdrawn: { pages: [[TITLE, AUTHORS.join(', '), 'This article has been withdrawn by the publisher.']] },
  'first-page': { pages: [[...LONG_HEAD, 'Abstract', ...PROSE.slice(0, 20), 'and it goes on']] },
  cover: {
    pages: [
      [
        'Journal Pre-proof',
        TITLE,
        AUTHORS.join(', '),
        'PII: S1',
        'To appear in: Rivers',
        'Please cite this article as: it is.',
      ],
    ],
  },
  'other-doi': { pages: [['Thermal alloys under pressure', 'https://doi.org/10.4321/alloys.7']] },
};
const RIGHT: Readonly<Record<string, Sheet>> = {
  'book-review': {
    pages: [
      ['BOOK REVIEW', ...(paper('10.5555/book-review').pages[0] ?? [])],
      PROSE,
      ['References', '1. Omar H.'],
    ],
  },
  quoted: { pages: [['Original article', `“${TITLE}”`, AUTHORS.join(', '), 'Abstract', ...PROSE], PROSE] },
};

function web(): Promise<Loopback> {
  return loopback((incoming, outgoing) => {
    const { host = '' } = incoming.headers;
    const path = decodeURIComponent(incoming.url ?? '/');
    const [, work = ''] = /10\.5555\/([a-z-]+)/.exec(path) ?? [];
    if (host === 'api.unpaywall.org') {
      const locations = ['first', 'second'].map((name) => ({
        url_for_pdf: `https://${name}.example/10.5555/${work}.pdf`,
        host_type: 'publisher',
        version: 'publishedVersion',
      }));
      const z_authors = AUTHORS.map((name) => ({ given: name.split(' ')[0], family: name.split(' ')[1] }));
      const body = {
        doi: `10.5555/${work}`,
        title: TITLE,
        year: 2021,
        z_authors,
        is_oa: true,
        best_oa_location: locations[0],
        oa_locations: locations,
      };
      return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    const sheet = host === 'first.example' ? (SERVED[work] ?? RIGHT[work]) : paper(`10.5555/${work}`);
    if (!path.endsWith('.pdf') || !sheet) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(typeset(sheet));
  });
}

interface Stored {
  readonly status: string;
  readonly path: string | null;
  readonly identity_score: number | null;
}

describe('an address that serves something else than the paper', () => {
  let server: Loopback;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  const out = () => join(folder.path, 'out');
  const storedFor = (work: string): Stored | undefined =>
    rows<Stored>(
      out(),
      `SELECT status, path, identity_score FROM catalog_entries WHERE doc_id = 'doi:10.5555/${work}'`,
    )[0];

  beforeAll(async () => {
    server = await web();
    folder = await tempDir();
    const more = { resolvers: { order: ['unpaywall'] }, orchestrator: { max_job_attempts: 1 } };
    const config = await labConfig(folder.path, server.url, more);
    await run([
      'pull',
      '-c',
      config,
      ...[...Object.keys(SERVED), ...Object.keys(RIGHT)].map((work) => `10.5555/${work}`),
    ]);
  }, 120_000);

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test.each(Object.keys(SERVED))('%s: the next address is asked, and its paper kept', async (work) => {
    const stored = storedFor(work);
    expect(stored).toMatchObject({ status: 'saved' });
    const bytes = await readFile(join(out(), 'artifacts', stored?.path ?? ''));
    expect(bytes.equals(typeset(paper(`10.5555/${work}`)))).toBe(true);
    expect(stored?.identity_score).toBeGreaterThan(0.95);
  });

  test.each(Object.keys(RIGHT))('%s is the paper, and nobody else is asked', async (work) => {
    const stored = storedFor(work);
    expect(stored).toMatchObject({ status: 'saved' });
    const bytes = await readFile(join(out(), 'artifacts', stored?.path ?? ''));
    expect(bytes.equals(typeset(RIGHT[work] ?? paper(work)))).toBe(true);
  });
});
