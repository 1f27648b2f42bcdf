import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RESOLVERS } from '../../src/resolvers/index.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import type { Resolver } from '../../src/resolvers/resolver.ts';
import { workBy } from '../support/work-by.ts';

const folder = path.resolve('src/resolvers');
const defining = readdirSync(folder).filter(
  (file) =>
    file.endsWith('.ts') &&
    file !== 'resolver.ts' &&
    readFileSync(path.join(folder, file), 'utf8').includes('defineResolver('),
);

describe('the list of resolvers', () => {
  test('names every file that defines one', () => {
    const listed = RESOLVERS.map(({ name }) => `${name.replaceAll('_', '-')}.ts`);
    expect(listed.toSorted()).toEqual(defining.toSorted());
  });

  test('keeps the default order', () => {
    const order =
      'openalex unpaywall crossref arxiv pmc europe_pmc core doaj semantic_scholar doi_redirect landing wayback'.split(
        ' ',
      );
    const names = RESOLVERS.map(({ name }) => name);
    expect(names).toEqual(order.filter((name) => names.includes(name)));
  });

  test('reaches the same path below a base_url with and without its last slash', () => {
    const work = workBy('10.1000/x');
    const first = (resolver: Resolver, base_url: string) =>
      resolver.first(work, ResolverOptions.parse({ base_url }), [])?.url;
    for (const resolver of RESOLVERS) {
      const url = first(resolver, 'https://proxy.example.org/api/v1');
      expect(url).toBe(first(resolver, 'https://proxy.example.org/api/v1/'));
      if (resolver.baseUrl && url) expect(url).toContain('https://proxy.example.org/api/v1/');
    }
  });

  test('gives each a name of its own and a known tier', () => {
    expect(new Set(RESOLVERS.map(({ name }) => name)).size).toBe(RESOLVERS.length);
    for (const { tier } of RESOLVERS)
      expect(['direct_oa', 'doi_redirect', 'landing_scrape', 'archive']).toContain(tier);
  });
});
