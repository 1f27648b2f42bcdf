import { describe, expect, test } from 'vitest';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { pmc } from '../../src/resolvers/pmc.ts';
import { semanticScholar } from '../../src/resolvers/semantic-scholar.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const context = (asker: ReturnType<typeof scriptedAsker>) => ({
  ask: asker,
  options: { ...ResolverOptions.parse({}), bucket_url: null },
  mailto: 'lab@university.edu',
  signal: new AbortController().signal,
});

describe('Semantic Scholar', () => {
  const paper = (doi: string, url: string) => ({
    paperId: doi,
    externalIds: { DOI: doi },
    openAccessPdf: { url, status: 'GOLD', license: null },
  });

  test('up to 500 works are named in one POST, and the aligned answer is shared out', async () => {
    const asker = scriptedAsker({ json: [paper('10.1000/a', 'https://a.org/x.pdf'), null] });
    const works = [workBy('10.1000/a'), workBy('arXiv:2104.12255v2')];
    const answers = await semanticScholar.batch!.ask(works, context(asker));
    const [{ method, url, body } = {}] = asker.asked;
    expect(method).toBe('POST');
    expect(url).toMatch(/\/paper\/batch\?fields=/);
    expect(JSON.parse(body ?? '')).toEqual({ ids: ['DOI:10.1000/a', 'ARXIV:2104.12255'] });
    expect([...answers.keys()]).toEqual(['doi:10.1000/a']);
  });

  test('an answer from a batch gives the same plans as one by one', async () => {
    const record = paper('10.1000/a', 'https://a.org/x.pdf');
    const alone = await resolve(semanticScholar, workBy('10.1000/a'), {
      asker: scriptedAsker({ json: record }),
    });
    const together = await resolve(semanticScholar, workBy('10.1000/a'), {
      asker: scriptedAsker(() => undefined),
      answer: record,
    });
    expect({ ...together, asked: [] }).toEqual({ ...alone, asked: [] });
    expect(together.candidates).toHaveLength(1);
  });

  test.skipIf(sharedIsAbsent)('the recorded batch with nulls is understood', async () => {
    const { response } = readFixture('semanticscholar/batch_with_null_entries');
    const entries = response.json as readonly unknown[];
    const works = entries.map((_, n) => workBy(`10.1000/${n}`));
    const answers = await semanticScholar.batch!.ask(works, context(scriptedAsker({ json: entries })));
    expect(answers.size).toBe(entries.filter(Boolean).length);
    expect(answers.size).toBeLessThan(entries.length);
  });
});

describe('the id converter of PMC', () => {
  test('asks for ids of one type at a time and teaches the PMCID', async () => {
    const asker = scriptedAsker((url) => ({
      json: {
        status: 'ok',
        records: url.includes('idtype=doi')
          ? [
              { doi: '10.1000/a', pmcid: 'PMC1', pmid: 11 },
              { doi: '10.1000/b', status: 'error' },
            ]
          : [{ pmid: 22, pmcid: 'PMC2' }],
      },
    }));
    const works = [workBy('10.1000/a'), workBy('10.1000/b'), workBy('pmid:22')];
    expect(works.every(pmc.batch!.takes)).toBe(true);
    const answers = await pmc.batch!.ask(works, context(asker));
    expect(asker.asked.map(({ url }) => new URL(url).searchParams.get('ids'))).toEqual([
      '10.1000/a,10.1000/b',
      '22',
    ]);
    expect([...answers].map(([id, { learnt }]) => [id, learnt?.pmcid])).toEqual([
      ['doi:10.1000/a', 'PMC1'],
      ['pmid:22', 'PMC2'],
    ]);
  });

  test('a work whose PMCID is known needs no conversion; a DOI with a comma is asked for alone', () => {
    expect(pmc.batch!.takes(workBy('PMC123'))).toBe(false);
    expect(pmc.batch!.takes(workBy('10.1000/a,b'))).toBe(false);
  });

  test('what was learnt sends the work on to the bucket', () => {
    const learnt = workBy('10.1000/a', { pmcid: 'PMC1' as never });
    const options = { ...ResolverOptions.parse({}), bucket_url: null };
    expect(pmc.first(learnt, options, [])?.url).toContain('pmc-oa-opendata');
  });
});
