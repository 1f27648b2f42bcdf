import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG } from '../flags.ts';
import { INPUT_FLAGS, RUN_FLAGS } from '../run-flags.ts';

export const printConfig: CommandSpec = {
  name: 'print-config',
  summary: 'the merged configuration, each value with where it came from, secrets masked',
  flags: [CONFIG_FLAG, JSON_FLAG, ...INPUT_FLAGS, ...RUN_FLAGS],
  examples: [
    'contentdownload print-config',
    'contentdownload print-config -c cd.yaml --workers 8',
    'contentdownload print-config -c cd.yaml --json',
  ],
  load: async () => (await import('../actions/print-config.ts')).printConfigAction,
};
