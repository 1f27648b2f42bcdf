import { describe, expect, test } from 'vitest';
import { ratePolicies } from '../../../src/http/rate-limit/policies.ts';

describe('ratePolicies', () => {
  const policies = ratePolicies({
    default: { metadata: '5/second', landing: '0.5/second' },
    policies: {
      'arxiv.org': { artifact: '1/3second' },
      'export.arxiv.org': { metadata: { rates: ['1/3second'], maxConcurrent: 1 } },
      'lab.org:8080': { metadata: '100/second' },
    },
    resolvers: { core: '10/minute' },
  });

  test.each([
    ['arxiv.org', 'artifact', 3000, 'arxiv.org'],
    ['export.arxiv.org', 'artifact', 3000, 'arxiv.org'],
    ['export.arxiv.org', 'metadata', 3000, 'export.arxiv.org'],
    ['arxiv.org', 'metadata', 200, 'default'],
    ['myarxiv.org', 'metadata', 200, 'default'],
    ['lab.org:8080', 'metadata', 10, 'lab.org:8080'],
    ['lab.org', 'metadata', 200, 'default'],
    ['arxiv.org', 'robots', 2000, 'default'],
    ['nowhere.org', 'artifact', 0, 'default'],
    ['__proto__', 'metadata', 200, 'default'],
  ] as const)('%s in role %s has an interval of %i ms, from %s', (host, role, intervalMs, entry) => {
    expect(policies.intervalMs(host, role)).toBe(intervalMs);
    expect(policies.find(host, role).entry).toBe(entry);
  });

  test('a request of a resolver with a rate must be granted by it too', () => {
    expect(policies.wants('a.org', 'metadata', 'core').map(({ key }) => key)).toEqual([
      'host a.org',
      'a.org metadata',
      'resolver core',
    ]);
    // No total follows roles of which one is not limited.
    expect(policies.wants('a.org', 'robots', 'doaj').map(({ key }) => key)).toEqual([
      'host a.org',
      'a.org landing',
    ]);
  });

  test('a rate that cannot be read is an error, never no limit', () => {
    const broken = ratePolicies({ default: { metadata: '1/3parsec' }, policies: {}, resolvers: {} });
    expect(() => broken.intervalMs('a.org', 'metadata')).toThrow('not a rate');
  });
});

test('new settings hold at once; what hosts asked for and announced stays', () => {
  const policies = ratePolicies({ default: { landing: '1/second' }, policies: {}, resolvers: {} });
  policies.setFloor('a.org', 5000);
  policies.setQuota('b.org', 'metadata', { rate: { count: 1, periodMs: 2000 } });
  expect(policies.intervalMs('a.org', 'landing')).toBe(5000);
  policies.replace({
    default: { landing: '1/10second', metadata: '10/second' },
    policies: { 'c.org': { landing: '100/second' } },
    resolvers: { core: '1/minute' },
  });
  expect(policies.intervalMs('a.org', 'landing')).toBe(10_000);
  expect(policies.intervalMs('b.org', 'metadata')).toBe(2000);
  expect(policies.intervalMs('c.org', 'landing')).toBe(10);
  expect(policies.wants('b.org', 'metadata', 'core').map(({ key }) => key)).toContain('resolver core');
  policies.replace({ default: { landing: '100/second' }, policies: {}, resolvers: {} });
  expect(policies.intervalMs('a.org', 'landing')).toBe(5000);
});
