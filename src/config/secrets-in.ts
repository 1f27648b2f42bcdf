import type { Secret } from '../core/mask-secrets.ts';
import type { LoadedConfig } from './assemble-config.ts';
import { mapMarked } from './redact.ts';
import { isSection, type KeyPath } from './setting.ts';

/** The password of an address such as `http://user:password@proxy:3128`, as it is written and as it is meant. */
function passwordsIn(value: string): readonly string[] {
  const written = URL.parse(value)?.password ?? '';
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

function textsIn(value: unknown, path: readonly string[]): readonly Secret[] {
  if (typeof value === 'string')
    return [value, ...passwordsIn(value)].map((text) => ({ name: path.join('.'), value: text }));
  if (!isSection(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, [...path, key]));
}

interface MarkedValue {
  readonly path: KeyPath;
  readonly value: unknown;
}

/** Every value that is marked as a secret, set or not. */
function markedSecrets({ config, schema }: Pick<LoadedConfig, 'config' | 'schema'>): readonly MarkedValue[] {
  const secrets = mapMarked(config, schema, (value, kind) =>
    kind === 'secret' ? { secret: value } : undefined,
  );
  const found: MarkedValue[] = [];
  const visit = (node: unknown, path: KeyPath): void => {
    if (!isSection(node)) return;
    for (const [key, child] of Object.entries(node)) {
      const at = [...path, key];
      if (isSection(child) && 'secret' in child) found.push({ path: at, value: child['secret'] });
      else visit(child, at);
    }
  };
  visit(secrets, []);
  return found;
}

/** Every secret that is set, under the name of its key: what no terminal and no record may show. */
export const secretsIn = (loaded: Pick<LoadedConfig, 'config' | 'schema'>): readonly Secret[] =>
  markedSecrets(loaded).flatMap(({ path, value }) => textsIn(value, path));

/** The keys of secrets that are set: what a run needs again when it goes on, since their values are stored nowhere. */
export const secretKeysIn = (loaded: Pick<LoadedConfig, 'config' | 'schema'>): readonly KeyPath[] =>
  markedSecrets(loaded)
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ path }) => path);
