import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainWork } from '../../src/app/explain-work.ts';
import { systemPlatform } from '../../src/app/platform.ts';
import { parseConfig } from '../../src/config/load.ts';
import { tempDir } from '../support/temp-dir.ts';

async function about(id: string, values: Record<string, unknown> = {}) {
  await using folder = await tempDir();
  const given = { values: { out: join(folder.path, 'none'), ...values }, origin: 'test' };
  const explained = await explainWork({ id, dbPath: undefined }, parseConfig({ given }), systemPlatform());
  const row = (name: string) => explained.prospect?.resolvers.find(({ resolver }) => resolver === name);
  return { explained, row };
}

describe('what would be tried for a work', () => {
  test('any spelling names the same work, in the order and tiers of the configuration', async () => {
    const { explained } = await about('https://dx.doi.org/10.7554%2FeLife.01567.', {
      resolvers: { order: ['landing', 'arxiv', 'unpaywall'] },
    });
    expect(explained.work_id).toBe('doi:10.7554/elife.01567');
    expect(explained.prospect?.resolvers.map(({ resolver, tier }) => [resolver, tier])).toEqual([
      ['arxiv', 'direct_oa'],
      ['unpaywall', 'direct_oa'],
      ['landing', 'landing_scrape'],
    ]);
    expect(explained.prospect?.not_asked).toContainEqual({
      resolver: 'openalex',
      why: 'not in resolvers.order (from test)',
    });
  });

  test('a request is told with host, role, rate and company, and never with a secret', async () => {
    const { explained, row } = await about('10.7554/eLife.01567', {
      mailto: 'canary@math.ac.uk',
      resolvers: { unpaywall: { api_key: 'canary-1' }, openalex: { api_key: 'canary-2' } },
    });
    expect(row('openalex')).toMatchObject({
      verdict: 'asks',
      request: { verb: 'GET', host: 'api.openalex.org', role: 'metadata', rate: '5/second', batch: 100 },
    });
    expect(row('unpaywall')).toMatchObject({ request: { host: 'api.unpaywall.org', batch: null } });
    expect(JSON.stringify(explained)).not.toContain('canary');
  });

  test('what is known without asking is told as a place, and whether it would be fetched', async () => {
    const { row } = await about('arXiv:2104.12255v2');
    expect(row('arxiv')).toMatchObject({
      verdict: 'knows',
      request: null,
      places: [{ url: 'https://arxiv.org/pdf/2104.12255v2', expected: 'pdf', refused: null }],
    });
    const strict = await about('arXiv:2104.12255', { licenses: { accept: ['cc-by'] } });
    expect(strict.row('arxiv')?.places).toMatchObject([{ refused: 'policy-license' }]);
    const other = await about('arXiv:2104.12255', { download: { formats: ['xml'] } });
    expect(other.row('arxiv')?.places).toMatchObject([{ refused: 'policy-type' }]);
  });

  test.each([
    ['10.7554/eLife.01567', 'arxiv', 'skipped', /it takes an arXiv id/],
    ['pmid:24473075', 'crossref', 'skipped', /it takes a DOI/],
    ['10.7554/eLife.01567', 'unpaywall', 'skipped', /no contact address: set mailto/],
    ['10.7554/eLife.01567', 'landing', 'later', /pages that other sources name/],
    ['arXiv:2104.12255', 'wayback', 'later', /files that could not be had/],
    ['pmid:24473075', 'wayback', 'later', /files that could not be had/],
    ['arXiv:2104.12255', 'unpaywall', 'skipped', /DOI that arXiv derives from its own id is not asked for/],
  ] as const)('for %s, %s is %s, and it says why', async (id, resolver, verdict, why) => {
    const { row } = await about(id);
    expect(row(resolver)).toMatchObject({ verdict, why: expect.stringMatching(why), request: null });
  });

  test('a resolver of a few works of its own says so', async () => {
    const { row } = await about('10.7554/eLife.01567', { resolvers: { order: ['biorxiv'] } });
    expect(row('biorxiv')?.why).toMatch(/only those of its own works/);
  });

  test('what is no identifier is refused with advice', async () => {
    await expect(about('24473075')).rejects.toThrow(/write pmid:… for a PMID/);
  });
});
