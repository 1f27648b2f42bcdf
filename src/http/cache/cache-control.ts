import { splitList } from './split-list.ts';

/** RFC 9111 1.2.2: larger values mean "long enough". */
const LONGEST_S = 2 ** 31;

/** The directives of a `Cache-Control` header, as far as a private cache has to know them. */
export interface Directives {
  has(name: string): boolean;
  /** Field names of a qualified directive, such as `no-cache="set-cookie"`, lower-cased. */
  fields(name: string): readonly string[];
  /** The directive applies to the whole message: it is there, and names no fields. */
  isWhole(name: string): boolean;
  /**
   * Milliseconds of a directive that takes seconds. The first of several counts, and what is not a number counts as 0:
   * invalid freshness is no freshness (RFC 9111 4.2.1).
   */
  ms(name: string): number | undefined;
}

const unquoted = (value: string): string =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value;

export function parseCacheControl(header: string | undefined): Directives {
  const directives = new Map<string, string | undefined>();
  for (const member of header === undefined ? [] : splitList(header)) {
    const [, name, value] = /^([^\s="]+)(?:=(.*))?$/s.exec(member) ?? [];
    if (name === undefined || directives.has(name.toLowerCase())) continue;
    directives.set(name.toLowerCase(), value === undefined ? undefined : unquoted(value));
  }
  const fields = (name: string): string[] =>
    splitList(directives.get(name) ?? '').map((field) => field.toLowerCase());
  return {
    has: (name) => directives.has(name),
    fields,
    isWhole: (name) => directives.has(name) && fields(name).length === 0,
    ms(name) {
      if (!directives.has(name)) return undefined;
      const value = directives.get(name) ?? '';
      return /^\d+$/.test(value) ? Math.min(Number(value), LONGEST_S) * 1000 : 0;
    },
  };
}
