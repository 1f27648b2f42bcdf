import { describe, expect, test } from 'vitest';
import { judge } from '../../src/lab/judge.ts';
import { runVirtually } from './virtual-lab.ts';

/**
 * What each upstream documents or asks for (starts of metadata requests in milliseconds apart, requests at once), written
 * down from their documentation, not from our defaults. Every host not named here: 2 s between pages, 1 s between files.
 */
const LIMITS: Readonly<Record<string, { gapMs: number; atOnce?: number }>> = {
  'api.openalex.org': { gapMs: 200 },
  'api.unpaywall.org': { gapMs: 200 },
  // It announces 10 a second, three at once.
  'api.crossref.org': { gapMs: 100, atOnce: 3 },
  'export.arxiv.org': { gapMs: 3000, atOnce: 1 },
  'pmc.ncbi.nlm.nih.gov': { gapMs: 400 },
  'pmc-oa-opendata.s3.amazonaws.com': { gapMs: 200 },
  'www.ebi.ac.uk': { gapMs: 200, atOnce: 3 },
  'api.core.ac.uk': { gapMs: 6000 },
  'doaj.org': { gapMs: 666 },
  'api.semanticscholar.org': { gapMs: 1111, atOnce: 1 },
  'api.openaire.eu': { gapMs: 65_454 },
  'api.archives-ouvertes.fr': { gapMs: 1000 },
  'api.osf.io': { gapMs: 40_000 },
  'api.base-search.net': { gapMs: 1000 },
  'zenodo.org': { gapMs: 2400 },
  'api.figshare.com': { gapMs: 1000 },
  'api.biorxiv.org': { gapMs: 1000 },
  'web.archive.org': { gapMs: 2500 },
  'api.fatcat.wiki': { gapMs: 1000 },
};
const FILES: Readonly<Record<string, number>> = {
  'arxiv.org': 3000,
  'web.archive.org': 125,
  'pmc-oa-opendata.s3.amazonaws.com': 200,
  'www.ebi.ac.uk': 200,
};
/** All roles of a host together: those that do not bear a request every 200 ms, and those that bear more. */
const TOTALS: Readonly<Record<string, number>> = {
  'arxiv.org': 3000,
  'export.arxiv.org': 3000,
  'api.crossref.org': 100,
  'web.archive.org': 125,
  'pmc.ncbi.nlm.nih.gov': 400,
  'api.semanticscholar.org': 1000,
  'zenodo.org': 1000,
};
/** All hosts of a domain together: four times what one bears. */
const DOMAINS: Readonly<Record<string, number>> = {
  'arxiv.org': 750,
  'crossref.org': 25,
  'archive.org': 31.25,
  'zenodo.org': 250,
};
const MAX_PER_HOST = 4;
const SMALL = ['openaire', 'hal', 'osf', 'base', 'zenodo', 'figshare', 'biorxiv'];

const promises = {
  minGapMs: (host: string, role: string): number | undefined => {
    if (role === 'metadata') return LIMITS[host]?.gapMs ?? 200;
    if (role === 'artifact') return FILES[host] ?? 1000;
    return host === 'doi.org'
      ? 200
      : host === 'web.archive.org'
        ? 125
        : role === 'landing'
          ? 2000
          : undefined;
  },
  minHostGapMs: (host: string): number => TOTALS[host] ?? 200,
  minSiteGapMs: (site: string): number => DOMAINS[site] ?? 50,
  maxConcurrent: (host: string): number => LIMITS[host]?.atOnce ?? MAX_PER_HOST,
  toleranceMs: 1,
};

