import { configHash } from '../../config/hash.ts';
import { UserError } from '../../core/errors.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';

export const validateConfigAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const isJson = hasFlag(invocation, 'json');
  try {
    const loaded = await configOf(invocation);
    const hash = configHash(loaded);
    const name = textFlag(invocation, 'config') ?? 'the configuration';
    if (isJson) terminal.print(JSON.stringify({ valid: true, errors: [], config_hash: hash }, null, 2));
    else terminal.print(`${name} is valid (config_hash ${hash})`);
    return EXIT.ok;
  } catch (error) {
    if (!isJson || !(error instanceof UserError)) throw error;
    terminal.print(JSON.stringify({ valid: false, errors: error.message.split('\n') }, null, 2));
    return EXIT.usage;
  }
};
