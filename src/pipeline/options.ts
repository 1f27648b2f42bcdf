import { z } from 'zod';

/** Section `dedupe`. */
export const DedupeOptions = z.strictObject({
  urls: z
    .boolean()
    .default(false)
    .describe('a URL is fetched once for all works; the second work adopts the artifact of the first'),
  content: z.boolean().default(true).describe('equal bytes are stored once (hard link)'),
});
export type DedupeOptions = z.output<typeof DedupeOptions>;

/** Section `licenses`. */
export const LicensesOptions = z.strictObject({
  accept: z
    .array(z.string().min(1))
    .default([])
    .describe('empty: any; else only plans with one of these licences'),
});
export type LicensesOptions = z.output<typeof LicensesOptions>;
