import { describe, expect, test } from 'vitest';
import type { Work } from '../../src/core/work.ts';
import { openalex } from '../../src/resolvers/openalex.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const batch = openalex.batch!;
const context = (asker: ReturnType<typeof scriptedAsker>) => ({
  ask: asker,
  options: ResolverOptions.parse({ api_key: 'key' }),
  mailto: undefined,
  signal: new AbortController().signal,
});

describe('many works in one request', () => {
  test('DOIs and OpenAlex ids are asked for in one list each, the key apart', async () => {
    const asker = scriptedAsker({ json: { results: [] } });
    const works = [workBy('10.1000/a'), workBy('10.1000/b(1)'), workBy('W2741809807')];
    expect(works.every(batch.takes)).toBe(true);
    await batch.ask(works, context(asker));
    const filters = asker.asked.map(({ url }) => new URL(url).searchParams.get('filter'));
    expect(filters).toEqual(['doi:10.1000/a|10.1000/b(1)', 'openalex:W2741809807']);
    expect(
      asker.asked.every(({ url, secretQuery }) => !url.includes('key') && secretQuery?.['api_key'] === 'key'),
    ).toBe(true);
  });

  test('a DOI that holds a separator of the filter is asked for alone', () => {
    expect(batch.takes(workBy('10.1000/a,b'))).toBe(false);
    expect(batch.takes(workBy('10.1000/a|b'))).toBe(false);
  });

  test('records are matched by identifier, whatever their order and case; unknown works are left out', async () => {
    const results = [
      { id: 'https://openalex.org/W2', doi: 'https://doi.org/10.1000/B' },
      { id: 'https://openalex.org/W9', doi: null },
      { id: 'https://openalex.org/W1', doi: 'https://doi.org/10.1000/a' },
    ];
    const works = ['10.1000/a', '10.1000/b', '10.1000/c'].map((id) => workBy(id));
    const answers = await batch.ask(works, context(scriptedAsker({ json: { results } })));
    expect([...answers.keys()].toSorted()).toEqual(['doi:10.1000/a', 'doi:10.1000/b']);
  });
});

describe.skipIf(sharedIsAbsent)('the recorded works', () => {
  const records = listShared('fixtures/openalex')
    .filter((name) => /\/?(work|enrich|pygetpapers)_/.test(name))
    .map((name) => readFixture(`openalex/${name.replace(/\.json$/, '')}`))
    .flatMap(({ response }) =>
      response.status === 200 && response.json ? [response.json as { doi?: string | null }] : [],
    )
    .filter(({ doi }) => typeof doi === 'string');

  test('give the same plans, leads and facts as one by one', async () => {
    expect(records.length).toBeGreaterThan(5);
    const works: Work[] = records.map(({ doi }) => workBy(String(doi)));
    const answers = await batch.ask(works, context(scriptedAsker({ json: { results: records } })));
    for (const [index, work] of works.entries()) {
      const alone = await resolve(openalex, work, { asker: scriptedAsker({ json: records[index] }) });
      const together = await resolve(openalex, work, {
        asker: scriptedAsker(() => undefined),
        answer: answers.get(work.id)?.record,
      });
      expect({ ...together, asked: [] }).toEqual({ ...alone, asked: [] });
    }
  });
});
