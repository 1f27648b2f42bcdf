import { describe, expect, test } from 'vitest';
import { resolverOptions } from '../../src/config/schema.ts';
import { resolverRoute } from '../../src/config/settle-resolvers.ts';
import { errorsOf, load } from './sample-resolvers.ts';

const routeOf = (yaml: string) =>
  resolverRoute(load(yaml).config).map(({ tier, resolvers }) => `${tier}: ${resolvers.join(' ')}`);

describe('the route through the resolvers', () => {
  test('is the built-in one by default', () => {
    expect(routeOf('')).toEqual([
      'direct_oa: openalex unpaywall arxiv semantic_scholar',
      'doi_redirect: doi_redirect',
      'landing_scrape: landing',
    ]);
  });

  test('follows the order within a tier', () => {
    expect(routeOf('resolvers: { order: [landing, arxiv, openalex] }')).toEqual([
      'direct_oa: arxiv openalex',
      'landing_scrape: landing',
    ]);
  });

  test('leaves out what is disabled', () => {
    expect(routeOf('resolvers: { order: [arxiv, landing], arxiv: { enabled: false } }')).toEqual([
      'landing_scrape: landing',
    ]);
  });

  test('takes in a resolver that is off by default when the order names it', () => {
    const yaml = 'resolvers: { order: [hal, arxiv] }';
    expect(routeOf(yaml)).toEqual(['direct_oa: hal arxiv']);
    expect(resolverOptions(load(yaml).config, 'hal').enabled).toBe(true);
    expect(resolverOptions(load(yaml).config, 'landing').enabled).toBe(false);
  });

  test('puts a tier of the user before the others, and takes its members from them', () => {
    expect(routeOf('resolvers: { tiers: { first: [arxiv] } }')).toEqual([
      'first: arxiv',
      'direct_oa: openalex unpaywall semantic_scholar',
      'doi_redirect: doi_redirect',
      'landing_scrape: landing',
    ]);
  });

  test('puts a tier of the user after the one written before it', () => {
    expect(routeOf('resolvers: { tiers: { doi_redirect: [doi_redirect], mine: [arxiv] } }')).toEqual([
      'direct_oa: openalex unpaywall semantic_scholar',
      'doi_redirect: doi_redirect',
      'mine: arxiv',
      'landing_scrape: landing',
    ]);
  });

  test('follows the written order of known tiers', () => {
    expect(
      routeOf('resolvers: { tiers: { landing_scrape: [landing], doi_redirect: [doi_redirect] } }'),
    ).toEqual([
      'direct_oa: openalex unpaywall arxiv semantic_scholar',
      'landing_scrape: landing',
      'doi_redirect: doi_redirect',
    ]);
  });

  test('keeps a resolver that is in no tier in direct_oa', () => {
    expect(routeOf('resolvers: { tiers: { landing_scrape: [] } }')[0]).toBe(
      'direct_oa: openalex unpaywall arxiv semantic_scholar landing',
    );
  });

  test('warns about a resolver that is enabled but never runs', () => {
    const { warnings } = load('resolvers: { hal: { enabled: true } }');
    expect(warnings).toEqual([
      'config: resolvers.hal is enabled but not in resolvers.order, so it does not run',
    ]);
  });
});

describe('a stored configuration', () => {
  test('gives the same configuration again, without its secrets', () => {
    const first = load('resolvers: { tiers: { mine: [arxiv] }, arxiv: { api_key: S3CR3T } }\nout: here');
    expect(JSON.stringify(first.storable)).not.toContain('S3CR3T');
    const again = load('', {
      given: { values: JSON.parse(JSON.stringify(first.storable)), origin: 'run 1' },
    });
    expect(resolverOptions(again.config, 'arxiv').api_key).toBeNull();
    expect(resolverRoute(again.config)).toEqual(resolverRoute(first.config));
    expect(again.config.out).toBe('here');
  });

  test('lets a later order enable what was off, and a later tier move a resolver', () => {
    const given = { values: JSON.parse(JSON.stringify(load().storable)), origin: 'run 1' };
    const yaml = 'resolvers: { order: [hal, arxiv], tiers: { mine: [arxiv] } }';
    expect(errorsOf(yaml, { given })).toEqual([]);
    expect(resolverRoute(load(yaml, { given }).config)).toEqual([
      { tier: 'mine', resolvers: ['arxiv'] },
      { tier: 'direct_oa', resolvers: ['hal'] },
    ]);
  });
});
