import { describe, expect, test } from 'vitest';
import { candidatesOfRelease, Release } from '../../src/resolvers/fatcat-release.ts';
import { wayback } from '../../src/resolvers/wayback.ts';
import { type Answer, resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const PDF = 'https://www.example.org/articles/7.pdf?x=1&y=2';
const HEADER = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'];
const row = (timestamp: string, digest: string, more: Partial<Record<string, string>> = {}) => [
  'org,example)/articles/7.pdf',
  timestamp,
  PDF,
  more['mimetype'] ?? 'application/pdf',
  more['statuscode'] ?? '200',
  digest,
  '1234',
];

/**
 * Read off each recorded answer by hand. Only the index is asked by the resolver; the pages of captures stand here to
 * show that none of them is taken for an index: what they give as files is for the download to judge.
 */
const EXPECTED: Readonly<Record<string, string | undefined>> = {
  availability_empty: 'parse-error',
  availability_shape: 'parse-error',
  cdx_403_blocked: undefined,
  memento_archived_429: 'retry-after',
  memento_blocked_200_html: 'parse-error',
  memento_id_raw_200: 'parse-error',
  memento_not_playbackable: 'protocol-error',
  memento_redirect_to_closest: 'protocol-error',
  memento_springer_idp_loop_0: 'protocol-error',
  memento_view_mode_rewritten: 'parse-error',
};

describe.skipIf(sharedIsAbsent)('recorded answers of the Wayback Machine', () => {
  const names = listShared('fixtures/wayback').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives no capture, and its reason', async (name) => {
    const asker = scriptedAsker(readFixture(`wayback/${name}`).response);
    const found = await resolve(wayback, workBy(PDF), { asker });
    expect(found.candidates).toEqual([]);
    expect(found.failure?.reason).toBe(EXPECTED[name]);
  });
});

/** Read off each recorded answer by hand: a dataset without files; searches are of other services of the catalogue. */
const FATCAT: Readonly<Record<string, string | undefined>> = {
  elastic_empty: 'parse-error',
  release_3mssw2qnlnblbk7oqyv2dafgey: undefined,
  scholar_elastic_fulltext_search: 'parse-error',
  search_es_one: 'parse-error',
};

describe.skipIf(sharedIsAbsent)('recorded answers of fatcat', () => {
  const names = listShared('fixtures/fatcat').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(FATCAT).toSorted());
  });

  test.each(names)('%s gives no capture, and its reason', async (name) => {
    const asker = scriptedAsker(readFixture(`fatcat/${name}`).response);
    const options = { fatcat_url: 'https://api.fatcat.wiki/v0/' };
    const found = await resolve(wayback, workBy('10.7280/d1j37z'), { asker, options });
    expect(found.candidates).toEqual([]);
    expect(found.failure?.reason).toBe(FATCAT[name]);
  });
});

const FATCAT_ON = { fatcat_url: 'https://api.fatcat.wiki/v0/' };
const NO_RELEASE: Answer = { status: 404, json: { error: 'not-found' } };
const withIndex = (index: (url: URL) => Answer, release: Answer = NO_RELEASE) =>
  scriptedAsker((url) => (url.startsWith('https://api.fatcat.wiki/') ? release : index(new URL(url))));

