import type { ConfigSources, LoadedConfig } from '../config/assemble-config.ts';
import { loadConfig } from '../config/load.ts';
import { plainText } from '../core/plain-text.ts';
import { readText } from '../platform/read-text.ts';
import type { Invocation } from './command.ts';
import { hasFlag, textFlag } from './flags.ts';
import { flagSettings } from './run-flags.ts';

/**
 * The configuration a command runs under: `--config`, the environment and its flags over the defaults, or over `given`
 * (the configuration stored with a run). Warnings go to stderr.
 */
export async function configOf(
  invocation: Invocation,
  given?: ConfigSources['given'],
): Promise<LoadedConfig> {
  const path = textFlag(invocation, 'config');
  const loaded = await loadConfig({
    readText,
    env: invocation.env,
    flags: flagSettings(invocation),
    ...(path !== undefined && { path }),
    ...(given && { given }),
  });
  if (!hasFlag(invocation, 'quiet')) {
    for (const warning of loaded.warnings) invocation.terminal.note(plainText(warning));
  }
  return loaded;
}
