/** Keys from the outermost section inwards. */
export type KeyPath = readonly string[];

/** One value somebody set, and where: `cd.yaml:12`, `env DTKG_OUT`, `flag --out`. */
export interface Setting {
  readonly path: KeyPath;
  /** A scalar or a list; `{}` says that a section is there, its keys follow as settings of their own. */
  readonly value: unknown;
  readonly origin: string;
}

/** Something wrong with a value, said about a key. */
export interface Problem {
  readonly path: KeyPath;
  readonly text: string;
  /** Where the value came from, when that is not the origin of `path` itself. */
  readonly origin?: string;
}

export interface Gathered {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** Names through which an object's prototype could be reached; refused wherever a key may stand. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
export const MAX_DEPTH = 32;

export const isForbidden = (key: string): boolean => FORBIDDEN.has(key);

export const isSection = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `http.retry`, `rate_limit.policies["arxiv.org"].artifact`, `resolvers.order[2]`: as a person would write it. */
export const keyName = (path: KeyPath): string =>
  path
    .map((key, index) => {
      if (/^\d+$/.test(key)) return `[${key}]`;
      return /^[\w-]+$/.test(key) ? `${index === 0 ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');

/** Takes a tree of plain values apart into settings; sections come before their keys. */
export function settingsOf(value: unknown, origin: string, path: KeyPath = []): Gathered {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const visit = (node: unknown, at: KeyPath): void => {
    if (at.length > MAX_DEPTH) problems.push({ path: at.slice(0, 4), text: 'is nested too deeply', origin });
    else if (isSection(node)) visitSection(node, at);
    else {
      if (hasForbiddenKey(node)) problems.push({ path: at, text: 'holds a key that is not allowed', origin });
      settings.push({ path: at, value: node, origin });
    }
  };
  const visitSection = (node: Readonly<Record<string, unknown>>, at: KeyPath): void => {
    settings.push({ path: at, value: {}, origin });
    for (const [key, child] of Object.entries(node)) {
      if (isForbidden(key)) problems.push({ path: [...at, key], text: 'is not allowed as a key', origin });
      else visit(child, [...at, key]);
    }
  };
  visit(value, path);
  return { settings, problems };
}

/** Lists are kept whole, so what hides inside them is looked through here. */
export function hasForbiddenKey(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => hasForbiddenKey(item, depth + 1));
  if (!isSection(value)) return false;
  return Object.entries(value).some(([key, item]) => isForbidden(key) || hasForbiddenKey(item, depth + 1));
}
