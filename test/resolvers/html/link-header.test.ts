import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPdfLinks } from '../../../src/resolvers/html/find-pdf-links.ts';
import { parseLinks } from '../../../src/resolvers/html/link-header.ts';
import { parseLinkset } from '../../../src/resolvers/html/linkset.ts';
import { readPageParts } from '../../../src/resolvers/html/page-parts.ts';
import { listShared, sharedIsAbsent, sharedPath } from '../../support/shared-data.ts';

describe('parseLinks', () => {
  test.each([
    ['', []],
    ['<https://a/b>; rel=item', [{ target: 'https://a/b', rels: ['item'] }]],
    [
      '<a,b>; rel="item"; type="application/pdf", <c>;rel=license',
      [
        { target: 'a,b', rels: ['item'], type: 'application/pdf' },
        { target: 'c', rels: ['license'] },
      ],
    ],
    ['<a>; REL="Canonical  ITEM"', [{ target: 'a', rels: ['canonical', 'item'] }]],
    ['<a>; rel=item; rel=license', [{ target: 'a', rels: ['item'] }]],
    ['<a>;title="x, <y>; rel=no\\"";rel=item', [{ target: 'a', rels: ['item'] }]],
    [
      '<a> ; rel="item" ; anchor="https://other/"',
      [{ target: 'a', rels: ['item'], anchor: 'https://other/' }],
    ],
    [
      '<a>; rel=item; type="Application/PDF; q=1"',
      [{ target: 'a', rels: ['item'], type: 'application/pdf' }],
    ],
    ['<a>;crossorigin;rel=item', [{ target: 'a', rels: ['item'] }]],
    ['garbage, <a>; rel=item', [{ target: 'a', rels: ['item'] }]],
    ['<a; rel=item', []],
    ['<a>', [{ target: 'a', rels: [] }]],
  ])('reads %j', (header, links) => {
    expect(parseLinks(header)).toEqual(links);
  });

  test('never throws and always ends', () => {
    const pieces = fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', 'rel', ' ', 'a', '\n');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 200 }).map((all) => all.join('')),
        ),
        (text) => {
          expect(Array.isArray(parseLinks(text))).toBe(true);
          expect(Array.isArray(parseLinkset(text))).toBe(true);
        },
      ),
    );
  });

  test('stays quick on a header of nothing but openings', () => {
    const started = performance.now();
    parseLinks('<a>;x="'.repeat(100_000));
    parseLinks('<'.repeat(1_000_000));
    parseLinks(`<a>${';'.repeat(1_000_000)}`);
    expect(performance.now() - started).toBeLessThan(8000);
  });
});

describe('parseLinkset', () => {
  test.each(['{}', '{"linkset":[null,{"item":5},{"item":[{"href":1}]}]}', '{"linkset":', '[]', ''])(
    'finds nothing in %j',
    (text) => {
      expect(parseLinkset(text)).toEqual([]);
    },
  );
});

/** `Header add Link …` lines of an Apache configuration, outside of sections about other files. */
function headerOf(htaccess: string): string {
  const own = htaccess.replace(/<Files(?:Match)? ["^]*linkset[^]*?<\/Files(?:Match)?>/g, '');
  return [...own.matchAll(/Header (?:always )?add Link (.+)$/gm)]
    .map(([, value = '']) => (value.startsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value))
    .join(', ');
}

const at = 'https://s11.no/2022/a2a-fair-metrics/';
const csv = (folder: string) => [`${at}${folder}/test-apple-data.csv text/csv`];

/** The items each benchmark publishes, by header, page or linkset; folders that are not named publish none. */
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  '02-html-full': [`${at}02-html-full/data/test-apple-data.csv text/csv`],
  '06-http-citeas-describedby-item': csv('06-http-citeas-describedby-item'),
  '07-http-describedby-citeas-linkset-json': csv('07-http-describedby-citeas-linkset-json'),
  '08-http-describedby-citeas-linkset-txt': csv('08-http-describedby-citeas-linkset-txt'),
  '09-http-describedby-citeas-linkset-json-txt': csv('09-http-describedby-citeas-linkset-json-txt'),
  '12-http-item-does-not-resolve': [`${at}12-http-item-does-not-resolve/fake.ttl `],
  '14-http-describedby-citeas-linkset-json-txt-conneg': csv(
    '14-http-describedby-citeas-linkset-json-txt-conneg',
  ),
  '23-http-citeas-describedby-item-license-type-author': csv(
    '23-http-citeas-describedby-item-license-type-author',
  ),
  '27-http-linkset-json-only': csv('27-http-linkset-json-only'),
  '28-http-linkset-txt-only': csv('28-http-linkset-txt-only'),
  '30-http-citeas-describedby-item-license-type-author-joint': csv(
    '30-http-citeas-describedby-item-license-type-author-joint',
  ),
  '33-http-item-profile': [`${at}33-http-item-profile/crate-33.zip application/zip`],
  '34-http-item-rocrate': [`${at}34-http-item-rocrate/crate-34.zip application/zip`],
};

describe.skipIf(sharedIsAbsent)('the Signposting benchmark', () => {
  const folders = listShared('corpora/signposting/benchmark').filter((name) => /^\d\d-/.test(name));

  test('is there, and every expectation belongs to one of its folders', () => {
    expect(folders.length).toBe(34);
    expect(folders).toEqual(expect.arrayContaining(Object.keys(ITEMS)));
  });

  test.each(folders)('every item of %s is found', async (folder) => {
    const read = (name: string) => {
      const file = sharedPath(`corpora/signposting/benchmark/${folder}/${name}`);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const page = await readPageParts(read('index.html'));
    const links = [
      ...parseLinks(headerOf(read('htaccess.txt'))),
      ...page.links.map(({ rel, href, type }) => ({ target: href, rels: rel.split(/\s+/), type })),
      ...parseLinkset(read('linkset.json')),
      ...parseLinkset(read('linkset.txt')),
    ];
    const items = links
      .filter(({ rels }) => rels.includes('item'))
      .map(({ target, type = '' }) => `${target} ${type}`);
    expect([...new Set(items)]).toEqual(ITEMS[folder] ?? []);
    expect((await findPdfLinks(read('index.html'), `${at}${folder}/`)).pdf).toEqual([]);
  });
});
