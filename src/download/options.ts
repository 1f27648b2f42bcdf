import { z } from 'zod';
import { FORMATS } from '../core/plan.ts';
import { SIZE, sizeInBytes } from '../core/size.ts';

const on = (value: boolean, description: string) => z.boolean().default(value).describe(description);

const Size = z
  .union([z.number().int(), z.string().regex(SIZE, 'is not a size such as "50MB" or "1GiB"')], {
    error: 'must be a number of bytes or a size such as "50MB"',
  })
  .transform(sizeInBytes)
  .pipe(z.number().int().min(1));

/** Section `download`. */
export const DownloadOptions = z.strictObject({
  fsync: on(true, 'bytes are on disk before they are recorded'),
  verify_content_length: on(true, 'the length received must be the length announced'),
  verify_pdf: on(true, 'a PDF must be structurally whole'),
  chunk_size_bytes: Size.default(1_048_576).describe('bytes written at a time'),
  max_bytes: Size.default(104_857_600).describe('largest file that is taken'),
  formats: z
    .array(z.enum(FORMATS))
    .min(1)
    .default([...FORMATS])
    .describe('what is wanted, best first'),
  head_precheck: on(false, 'ask with HEAD before fetching'),
  extract_html_text: on(false, 'write the text of kept HTML beside it'),
  resume_partial: on(true, 'go on with a broken transfer where the server allows it'),
  verify_identity: z
    .enum(['off', 'warn', 'quarantine'])
    .default('quarantine')
    .describe(
      'what to do with a file that is not the paper asked for; a page must be shown to be the work, see docs/adr/0028',
    ),
  accept: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'may hold only printable ASCII characters')
    .nullable()
    .default(null)
    .describe('Accept header of artifact requests; default: by format'),
  allowed_types: z
    .record(z.string(), z.array(z.string().min(1)))
    .default({})
    .describe('host -> media types taken from it beside the usual ones'),
});
export type DownloadOptions = z.output<typeof DownloadOptions>;
