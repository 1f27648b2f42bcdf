import type { Asker } from '../resolvers/resolver.ts';

/** More questions than any source needs for one work: a page that names itself as the next one asks for ever. */
export const MAX_ASKS = 50;

/** No `Failure`: resolvers that go on after a failed question must not go on after this. */
export class AskedTooMuch extends Error {
  constructor() {
    super(`more than ${MAX_ASKS} questions for one work`);
    this.name = 'AskedTooMuch';
  }
}

/** The same client for one turn of one resolver, as long as it asks within reason. */
export function withinBudget({ text, json }: Asker): Asker {
  let asked = 0;
  const count = (): void => {
    if (++asked > MAX_ASKS) throw new AskedTooMuch();
  };
  return {
    async text(ask, accept) {
      count();
      return text(ask, accept);
    },
    async json(ask, schema) {
      count();
      return json(ask, schema);
    },
  };
}
