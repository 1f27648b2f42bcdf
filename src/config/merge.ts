import { isSection, type KeyPath, keyName, type Setting } from './setting.ts';

/** Where each key's value came from; a key that is not there has its default. */
export type Origins = ReadonlyMap<string, string>;

export interface Merged {
  readonly value: Readonly<Record<string, unknown>>;
  readonly origins: Origins;
}

type Tree = Record<string, unknown>;

const copy = (value: unknown): unknown =>
  isSection(value)
    ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copy(child)]))
    : value;

/** The section at `path`, made where it is missing or is something else. */
function sectionAt(root: Tree, path: KeyPath): Tree {
  let section = root;
  for (const key of path) {
    if (!Object.hasOwn(section, key) || !isSection(section[key])) section[key] = {};
    section = section[key] as Tree;
  }
  return section;
}

function apply(root: Tree, { path, value }: Setting): void {
  const key = path.at(-1);
  if (key === undefined) return;
  const section = sectionAt(root, path.slice(0, -1));
  const isEmptySection = isSection(value);
  if (isEmptySection && Object.hasOwn(section, key) && isSection(section[key])) return;
  section[key] = isEmptySection ? {} : value;
}

/** Lays settings over the defaults in order: sections merge by key, lists and scalars replace. */
export function merge(defaults: Readonly<Record<string, unknown>>, settings: readonly Setting[]): Merged {
  const value = copy(defaults) as Tree;
  const origins = new Map<string, string>();
  for (const setting of settings) {
    apply(value, setting);
    origins.set(keyName(setting.path), setting.origin);
  }
  return { value, origins };
}

/** The origin of a key, or of the section it stands in. */
export function originOf(origins: Origins, path: KeyPath): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const origin = origins.get(keyName(path.slice(0, length)));
    if (origin !== undefined) return origin;
  }
  return undefined;
}
