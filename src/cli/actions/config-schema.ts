import { jsonSchema } from '../../config/json-schema.ts';
import { parseConfig } from '../../config/load.ts';
import type { Action } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

export const configSchemaAction: Action = async ({ terminal }) => {
  terminal.print(JSON.stringify(jsonSchema(parseConfig({}).schema), null, 2));
  return EXIT.ok;
};
