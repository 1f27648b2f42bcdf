import type { KeptPart } from '../core/progress.ts';
import type { HeaderMap, HttpResponse } from '../http/client.ts';
import { contentLength, mediaType } from './prepare.ts';

/** RFC 9110, 8.8.3: an entity tag without the weak mark. Only byte-for-byte equal files share one. */
const STRONG_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

const isCoded = ({ headers }: HttpResponse): boolean => /[^\s,]/.test(headers['content-encoding'] ?? '');

/** Asks for the rest, on the condition that the file is still the one the first bytes are of. */
export const rangeHeaders = ({ sizeBytes, etag }: KeptPart): HeaderMap => ({
  range: `bytes=${sizeBytes}-`,
  'if-range': etag,
});

interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** One range of a known total. Several ranges in one body are read nowhere: none was asked for. */
function contentRange(headers: HeaderMap): ContentRange | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(headers['content-range']?.trim() ?? '');
  if (!match || mediaType(headers) === 'multipart/byteranges') return undefined;
  const [start, end, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return start <= end && end < total ? { start, end, total } : undefined;
}

const isAll = (range: ContentRange | undefined): boolean =>
  range !== undefined && range.start === 0 && range.end + 1 === range.total;

/** Whether the answer carries a document at all: a 206 nobody asked for does only when it says that it is all of it. */
export const hasDocument = ({ status, headers }: HttpResponse): boolean =>
  status === 200 || (status === 206 && isAll(contentRange(headers)));

/**
 * How large the whole file is by the word of this answer, before decoding. Some servers send a 200 with the range they
 * mean: its total is as good.
 */
export const announcedTotal = ({ headers }: HttpResponse): number | undefined => contentRange(headers)?.total;

/** Of the same version, from exactly where the part ends, to the very end. Servers get each of these wrong. */
function isTheRest(response: HttpResponse, part: KeptPart): boolean {
  const range = contentRange(response.headers);
  const length = contentLength(response.headers);
  return (
    range !== undefined &&
    range.start === part.sizeBytes &&
    range.end + 1 === range.total &&
    (part.totalBytes === undefined || range.total === part.totalBytes) &&
    (length === undefined || length === range.total - range.start) &&
    response.headers['etag'] === part.etag &&
    !isCoded(response)
  );
}

/** The size the part was kept under, where a whole answer is of the same version: a body without a length may be cut. */
export const sizeOfSameVersion = (response: HttpResponse, part: KeptPart): number | undefined =>
  response.headers['etag'] === part.etag && !isCoded(response) ? part.totalBytes : undefined;

/** Some servers send the rest, or nothing of use, under the status of the whole; its length or its range tells. */
function isTheWhole(response: HttpResponse, part: KeptPart): boolean {
  const { headers } = response;
  if (headers['content-range'] !== undefined) return isAll(contentRange(headers));
  const length = contentLength(headers);
  const known = sizeOfSameVersion(response, part);
  return length === undefined || known === undefined || length === known;
}

/**
 * What an answer to a range request is good for: the `rest` is appended; the `whole` file begins anew; a `useless` range
 * (another version, another place, 416) is asked for again from the start; an answer about something `else` is judged
 * by its status.
 */
export function judgeRange(response: HttpResponse, part: KeptPart): 'rest' | 'whole' | 'useless' | 'else' {
  switch (response.status) {
    case 200:
      return isTheWhole(response, part) ? 'whole' : 'useless';
    case 206:
      return isTheRest(response, part) ? 'rest' : 'useless';
    case 416:
      return 'useless';
    default:
      return 'else';
  }
}

/** What must be known of an answer to go on with it after it broke; `undefined` when it cannot be gone on with. */
export function resumable(response: HttpResponse): Pick<KeptPart, 'etag' | 'totalBytes'> | undefined {
  const { status, headers } = response;
  const { etag } = headers;
  const hasRanges = status === 206 || /(?:^|[\s,])bytes(?:$|[\s,])/i.test(headers['accept-ranges'] ?? '');
  if (!hasRanges || etag === undefined || !STRONG_TAG.test(etag) || isCoded(response)) return undefined;
  const totalBytes = status === 206 ? contentRange(headers)?.total : contentLength(headers);
  return { etag, ...(totalBytes !== undefined && { totalBytes }) };
}
