import { UserError } from '../core/errors.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import { assembleConfig, type ConfigSources, type LoadedConfig } from './assemble-config.ts';
import { loadPlugins } from './load-plugins.ts';
import type { Gathered } from './setting.ts';

/** The configuration that these sources make, for the built-in resolvers and some more. Throws `UserError` with every problem. */
export const parseConfig = (sources: ConfigSources, more: readonly Resolver[] = []): LoadedConfig =>
  assembleConfig(sources, [...RESOLVERS, ...more]);

export interface LoadRequest extends Omit<ConfigSources, 'file'> {
  readonly path?: string;
  /** Reads a whole text file; rejects with Node's error. */
  readonly readText: (path: string) => Promise<string>;
  /** Beside the built-in ones and those of `plugins`. */
  readonly resolvers?: readonly Resolver[];
}

/** As `parseConfig`, with the file read from `path` and the resolvers of `plugins` among the others. */
export async function loadConfig({
  path,
  readText,
  resolvers = [],
  ...sources
}: LoadRequest): Promise<LoadedConfig> {
  const all = path === undefined ? sources : { ...sources, file: await fileAt(path, readText) };
  return parseConfig(all, [...resolvers, ...(await loadPlugins(all))]);
}

async function fileAt(path: string, readText: LoadRequest['readText']): Promise<Gathered> {
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(`config: ${path} cannot be read: ${READ_ERRORS[code] ?? code}`, 2, error);
  }
  // Parsing YAML costs a tenth of a start: only those pay who have a file.
  const { readYaml } = await import('./read-yaml.ts');
  return readYaml(text, path === '-' ? 'stdin' : path);
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
};
