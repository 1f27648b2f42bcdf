import type { Work } from '../core/work.ts';
import { paginate } from './paginate.ts';
import type { Source } from './source.ts';

async function* entriesOf(works: AsyncIterable<Work>) {
  for await (const work of works) yield { work };
}

/** Works that are known already: from a ledger, or from a program that uses this one. */
export const givenWorks = (name: string, works: () => AsyncIterable<Work>): Source => ({
  name,
  pages: (_from, signal) => paginate(entriesOf(works()), signal),
});
