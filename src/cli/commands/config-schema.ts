import type { CommandSpec } from '../command.ts';
import { JSON_FLAG } from '../flags.ts';

export const configSchemaCommand: CommandSpec = {
  name: 'config-schema',
  summary: 'JSON Schema of the configuration, for editors',
  flags: [JSON_FLAG],
  examples: ['contentdownload config-schema > contentdownload.schema.json'],
  load: async () => (await import('../actions/config-schema.ts')).configSchemaAction,
};
