import { z } from 'zod';
import { SIZE, sizeInBytes } from '../core/size.ts';

const Size = z
  .union([z.number().int(), z.string().regex(SIZE, 'is not a size such as "50MB" or "1GiB"')], {
    error: 'must be a number of bytes or a size such as "50MB"',
  })
  .transform(sizeInBytes)
  .pipe(z.number().int().min(0));

/** Section `artifacts`. */
export const ArtifactsOptions = z.strictObject({
  root: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('folder or s3://bucket/prefix; default: `<out>/artifacts`')
    .meta({ kind: 'path' }),
  cas_enabled: z.boolean().default(false).describe('bytes live once, under their hash'),
  multipart_threshold: Size.default(50_000_000).describe('S3: larger files go up in parts'),
  min_free_bytes: Size.default(1_000_000_000).describe('the run pauses when less disk space is left'),
});
export type ArtifactsOptions = z.output<typeof ArtifactsOptions>;
