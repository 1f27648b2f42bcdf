import { describe, expect, test } from 'vitest';
import { parseIdentifier } from '../../src/core/identifiers.ts';
import { arxiv } from '../../src/resolvers/arxiv.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const pdfOf = async (id: string) =>
  (await resolve(arxiv, workBy(id), { asker: scriptedAsker({}) })).candidates.map(({ url }) => url);

describe('arxiv', () => {
  test('knows the address from the id, without a request', async () => {
    expect(arxiv.first(workBy('arXiv:2104.12255'), ResolverOptions.parse({}), [])).toBeUndefined();
    expect(await pdfOf('arXiv:2104.12255')).toEqual(['https://arxiv.org/pdf/2104.12255']);
    expect(await pdfOf('10.48550/arXiv.2104.12255')).toEqual(['https://arxiv.org/pdf/2104.12255']);
    expect(await pdfOf('https://arxiv.org/abs/math.GT/0309136')).toEqual([
      'https://arxiv.org/pdf/math/0309136',
    ]);
  });

  test('fetches the version that was asked for', async () => {
    expect(await pdfOf('2104.12255v2')).toEqual(['https://arxiv.org/pdf/2104.12255v2']);
    expect(await pdfOf('10.48550/arXiv.2104.12255v3')).toEqual(['https://arxiv.org/pdf/2104.12255v3']);
  });

  test('reads the DOI of a work that has no arXiv id', async () => {
    const { arxiv: _id, ...work } = workBy('10.48550/arxiv.2104.12255');
    const { candidates } = await resolve(arxiv, work, { asker: scriptedAsker({}) });
    expect(candidates).toEqual([
      {
        url: 'https://arxiv.org/pdf/2104.12255',
        expected: 'pdf',
        version: 'submitted',
        hostType: 'repository',
        evidence: 'arXiv id',
      },
    ]);
  });

  test('leaves other works alone', () => {
    expect(arxiv.accepts(workBy('10.1000/x'), [])).toBe(false);
  });

  test.skipIf(sharedIsAbsent)('an id that arXiv has never given out is no id, as its own answer says', () => {
    const feed = readFixture('arxiv/id_0000.0000_s0_m100').response.body ?? '';
    expect(feed).toContain('<opensearch:totalResults>0</opensearch:totalResults>');
    expect(parseIdentifier('arXiv:0000.0000')).toBeUndefined();
  });

  test.skipIf(sharedIsAbsent).each([
    ['id_1605.08386_s0_m100', '1605.08386'],
    ['id_2104.12255v1_s0_m100', '2104.12255v1'],
    ['id_astro-ph_0601001_s0_m100', 'astro-ph/0601001'],
  ])('gives the address that arXiv itself lists in %s', async (name, id) => {
    const feed = readFixture(`arxiv/${name}`).response.body ?? '';
    const listed = /<link[^>]*href="([^"]+)"[^>]*title="pdf"|title="pdf"[^>]*href="([^"]+)"/.exec(feed);
    const [url] = await pdfOf(id);
    const versioned = listed?.[1] ?? listed?.[2] ?? '';
    expect([versioned, versioned.replace(/v\d+$/, '')]).toContain(url);
  });
});
