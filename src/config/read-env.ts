import { nearest } from './nearest.ts';
import { allowsType, knownKeys, nodeAt, type SchemaNode } from './schema-node.ts';
import {
  type Gathered,
  isForbidden,
  type KeyPath,
  type Problem,
  type Setting,
  settingsOf,
} from './setting.ts';

const PREFIX = 'DTKG_';
const KEY_PREFIX = 'DOCSTOKG_CONTENT_API_KEY_';

export type Env = Readonly<Record<string, string | undefined>>;

interface EnvReading extends Gathered {
  readonly warnings: readonly string[];
}

/** The variable that sets a key: `http.max_redirects` -> `DTKG_HTTP__MAX_REDIRECTS`. */
export const envName = (path: KeyPath): string => PREFIX + path.join('__').toUpperCase();

/** JSON where it is JSON, the text itself otherwise; a key that takes only text gets the text (`DTKG_RUN_ID=2026`). */
function readValue(text: string, node: SchemaNode | undefined): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return node && !allowsType(node, type) && allowsType(node, 'string') ? text : value;
}

function ignored(name: string, word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  const rest = name.slice(PREFIX.length + word.length);
  return `config: ${name} is ignored: no key begins like this${
    close ? `; did you mean ${envName([close])}${rest}?` : ''
  }`;
}

/** An unrelated variable never breaks a command: only what lies below a known section can be wrong. */
function readVariable(name: string, text: string, root: SchemaNode): Gathered | string {
  const path = name.slice(PREFIX.length).toLowerCase().split('__');
  const [first = ''] = path;
  const known = [...knownKeys(root), 'resolver_rate_limits'];
  if (!known.includes(first)) return ignored(name, first, known);
  const bad = path.find(isForbidden);
  const origin = `env ${name}`;
  if (bad !== undefined)
    return { settings: [], problems: [{ path, text: 'is not allowed as a key', origin }] };
  return settingsOf(readValue(text, nodeAt(root, path)), origin, path);
}

function apiKeys(env: Env, resolvers: readonly string[]): { settings: Setting[]; warnings: string[] } {
  const settings: Setting[] = [];
  const warnings: string[] = [];
  for (const name of Object.keys(env).filter((one) => one.startsWith(KEY_PREFIX) && env[one])) {
    const resolver = name.slice(KEY_PREFIX.length).toLowerCase();
    if (resolvers.includes(resolver)) {
      settings.push({ path: ['resolvers', resolver, 'api_key'], value: env[name], origin: `env ${name}` });
    } else warnings.push(`config: ${name} is ignored: there is no resolver "${resolver}"`);
  }
  return { settings, warnings };
}

/** Reads `DTKG_…` and `DOCSTOKG_CONTENT_API_KEY_…`; an empty variable counts as not set, the deeper key wins. */
export function readEnv(env: Env, root: SchemaNode, resolvers: readonly string[]): EnvReading {
  const { settings, warnings } = apiKeys(env, resolvers);
  const problems: Problem[] = [];
  const depth = (name: string): number => name.split('__').length;
  const names = Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name])
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  for (const name of names) {
    const read = readVariable(name, env[name] ?? '', root);
    if (typeof read === 'string') warnings.push(read);
    else {
      settings.push(...read.settings);
      problems.push(...read.problems);
    }
  }
  return { settings, problems, warnings };
}
