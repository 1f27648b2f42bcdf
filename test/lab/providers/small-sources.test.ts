import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../../src/lab/server.ts';
import type { LabWork } from '../../../src/lab/world.ts';
import { ask, askJson } from '../ask.ts';

const SMALL = ['openaire', 'hal', 'osf', 'base', 'zenodo', 'figshare', 'biorxiv'].map(
  (name) => `${name}-only`,
);
const ARCHIVE = ['archived-dead-link', 'archived-known-to-fatcat', 'archive-excludes-site', 'archived-429'];

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ works: 44, seed: 2, sizeScale: 0.1, faults: [...SMALL, ...ARCHIVE] });
});
afterAll(() => lab.close());

function playing(label: string): LabWork {
  const work = lab.world.works.find((one) => one.label === label);
  if (!work) throw new Error(`nobody plays ${label}`);
  return work;
}
const cdx = (url: string) =>
  `https://web.archive.org/cdx/search/cdx?url=${encodeURIComponent(url)}&output=json&filter=statuscode:200`;
const pdfOf = ({ setup }: LabWork): string => setup.holdings?.archived?.captures[0]?.url ?? '';

describe('the Wayback Machine of the lab', () => {
  test('lists captures under a header row, and nothing as an empty list', async () => {
    const work = playing('archived-dead-link');
    const [header, row] = await askJson<string[][]>(lab, cdx(pdfOf(work)));
    expect(header?.slice(0, 3)).toEqual(['urlkey', 'timestamp', 'original']);
    expect(row?.[2]).toBe(pdfOf(work));
    expect(await askJson(lab, cdx('https://nowhere.example/a.pdf'))).toEqual([]);
  });

  test('plays the bytes back with id_, a frame without, and leads to the nearest capture', async () => {
    const work = playing('archived-dead-link');
    const raw = await ask(lab, `https://web.archive.org/web/20180102030405id_/${pdfOf(work)}`);
    expect(raw.headers['memento-datetime']).toBe('Tue, 02 Jan 2018 03:04:05 GMT');
    expect(raw.text.slice(0, 5)).toBe('%PDF-');
    const frame = await ask(lab, `https://web.archive.org/web/20180102030405/${pdfOf(work)}`);
    expect(frame.headers['content-type']).toContain('text/html');
    const nearest = await ask(lab, `https://web.archive.org/web/2015id_/${pdfOf(work)}`);
    expect([nearest.status, nearest.headers.location]).toEqual([
      302,
      `https://web.archive.org/web/20180102030405id_/${pdfOf(work)}`,
    ]);
    expect((await ask(lab, 'https://web.archive.org/web/2015id_/https://nowhere.example/')).status).toBe(404);
  });

  test('refuses to speak of excluded sites and plays archived refusals back as such', async () => {
    const blocked = await ask(lab, cdx(pdfOf(playing('archive-excludes-site'))));
    expect([blocked.status, /AdministrativeAccessControlException/.test(blocked.text)]).toEqual([403, true]);
    const capture = await ask(
      lab,
      `https://web.archive.org/web/20180102030405id_/${pdfOf(playing('archived-429'))}`,
    );
    expect(capture.status).toBe(429);
    expect(capture.headers['memento-datetime']).toBeDefined();
    expect(capture.headers['retry-after']).toBeUndefined();
  });

  test('has a catalogue of papers with the hashes of captures', async () => {
    const work = playing('archived-known-to-fatcat');
    const lookup = (doi: string) =>
      `https://api.fatcat.wiki/v0/release/lookup?doi=${encodeURIComponent(doi)}&expand=files`;
    const release = await askJson<{ files: { sha1: string; urls: { rel: string }[] }[] }>(
      lab,
      lookup(work.paper.doi ?? ''),
    );
    const bytes = (await ask(lab, `https://web.archive.org/web/20180102030405id_/${pdfOf(work)}`)).body;
    expect(release.files[0]?.sha1).toBe(createHash('sha1').update(bytes).digest('hex'));
    expect((await ask(lab, lookup('10.1000/unknown'))).status).toBe(404);
  });
});

