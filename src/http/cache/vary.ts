import type { HeaderMap } from '../client.ts';
import type { Hop } from '../layers/hop.ts';
import { digestOf } from './digest.ts';
import { splitList } from './split-list.ts';

/** Lists of preferences: neither case nor order of their members means anything (RFC 9110 12.5). */
const PREFERENCES = /^accept(?:-charset|-encoding|-language)?$/;

const ABSENT = '';

/** Two values with the same meaning have the same form (RFC 9111 4.1). */
function normalForm(name: string, value: string): string {
  const members = splitList(value);
  if (!PREFERENCES.test(name)) return members.join(',');
  return members
    .map((member) =>
      member
        .toLowerCase()
        .split(/([;=])/)
        .map((part) => part.trim())
        .join(''),
    )
    .toSorted()
    .join(',');
}

const valueOf = (hop: Hop, name: string): string | undefined =>
  hop.headers?.[name] ??
  Object.entries(hop.secretHeaders ?? {}).find(([secret]) => secret.toLowerCase() === name)?.[1];

/** `undefined` for `Vary: *`: nobody can say which request such an answer would fit. */
export function varyNames(headers: HeaderMap): readonly string[] | undefined {
  const names = splitList(headers['vary'] ?? '').map((name) => name.toLowerCase());
  return names.includes('*') ? undefined : names.toSorted();
}

/** The request headers that choose an answer, with digests of their values. */
export const chosenBy = (hop: Hop, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.map((name) => {
      const value = valueOf(hop, name);
      return [name, value === undefined ? ABSENT : digestOf(name, normalForm(name, value))];
    }),
  );

export const fits = (hop: Hop, wanted: Readonly<Record<string, string>>): boolean => {
  const given = chosenBy(hop, Object.keys(wanted));
  return Object.entries(wanted).every(([name, digest]) => given[name] === digest);
};
