import type { WorkId } from '../../../src/core/identifiers.ts';
import type { Work } from '../../../src/core/work.ts';
import { dice } from '../../../src/lab/dice.ts';
import type { Sheet } from '../../download/identity/typeset.ts';
import { newWork, type Printed } from './layout.ts';
import { RIGHT_KINDS } from './right-kinds.ts';
import { WRONG_KINDS } from './wrong-kinds.ts';

/** A document that came for a work, of a kind that is hard to tell. */
export interface HardPair {
  readonly kind: string;
  readonly isRight: boolean;
  /** Everything that is known of the work. */
  readonly work: Work;
  readonly sheet: Sheet;
  /** Whether the DOI alone is enough to tell. */
  readonly showsDoi: boolean;
}

const workOf = ({ title, authors, year, doi }: Printed): Work => ({
  id: `doi:${doi}` as WorkId,
  doi: doi as NonNullable<Work['doi']>,
  title,
  authors,
  year,
});

/** Every kind so many times, each time with a work of its own. */
export function* hardPairs(seed: number, each: number): Generator<HardPair> {
  for (const [isRight, kinds] of [[true, RIGHT_KINDS] as const, [false, WRONG_KINDS] as const])
    for (const [kind, { wanted, make, ...rest }] of Object.entries(kinds))
      for (let index = 0; index < each; index++) {
        const chance = dice(seed, kind, index);
        const printed = newWork(chance);
        const work = wanted?.(printed) ?? printed;
        const hidesDoi = 'hidesDoi' in rest && rest.hidesDoi === true;
        yield { kind, isRight, work: workOf(work), sheet: make({ work, chance }), showsDoi: !hidesDoi };
      }
}
