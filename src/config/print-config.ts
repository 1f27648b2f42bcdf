import type { LoadedConfig } from './assemble-config.ts';
import type { Origins } from './merge.ts';
import { redactConfig } from './redact.ts';
import { isSection, type KeyPath, keyName } from './setting.ts';

/** Text that YAML reads back as the same text without quotes. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z/][\w ./@+()-]*$/.test(text) &&
  !text.endsWith(' ') &&
  !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);

function scalar(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scalar).join(', ')}]`;
  if (isSection(value)) {
    const pairs = Object.entries(value).map(([key, child]) => `${scalar(key)}: ${scalar(child)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value ?? null);
}

/** A rate with its burst is one value to a reader. */
const isOneValue = (value: unknown): boolean =>
  !isSection(value) || Object.keys(value).length === 0 || 'rates' in value;

/** Where exactly this value was set; a section that a file merely opens sets nothing in it. */
export function exactOrigin(origins: Origins, path: KeyPath): string {
  const name = keyName(path);
  const below = [...origins].find(([key]) => key.startsWith(`${name}.`));
  return origins.get(name) ?? below?.[1] ?? 'default';
}

interface Line {
  readonly path: KeyPath;
  /** `undefined`: a section, its values follow. */
  readonly value: unknown;
}

function* walk(section: unknown, path: KeyPath = []): Generator<Line> {
  for (const [key, value] of Object.entries(isSection(section) ? section : {})) {
    const at = [...path, key];
    yield { path: at, value: isOneValue(value) ? value : undefined };
    if (!isOneValue(value)) yield* walk(value, at);
  }
}

/** The merged configuration as YAML, each value with where it came from, secrets masked. */
export function configAsYaml({ config, origins, schema }: LoadedConfig): string {
  const lines = [...walk(redactConfig(config, schema))].map(({ path, value }) => {
    const head = `${'  '.repeat(path.length - 1)}${scalar(path.at(-1))}:`;
    return value === undefined ? head : `${head} ${scalar(value)}  # ${exactOrigin(origins, path)}`;
  });
  return lines.join('\n');
}

/** The same for machines: the configuration, and the origin of every value. */
export function configAsJson({ config, origins, schema }: LoadedConfig) {
  const shown = redactConfig(config, schema);
  const values = [...walk(shown)].filter(({ value }) => value !== undefined);
  return {
    config: shown,
    origins: Object.fromEntries(values.map(({ path }) => [keyName(path), exactOrigin(origins, path)])),
  };
}
