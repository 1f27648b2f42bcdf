import { UserError } from '../core/errors.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { assembleConfig, type ConfigSources, type LoadedConfig } from './assemble-config.ts';

/** The configuration that these sources make, for the built-in resolvers. Throws `UserError` with every problem. */
export const parseConfig = (sources: ConfigSources): LoadedConfig => assembleConfig(sources, RESOLVERS);

export interface LoadRequest extends Omit<ConfigSources, 'file'> {
  readonly path?: string;
  /** Reads a whole text file; rejects with Node's error. */
  readonly readText: (path: string) => Promise<string>;
}

/** As `parseConfig`, with the file read from `path`. */
export async function loadConfig({ path, readText, ...sources }: LoadRequest): Promise<LoadedConfig> {
  if (path === undefined) return parseConfig(sources);
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(`config: ${path} cannot be read: ${READ_ERRORS[code] ?? code}`, 2, error);
  }
  // Parsing YAML costs a tenth of a start: only those pay who have a file.
  const { readYaml } = await import('./read-yaml.ts');
  return parseConfig({ ...sources, file: readYaml(text, path === '-' ? 'stdin' : path) });
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
};
