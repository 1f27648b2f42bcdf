import { z } from 'zod';
import type { SchemaNode } from './schema-node.ts';

/** What a user may write, as JSON Schema. Secrets are marked `writeOnly`. */
export const jsonSchema = (schema: SchemaNode) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node }) => {
      if (node['kind'] === 'secret') node.writeOnly = true;
    },
  });
