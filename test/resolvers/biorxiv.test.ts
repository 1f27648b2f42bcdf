import { describe, expect, test } from 'vitest';
import { biorxiv } from '../../src/resolvers/biorxiv.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { type Answer, resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

/** Read off each recorded answer by hand: for a preprint in it, the files of its newest version. */
const EXPECTED: Readonly<Record<string, readonly (readonly [doi: string, ...files: string[]])[]>> = {
  details_interval_biorxiv_2026: [
    [
      '10.1101/029900',
      'https://www.biorxiv.org/content/10.1101/029900v3.full.pdf cc-by',
      'https://www.biorxiv.org/content/early/2024/12/16/029900.source.xml cc-by',
    ],
    // Three versions, not in the order of their numbers only by luck.
    [
      '10.1101/212571',
      'https://www.biorxiv.org/content/10.1101/212571v4.full.pdf cc-by-nc',
      'https://www.biorxiv.org/content/early/2024/08/27/212571.source.xml cc-by-nc',
    ],
    // Nothing said about a licence.
    [
      '10.1101/079806',
      'https://www.biorxiv.org/content/10.1101/079806v5.full.pdf',
      'https://www.biorxiv.org/content/early/2024/04/04/079806.source.xml',
    ],
    // `cc_no`: no licence to reuse.
    [
      '10.1101/263681',
      'https://www.biorxiv.org/content/10.1101/263681v3.full.pdf no-reuse',
      'https://www.biorxiv.org/content/early/2024/04/11/263681.source.xml no-reuse',
    ],
  ],
  details_interval_medrxiv_2026: [
    [
      '10.1101/2023.10.21.23297352',
      'https://www.medrxiv.org/content/10.1101/2023.10.21.23297352v3.full.pdf cc-by-nd',
      'https://www.medrxiv.org/content/early/2024/01/01/2023.10.21.23297352.source.xml cc-by-nd',
    ],
  ],
};

describe.skipIf(sharedIsAbsent)('recorded answers of bioRxiv', () => {
  const names = listShared('fixtures/biorxiv').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the newest version of each preprint', async (name) => {
    for (const [doi, ...files] of EXPECTED[name]!) {
      const asker = scriptedAsker(readFixture(`biorxiv/${name}`).response);
      const { candidates, asked } = await resolve(biorxiv, workBy(doi), { asker });
      expect(candidates.map(({ url, license }) => [url, license].filter(Boolean).join(' '))).toEqual(files);
      expect(candidates.map(({ expected }) => expected)).toEqual(['pdf', 'xml']);
      expect(asked).toHaveLength(1);
    }
  });
});

const row = (more: object = {}) => ({
  doi: '10.64898/2026.01.02.700001',
  version: '1',
  server: 'medRxiv',
  ...more,
});
const ok = (...collection: object[]): Answer => ({ json: { messages: [{ status: 'ok' }], collection } });
const nothing: Answer = { json: { messages: [{ status: 'no posts found' }], collection: [] } };

describe('biorxiv', () => {
  test.each([
    ['10.1101/029900', true],
    ['10.1101/2023.10.21.23297352', true],
    ['10.64898/2026.01.02.700001', true],
    ['10.1101/gr.275193.120', false],
    ['10.1101/cshperspect.a041234', false],
    ['10.1000/029900', false],
  ])('whether %s is a preprint of its servers: %s', (doi, is) => {
    expect(biorxiv.accepts(workBy(doi), [])).toBe(is);
  });

  test('asks the likelier server first, the other when the first has none, and believes the answer', async () => {
    const asker = scriptedAsker((url) => (url.includes('/biorxiv/') ? nothing : ok(row())));
    const { candidates } = await resolve(biorxiv, workBy('10.64898/2026.01.02.700001'), { asker });
    expect(asker.asked.map(({ url }) => url)).toEqual([
      'https://api.biorxiv.org/details/biorxiv/10.64898/2026.01.02.700001/na/json',
      'https://api.biorxiv.org/details/medrxiv/10.64898/2026.01.02.700001/na/json',
    ]);
    expect(candidates[0]?.url).toBe('https://www.medrxiv.org/content/10.64898/2026.01.02.700001v1.full.pdf');
    const first = biorxiv.first(workBy('10.1101/2023.10.21.23297352'), ResolverOptions.parse({}), []);
    expect(first?.url).toContain('/details/medrxiv/');
  });

  test('sorts versions as numbers', async () => {
    const asker = scriptedAsker(ok(row({ version: '9' }), row({ version: '10' }), row({ version: '2' })));
    const { candidates } = await resolve(biorxiv, workBy('10.64898/2026.01.02.700001'), { asker });
    expect(candidates[0]?.url).toContain('700001v10.full.pdf');
  });

  test('an empty answer with status 200 is an outage that may pass, not "nothing found"', async () => {
    const asker = scriptedAsker({ body: '' });
    const found = await resolve(biorxiv, workBy('10.1101/029900'), { asker });
    expect(found.failure?.reason).toBe('truncated');
  });

  test('finds nothing when neither server knows the preprint', async () => {
    const found = await resolve(biorxiv, workBy('10.1101/029900'), { asker: scriptedAsker(nothing) });
    expect(found).toMatchObject({ candidates: [] });
    expect(found.failure).toBeUndefined();
  });
});
