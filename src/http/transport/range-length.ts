import { Failure } from '../../core/errors.ts';
import type { BodySize, HeaderMap } from '../client.ts';

/**
 * Length of a 206 by its own Content-Range, which frames the body as Content-Length does; `undefined` for several parts
 * and for what cannot be read.
 */
export function rangeLength(status: number, headers: HeaderMap): number | undefined {
  if (status !== 206 || /^\s*multipart\//i.test(headers['content-type'] ?? '')) return undefined;
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(?:\d{1,15}|\*)$/i.exec(
    headers['content-range']?.trim() ?? '',
  );
  if (!range) return undefined;
  const length = Number(range[2]) - Number(range[1]) + 1;
  return length > 0 ? length : undefined;
}

export function holdToRange(size: BodySize, announced: number | undefined): BodySize {
  if (announced === undefined || announced === size.wireBytes) return size;
  throw new Failure('size-mismatch', `${size.wireBytes} bytes came of a range of ${announced}`);
}
