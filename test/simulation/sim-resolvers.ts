import { z } from 'zod';
import { Failure } from '../../src/core/errors.ts';
import type { Candidate } from '../../src/core/plan.ts';
import type { Work } from '../../src/core/work.ts';
import type { Route } from '../../src/pipeline/route.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { defineResolver, type Resolver } from '../../src/resolvers/resolver.ts';
import type { Source } from '../../src/work/source.ts';
import type { SimProcess } from './machine.ts';
import { API_HOST, indexOf, type Scenario, type SimPlan } from './scenario.ts';
import type { World } from './world.ts';

const candidate = ({ url }: SimPlan): Candidate => ({ url, expected: 'pdf' });
const OPTIONS = ResolverOptions.parse({});
const Answer = z.object({ urls: z.array(z.string()) });

const directoryUrl = (work: Work): string => `https://${API_HOST}/works/${indexOf(work)}`;

function local(name: string, plansOf: (work: Work) => readonly SimPlan[]): Resolver {
  return defineResolver({
    name,
    tier: '',
    enabledByDefault: true,
    baseUrl: undefined,
    own: {},
    accepts: () => true,
    first: () => undefined,
    async *plans(work) {
      yield* plansOf(work).map(candidate);
    },
  });
}

const directory: Resolver = defineResolver({
  name: 'directory',
  tier: '',
  enabledByDefault: true,
  baseUrl: undefined,
  own: {},
  accepts: () => true,
  first: (work) => ({ url: directoryUrl(work), role: 'metadata' as const }),
  async *plans(work, { ask }) {
    const answer = await ask.json({ url: directoryUrl(work), role: 'metadata' }, Answer);
    yield* (answer?.urls ?? []).map((url): Candidate => ({ url, expected: 'pdf' }));
  },
});

/** Two tiers: what is known at once and what a directory knows; then what is left. */
export function simRoute({ works }: Scenario): Route {
  const shelf = local('shelf', (work) => works[indexOf(work)]?.known ?? []);
  const attic = local('attic', (work) => works[indexOf(work)]?.last ?? []);
  return [
    {
      name: 'first',
      resolvers: [
        { resolver: shelf, options: OPTIONS, order: 1 },
        { resolver: directory, options: OPTIONS, order: 2 },
      ],
    },
    { name: 'second', resolvers: [{ resolver: attic, options: OPTIONS, order: 3 }] },
  ];
}

const LISTING_MS = 120;

/** The input, page by page; it can be gone on with anywhere. */
export function simSource({ scenario, machine }: World, process: SimProcess): Source {
  const { entries, pageSize } = scenario;
  return {
    name: 'list',
    async *pages(from, signal) {
      for (let at = Number(from ?? 0); at < entries.length; at += pageSize) {
        await process.call(`list from ${at}`, () => machine.time.sleep(LISTING_MS));
        signal.throwIfAborted();
        if (machine.faults.strikes('list-failure', `page ${at}`) !== undefined)
          throw new Failure('conn-error', 'the listing broke off');
        yield { works: entries.slice(at, at + pageSize), rejects: [], cursor: String(at + pageSize) };
      }
    },
  };
}
