import { z } from 'zod';
import { parseRate } from '../core/rate.ts';

const Rate = z
  .string()
  .refine((text) => parseRate(text) !== undefined, 'is not a rate such as "5/second" or "1/3second"');

/** The keys every resolver has at `resolvers.<name>`. */
export const ResolverOptions = z.strictObject({
  enabled: z
    .boolean()
    .nullable()
    .default(null)
    .describe('null: as the resolver ships; naming it in `order` enables it'),
  base_url: z.url().nullable().default(null).describe('another address of the same API'),
  api_key: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('sent only to the API itself')
    .meta({ kind: 'secret' }),
  email: z.email().nullable().default(null).describe('contact address; default: `mailto`'),
  min_interval_s: z.number().positive().nullable().default(null).describe('seconds between two requests'),
  rate_limit: Rate.nullable().default(null).describe('like "5/second"; not together with min_interval_s'),
  retry: z
    .strictObject({ max_attempts: z.number().int().min(1) })
    .partial()
    .nullable()
    .default(null)
    .describe('overrides of http.retry'),
  timeout_read_s: z.number().positive().nullable().default(null).describe('overrides http.timeout_read_s'),
  head_precheck: z.boolean().nullable().default(null).describe('overrides download.head_precheck'),
  obey_robots: z.boolean().nullable().default(null).describe('overrides robots.enabled'),
});
export type ResolverOptions = z.output<typeof ResolverOptions>;
