import { aliasesOf, type Identifiers } from '../core/identifiers.ts';

/** Whether a record is about this work: they share a name. A search may answer with neighbours. */
export function isSameWork(work: Identifiers, record: Identifiers): boolean {
  const names = new Set(aliasesOf(work));
  return aliasesOf(record).some((name) => names.has(name));
}
