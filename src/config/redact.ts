import { createHash } from 'node:crypto';
import { childNode, type Kind, kindOf, type SchemaNode } from './schema-node.ts';
import { isSection } from './setting.ts';

/** A plug-in may forget to mark its key: a name like these is a secret all the same. */
const SECRET_NAME = /(^|_)(key|token|secret|password)$/;

/** Rebuilds a configuration, asking `replace` for every value that is a secret or a path. */
export function mapMarked(
  value: unknown,
  node: SchemaNode | undefined,
  replace: (value: unknown, kind: Kind) => unknown,
): unknown {
  if (!isSection(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => {
    const below = node && childNode(node, key);
    const kind = (below && kindOf(below)) ?? (SECRET_NAME.test(key) ? 'secret' : undefined);
    return [key, kind ? replace(child, kind) : mapMarked(child, below, replace)];
  });
  return Object.fromEntries(entries);
}

/** `set (sha256 ab12cd34)` lets two people compare keys without seeing them. */
const mask = (value: unknown): string =>
  value === null || value === undefined
    ? 'unset'
    : `set (sha256 ${createHash('sha256')
        .update(typeof value === 'string' ? value : JSON.stringify(value))
        .digest('hex')
        .slice(0, 8)})`;

/** The configuration as it may be shown. */
export const redactConfig = (config: unknown, schema: SchemaNode): unknown =>
  mapMarked(config, schema, (value, kind) => (kind === 'secret' ? mask(value) : value));

/** The configuration as it may be stored with a run: secrets are left out and come from their source again. */
export const withoutSecrets = (config: unknown, schema: SchemaNode): unknown =>
  mapMarked(config, schema, (value, kind) => (kind === 'secret' ? undefined : value));
