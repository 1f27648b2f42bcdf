import { z } from 'zod';

/** Section `storage`: the one database. */
export const StorageOptions = z.strictObject({
  backend: z
    .enum(['sqlite', 'postgres'])
    .default('sqlite')
    .describe('sqlite: one machine; postgres: many hosts drain one queue'),
  path: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('file of the sqlite backend; default: `<out>/manifest.sqlite3`')
    .meta({ kind: 'path' }),
  connection_string: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('address of the postgres backend')
    .meta({ kind: 'secret' }),
  pool_size: z.number().int().min(1).max(1000).default(20).describe('connections of the postgres backend'),
});
export type StorageOptions = z.output<typeof StorageOptions>;
