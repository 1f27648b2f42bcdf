import type { CommandSpec } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG } from '../flags.ts';
import { INPUT_FLAGS, RUN_FLAGS } from '../run-flags.ts';

export const doctor: CommandSpec = {
  name: 'doctor',
  summary:
    'check what the configuration needs: contact, keys, database, disk, clock; exit code 1 when something would not work',
  flags: [
    { flags: '--online', summary: 'also ask every source in use one question' },
    CONFIG_FLAG,
    JSON_FLAG,
    ...INPUT_FLAGS,
    ...RUN_FLAGS,
  ],
  examples: [
    'contentdownload doctor',
    'contentdownload doctor -c cd.yaml --online',
    'contentdownload doctor --json',
  ],
  load: async () => (await import('../actions/doctor.ts')).doctorAction,
};
