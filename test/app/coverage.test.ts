import { describe, expect, test } from 'vitest';
import { coverageTally } from '../../src/app/coverage.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Candidate } from '../../src/core/plan.ts';
import type { Work } from '../../src/core/work.ts';
import { defineResolver, type ResolveContext } from '../../src/resolvers/resolver.ts';

const source = (name: string, tier: string, offers: Readonly<Record<string, Partial<Candidate>>>) =>
  defineResolver({
    name,
    tier,
    enabledByDefault: true,
    baseUrl: undefined,
    own: {},
    accepts: () => true,
    first: () => undefined,
    async *plans({ id }) {
      const offer = offers[id];
      if (offer) yield { url: `https://${name}.example/${id}`, expected: 'pdf', ...offer };
    },
  });

const PDF = {};
const SOURCES = [
  source('first_api', 'direct_oa', { a: PDF, b: PDF, d: { license: 'closed' } }),
  source('second_api', 'direct_oa', { a: PDF, c: { expected: 'html' } }),
  source('pages', 'landing_scrape', { b: PDF, e: PDF }),
];

async function counted(values: Record<string, unknown> = {}, isDuplicate = (_id: string) => false) {
  const order = ['first_api', 'second_api', 'pages'];
  const given = {
    values: { resolvers: { order, tiers: { landing_scrape: ['pages'] } }, ...values },
    origin: 'test',
  };
  const tally = coverageTally(parseConfig({ given }, SOURCES));
  const mine = tally.resolvers.filter(({ name }) => order.includes(name));
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    for (const resolver of mine)
      await Array.fromAsync(resolver.plans({ id } as unknown as Work, {} as ResolveContext<never>));
    tally.end(id, !isDuplicate(id));
    tally.end(id, !isDuplicate(id));
  }
  return tally.figures();
}

describe('coverage', () => {
  test('counts for each source the works it offers a file for, and those nobody else does', async () => {
    expect(await counted()).toEqual({
      offers: { first_api: 3, second_api: 1, pages: 2 },
      only: { first_api: 1, pages: 1 },
      tiers: { direct_oa: 3, landing_scrape: 1 },
    });
  });

  test('of a work that counts as another one nothing is counted a second time', async () => {
    expect(await counted({}, (id) => id === 'b')).toEqual({
      offers: { first_api: 2, second_api: 1, pages: 1 },
      only: { first_api: 1, pages: 1 },
      tiers: { direct_oa: 2, landing_scrape: 1 },
    });
  });

  test('what would not be fetched is no offer', async () => {
    const { offers } = await counted({ licenses: { accept: ['cc-by'] } });
    expect(offers).toEqual({});
  });
});