describe('the smaller sources of the lab', () => {
  test('Zenodo says Retry-After with every answer', async () => {
    const number = playing('zenodo-only').paper.doi?.split('.').at(-1);
    for (const [id, status] of [
      [number, 200],
      ['1', 404],
    ]) {
      const answer = await ask(lab, `https://zenodo.org/api/records/${id}`);
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, '59']);
    }
    expect((await ask(lab, 'https://zenodo.org/api/records?q=x&size=26')).status).toBe(400);
  });

  test('figshare has figures under the DOIs of articles', async () => {
    const work = lab.world.works.find(
      ({ paper, label }) => paper.index % 4 === 0 && label !== 'figshare-only',
    );
    const [item] = await askJson<{ defined_type_name: string; resource_doi: string }[]>(
      lab,
      `https://api.figshare.com/v2/articles?doi=${encodeURIComponent(work?.paper.doi ?? '')}`,
    );
    expect(item).toMatchObject({ defined_type_name: 'figure', resource_doi: work?.paper.doi });
  });

  test('HAL compares DOIs letter by letter', async () => {
    const { paper } = lab.world.works.find(
      ({ label, paper: { index } }) => label === 'hal-only' && index % 2 === 1,
    )!;
    const found = async (doi: string) =>
      (
        await askJson<{ response: { numFound: number } }>(
          lab,
          `https://api.archives-ouvertes.fr/search/?q=${encodeURIComponent(`doiId_s:("${doi}")`)}&wt=json`,
        )
      ).response.numFound;
    expect(await found(paper.doi?.toUpperCase() ?? '')).toBe(1);
    expect(await found(paper.doi ?? '')).toBe(0);
  });

  test('bioRxiv says in a message that it has nothing, and has one row per version', async () => {
    const { doi } = playing('biorxiv-only').paper;
    const answers = await Promise.all(
      ['biorxiv', 'medrxiv'].map((server) =>
        askJson<{ messages: { status: string }[]; collection: object[] }>(
          lab,
          `https://api.biorxiv.org/details/${server}/${doi}/na/json`,
        ),
      ),
    );
    const said = new Map(answers.map(({ messages, collection }) => [messages[0]?.status, collection.length]));
    expect(said).toEqual(
      new Map([
        ['no posts found', 0],
        ['ok', 3],
      ]),
    );
  });

  test('OSF answers in JSON:API and leads to the storage over two redirects', async () => {
    const id = playing('osf-only').paper.doi?.split('/').at(-1);
    const preprint = await ask(lab, `https://api.osf.io/v2/preprints/${id}/`);
    expect(preprint.headers['content-type']).toContain('application/vnd.api+json');
    expect((await ask(lab, 'https://api.osf.io/v2/preprints/zzzzz/')).text).toContain('"errors"');
  });

  test('OpenAIRE counts what is used and gives null for empty lists', async () => {
    const answer = await ask(lab, 'https://api.openaire.eu/graph/v3/research-products?pid=10.1000/none');
    expect(Number(answer.headers['x-ratelimit-used'])).toBeGreaterThan(0);
    expect(JSON.parse(answer.text)).toMatchObject({ header: { numFound: 0 }, results: null });
  });

  test('BASE answers in the XML of Solr', async () => {
    const { doi } = playing('base-only').paper;
    const query = encodeURIComponent(`dcdoi:"${doi}"`);
    const answer = await ask(
      lab,
      `https://api.base-search.net/cgi-bin/BaseHttpSearchInterface.fcgi?func=PerformSearch&query=${query}`,
    );
    expect(answer.headers['content-type']).toContain('text/xml');
    expect(answer.text).toContain('<int name="dcoa">1</int>');
  });
});
