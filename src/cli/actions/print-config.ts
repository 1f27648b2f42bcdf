import { configHash } from '../../config/hash.ts';
import { configAsJson, configAsYaml } from '../../config/print-config.ts';
import type { Action } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag } from '../flags.ts';

export const printConfigAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  const hash = configHash(loaded);
  if (hasFlag(invocation, 'json')) {
    const shown = { ...configAsJson(loaded), config_hash: hash, warnings: loaded.warnings };
    invocation.terminal.print(JSON.stringify(shown, null, 2));
  } else {
    invocation.terminal.print(`# config_hash ${hash}\n${configAsYaml(loaded)}`);
  }
  return EXIT.ok;
};
