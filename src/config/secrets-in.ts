import type { Secret } from '../core/mask-secrets.ts';
import type { LoadedConfig } from './assemble-config.ts';
import { mapMarked } from './redact.ts';
import { isSection } from './setting.ts';

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

/** Every secret that is set, under the name of its key: what no terminal and no record may show. */
export function secretsIn({ config, schema }: Pick<LoadedConfig, 'config' | 'schema'>): readonly Secret[] {
  const secrets = mapMarked(config, schema, (value, kind) =>
    kind === 'secret' ? { secret: value } : undefined,
  );
  const found: Secret[] = [];
  const visit = (node: unknown, path: readonly string[]): void => {
    if (!isSection(node)) return;
    for (const [key, child] of Object.entries(node)) {
      if (isSection(child) && 'secret' in child) found.push(...textsIn(child['secret'], [...path, key]));
      else visit(child, [...path, key]);
    }
  };
  visit(secrets, []);
  return found;
}