describe('under the default limits', () => {
  test('every upstream sees the gaps and the concurrency it asks for, and 429 from none', async () => {
    const run = await runVirtually({ world: { works: 120, overlap: true } });
    const { hosts, sites, violations } = judge(run.accessLog, promises);
    expect(violations).toEqual([]);
    expect(run.outcomes.size).toBe(120);
    // Totals that never kept anything apart would prove nothing.
    const shared = hosts.filter((one) => (one.smallestTotalGapMs ?? 1e9) < (TOTALS[one.host] ?? 200) * 1.05);
    expect(shared.length).toBeGreaterThanOrEqual(3);
    expect(sites.length).toBeLessThan(hosts.length);
    const asked = new Set(hosts.map(({ host }) => host));
    const off = new Set(['export.arxiv.org', 'api.fatcat.wiki']);
    const small = /openaire|archives-ouvertes|osf|base-search|zenodo|figshare|biorxiv/;
    const apis = Object.keys(LIMITS).filter((host) => !small.test(host) && !off.has(host));
    expect(apis.filter((host) => !asked.has(host))).toEqual([]);
    // Gaps at their limit prove that the limit, and not idleness, kept them apart.
    const busy = hosts.filter(({ host, smallestGapMs }) => {
      const gap = smallestGapMs.metadata ?? Number.POSITIVE_INFINITY;
      return LIMITS[host] !== undefined && gap < LIMITS[host].gapMs * 1.2;
    });
    expect(busy.length).toBeGreaterThanOrEqual(7);
  }, 120_000);

  test('sources that are off by default keep theirs; a Retry-After on a good answer is not obeyed', async () => {
    const run = await runVirtually({
      world: { works: 14, faults: SMALL.map((name) => `${name}-only`) },
      values: { resolvers: { order: SMALL } },
    });
    const { hosts, violations } = judge(run.accessLog, promises);
    expect(violations).toEqual([]);
    expect([...run.outcomes.values()].filter((status) => status === 'saved').length).toBe(14);
    // Zenodo sends "Retry-After: 59" with every 200.
    expect(hosts.find(({ host }) => host === 'zenodo.org')?.smallestGapMs.metadata).toBeLessThan(3000);
  }, 120_000);

  test('a spent budget of OpenAlex is not asked again; works that others know are saved, the rest waits for midnight', async () => {
    const run = await runVirtually({
      world: { works: 60, faults: ['gold-best-pdf', 'unpaywall-only', 'third-location-pdf'] },
      openalexBudgetUsd: 0,
    });
    const openalex = run.sent.filter(({ host }) => host === 'api.openalex.org');
    expect(openalex).toHaveLength(1);
    expect(run.outcomes.size).toBeGreaterThan(30);
    expect(new Set(run.outcomes.values())).toEqual(new Set(['saved']));
    expect(run.end.waiting).toBe(60 - run.outcomes.size);
    // What the answer says to the second, counted from when it came.
    expect(new Date(run.end.until ?? 0).toISOString()).toMatch(/^2026-01-02T00:00:0[01]/);
  }, 120_000);
});

test('a key reaches the hosts it is for and no other, whatever they redirect to', async () => {
  const KEYS: Readonly<Record<string, readonly string[]>> = {
    'key-openalex': ['api.openalex.org', 'content.openalex.org'],
    'key-core': ['api.core.ac.uk'],
    'key-scholar': ['api.semanticscholar.org'],
    'key-crossref': ['api.crossref.org'],
    'key-elsevier': ['api.elsevier.com'],
    'key-wiley': ['api.wiley.com'],
  };
  const run = await runVirtually({
    world: {
      works: 30,
      faults: ['crossref-key-needed', 'core-key-needed', 's2-open-access-pdf', 'openalex-content'],
    },
    values: {
      budgets: { openalex_usd_per_day: 1 },
      resolvers: {
        openalex: { api_key: 'key-openalex' },
        core: { api_key: 'key-core' },
        semantic_scholar: { api_key: 'key-scholar' },
        crossref: { api_key: 'key-crossref', elsevier_api_key: 'key-elsevier', wiley_tdm_token: 'key-wiley' },
      },
    },
  });
  for (const [key, hosts] of Object.entries(KEYS)) {
    const got = run.sent.filter((one) => JSON.stringify(one).includes(key)).map(({ host }) => host);
    expect([...new Set(got)].sort(), key).toEqual([...hosts].sort());
  }
  expect([...run.outcomes.values()].filter((status) => status !== 'saved')).toEqual([]);
}, 120_000);