describe('wayback', () => {
  test('asks the index for captures of the files that were refused, and offers the newest first, as captured', async () => {
    const json = [HEADER, row('20150102030405', 'A'), row('20180102030405', 'B')];
    const asker = withIndex(() => ({ json }));
    const { candidates } = await resolve(wayback, workBy('10.1000/x'), { asker, refused: [PDF] });
    expect(candidates).toEqual([
      {
        url: `https://web.archive.org/web/20180102030405id_/${PDF}`,
        expected: 'pdf',
        evidence: 'captured 2018-01-02',
      },
      {
        url: `https://web.archive.org/web/20150102030405id_/${PDF}`,
        expected: 'pdf',
        evidence: 'captured 2015-01-02',
      },
    ]);
    expect(asker.asked).toHaveLength(1);
    const [index] = asker.asked.map(({ url }) => new URL(url));
    expect(index?.origin).toBe('https://web.archive.org');
    expect(index?.searchParams.get('url')).toBe(PDF);
    expect(index?.searchParams.getAll('filter')).toEqual(['statuscode:200', 'mimetype:application/pdf']);
  });

  test('passes over revisits, archived errors, pages and captures of the same bytes', async () => {
    const json = [
      HEADER,
      row('20150102030405', 'A'),
      row('20160102030405', 'A'),
      row('20170102030405', 'C', { mimetype: 'warc/revisit', statuscode: '-' }),
      row('20180102030405', 'D', { mimetype: 'text/html' }),
      row('20190102030405', 'E', { statuscode: '404' }),
    ];
    const asker = withIndex(() => ({ json }));
    const { candidates } = await resolve(wayback, workBy('10.1000/x'), { asker, refused: [PDF] });
    expect(candidates.map(({ evidence }) => evidence)).toEqual(['captured 2016-01-02']);
  });

  test.each([{ json: [] }, { body: '' }, { body: '\n' }])('takes %j as "never captured"', async (answer) => {
    const asker = withIndex(() => answer);
    const found = await resolve(wayback, workBy('10.1000/x'), { asker, refused: [PDF] });
    expect(found).toMatchObject({ candidates: [] });
    expect(found.failure).toBeUndefined();
  });

  test('asks about few addresses, each once, and about the one given only when it names a file', async () => {
    const asker = withIndex(() => ({ json: [] }));
    const refused = [1, 1, 2, 3, 4, 5].map((number) => `https://p.org/${number}.pdf`);
    await resolve(wayback, workBy('https://p.org/given.pdf'), { asker, refused });
    expect(asker.asked.map(({ url }) => new URL(url).searchParams.get('url'))).toEqual(refused.slice(1, 4));
    const alone = withIndex(() => ({ json: [] }));
    await resolve(wayback, workBy('https://p.org/given.pdf'), { asker: alone });
    await resolve(wayback, workBy('https://p.org/page'), { asker: alone });
    expect(alone.asked).toHaveLength(1);
  });

  test('one address that cannot be asked about does not hide the others', async () => {
    const asker = withIndex((url) =>
      url.searchParams.get('url') === PDF
        ? { json: [HEADER, row('20150102030405', 'A')] }
        : { status: 403, body: 'Forbidden' },
    );
    const refused = ['https://p.org/1.pdf', PDF];
    const found = await resolve(wayback, workBy('10.1000/x'), { asker, refused });
    expect(found.candidates).toHaveLength(1);
    expect(found.failure).toBeUndefined();
    const none = await resolve(wayback, workBy('10.1000/x'), { asker, refused: ['https://p.org/1.pdf'] });
    expect(none.failure).toMatchObject({ reason: 'http-4xx', httpStatus: 403 });
  });

  test('prefers captures that fatcat knows, with the hash to check them by, and asks the index no more', async () => {
    const json = {
      ident: 'abc',
      release_stage: 'accepted',
      license_slug: 'CC-BY',
      files: [
        {
          mimetype: 'application/pdf',
          sha1: 'E5E722B2BBF5A0FF326BD29DDE70B841CACD0851',
          urls: [
            { rel: 'web', url: 'http://libres.uncg.edu/a.pdf' },
            {
              rel: 'webarchive',
              url: 'https://web.archive.org/web/20190427222736/http://libres.uncg.edu/a.pdf',
            },
          ],
        },
        { mimetype: 'text/html', urls: [{ rel: 'web', url: 'https://x.org/page' }] },
      ],
    };
    const asker = withIndex(() => ({ json: [] }), { json });
    const { candidates, asked } = await resolve(wayback, workBy('10.1000/x'), {
      asker,
      refused: [PDF],
      options: FATCAT_ON,
    });
    expect(asked[0]?.url).toBe('https://api.fatcat.wiki/v0/release/lookup?doi=10.1000%2Fx&expand=files');
    const claims = {
      expected: 'pdf',
      evidence: 'fatcat file',
      license: 'cc-by',
      version: 'accepted',
      checksum: { algorithm: 'sha1', hex: 'e5e722b2bbf5a0ff326bd29dde70b841cacd0851' },
    };
    expect(candidates).toEqual([
      { url: 'https://web.archive.org/web/20190427222736id_/http://libres.uncg.edu/a.pdf', ...claims },
      { url: 'http://libres.uncg.edu/a.pdf', ...claims },
    ]);
    expect(asked).toHaveLength(1);
  });

  test('goes on without fatcat when it fails, and does not ask it unless told to', async () => {
    const json = [HEADER, row('20150102030405', 'A')];
    const down = withIndex(() => ({ json }), { status: 502 });
    const found = await resolve(wayback, workBy('10.1000/x'), {
      asker: down,
      refused: [PDF],
      options: FATCAT_ON,
    });
    expect(found.candidates).toHaveLength(1);
    expect(found.failure).toBeUndefined();
    const off = withIndex(() => ({ json }));
    await resolve(wayback, workBy('10.1000/x'), { asker: off, refused: [PDF] });
    expect(off.asked.map(({ url }) => new URL(url).host)).toEqual(['web.archive.org']);
  });

  test('takes the strongest hash of a file and none that is no hash', () => {
    const file = (hashes: object) => ({
      mimetype: 'application/pdf',
      urls: [{ url: 'https://a.org/b.pdf' }],
      ...hashes,
    });
    const hashOf = (hashes: object) =>
      candidatesOfRelease(Release.parse({ ident: 'a', files: [file(hashes)] }), () => '')[0]?.checksum
        ?.algorithm;
    expect(hashOf({ md5: 'a'.repeat(32), sha1: 'b'.repeat(40), sha256: 'c'.repeat(64) })).toBe('sha256');
    expect(hashOf({ md5: 'a'.repeat(32), sha1: 'nonsense' })).toBe('md5');
    expect(hashOf({ sha1: '' })).toBeUndefined();
  });
});
