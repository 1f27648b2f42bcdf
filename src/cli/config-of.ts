import type { ConfigSources, LoadedConfig } from '../config/assemble-config.ts';
import { loadConfig } from '../config/load.ts';
import { secretsIn } from '../config/secrets-in.ts';
import type { Setting } from '../config/setting.ts';
import { UserError } from '../core/errors.ts';
import { plainText } from '../core/plain-text.ts';
import { readText } from '../platform/read-text.ts';
import type { Invocation } from './command.ts';
import { hasFlag, textFlag } from './flags.ts';
import { flagSettings } from './run-flags.ts';

/** A configuration that can be read again from where it came. */
export interface ReadConfig extends LoadedConfig {
  readonly readAgain: () => Promise<LoadedConfig>;
}

/** A configuration stored with a run. */
export interface StoredConfig extends NonNullable<ConfigSources['given']> {
  /** What the run decides, whatever a file or the environment says. */
  readonly overFile?: readonly Setting[];
  /** What the run decides, whatever anybody says. */
  readonly overAll?: readonly Setting[];
}

/**
 * The configuration a command runs under: `--config`, the environment and its flags over the defaults, or over `given`
 * (the configuration stored with a run). Warnings go to stderr.
 */
export async function configOf(invocation: Invocation, given?: StoredConfig): Promise<ReadConfig> {
  const path = textFlag(invocation, 'config');
  const loaded = await loadConfig({
    readText,
    env: invocation.env,
    flags: [...(given?.overFile ?? []), ...flagSettings(invocation), ...(given?.overAll ?? [])],
    ...(path !== undefined && { path }),
    ...(given && { given }),
  });
  invocation.hide(secretsIn(loaded));
  if (!hasFlag(invocation, 'quiet')) {
    for (const warning of loaded.warnings) invocation.terminal.note(plainText(warning));
  }
  return { ...loaded, readAgain: () => readAgain(invocation, given) };
}

/** What was piped in is gone; a file is read anew. */
async function readAgain(invocation: Invocation, given: StoredConfig | undefined): Promise<LoadedConfig> {
  if (textFlag(invocation, 'config') === '-')
    throw new UserError('config: it came from stdin and cannot be read again');
  return configOf(invocation, given);
}
