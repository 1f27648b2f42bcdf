import { z } from 'zod';
import { KNOWN_LICENSES } from '../core/accepted-licenses.ts';

/** Section `dedupe`. */
export const DedupeOptions = z.strictObject({
  urls: z
    .boolean()
    .default(false)
    .describe(
      'the URL of a file is fetched once for all works; the second work adopts the artifact of the first, or the refusal in this run; each engine process remembers refusals for itself, so that N of them may ask a refusing URL N times; landing pages are read for each work',
    ),
  content: z.boolean().default(true).describe('equal bytes are stored once (hard link)'),
});
export type DedupeOptions = z.output<typeof DedupeOptions>;

/** Section `licenses`. */
export const LicensesOptions = z.strictObject({
  accept: z
    .array(z.string().min(1))
    .default([])
    .describe(
      `empty: any; else only plans with one of these licences: \`cc-by\`, \`CC BY 4.0\` and the address of a licence alike, versions are not told apart; known words: ${KNOWN_LICENSES.join(' | ')}`,
    ),
});
export type LicensesOptions = z.output<typeof LicensesOptions>;
