import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG } from '../flags.ts';
import { INPUT_FLAGS, RUN_FLAGS } from '../run-flags.ts';

export const validateConfig: CommandSpec = {
  name: 'validate-config',
  summary: 'check the configuration and say everything that is wrong with it',
  flags: [CONFIG_FLAG, JSON_FLAG, ...INPUT_FLAGS, ...RUN_FLAGS],
  examples: ['contentdownload validate-config -c cd.yaml'],
  load: async () => (await import('../actions/validate-config.ts')).validateConfigAction,
};
