import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { RESOLVERS } from '../../src/resolvers/index.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import type { OptionsOf, Resolver } from '../../src/resolvers/resolver.ts';
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
    const names = RESOLVERS.filter((one) => one.enabledByDefault).map(({ name }) => name);
    expect(names).toEqual(order.filter((name) => names.includes(name)));
    const off = RESOLVERS.filter((one) => !one.enabledByDefault).map(({ name }) => name);
    expect(off).toEqual(['openaire', 'hal', 'osf', 'base', 'zenodo', 'figshare', 'biorxiv']);
  });

  test('reaches the same path below a base_url with and without its last slash', () => {
    const work = workBy('10.1000/x');
    const first = (resolver: Resolver, base_url: string) => {
      const elsewhere = 'fatcat_url' in resolver.own ? { fatcat_url: null } : {};
      const options = ResolverOptions.extend(resolver.own).parse({ base_url, ...elsewhere });
      return resolver.first(work, options as OptionsOf<z.ZodRawShape>, [])?.url;
    };
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
