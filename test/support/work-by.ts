import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import type { Work } from '../../src/core/work.ts';

/** A work known by one identifier. */
export function workBy(id: string, more: Partial<Work> = {}): Work {
  const ids = parseIdentifier(id);
  if (!ids) throw new Error(`${id} is no identifier`);
  return { id: canonicalWorkId(ids), ...ids, ...more };
}
