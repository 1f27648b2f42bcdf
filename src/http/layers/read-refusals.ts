import { isArchived } from '../../core/archived.ts';
import type { Clock } from '../../core/clock.ts';
import { asksToWait, Failure } from '../../core/errors.ts';
import { saysTooMany } from '../../core/rate-words.ts';
import type { HttpBody, HttpResponse } from '../client.ts';
import type { Hop, HopLayer } from './hop.ts';

/** As much of an error page as anybody reads. */
const MAX_BYTES = 64 * 1024;
/** A page that does not come by then is judged by what has come. */
const PATIENCE_MS = 2000;

/** Their meaning is beyond doubt. */
const PLAIN: ReadonlySet<number> = new Set([404, 410, 412, 416]);

const isRead = ({ method }: Hop, response: HttpResponse): boolean =>
  method !== 'HEAD' &&
  response.status >= 400 &&
  response.status < 500 &&
  !PLAIN.has(response.status) &&
  !asksToWait(response) &&
  !isArchived(response);

interface Start {
  readonly bytes: Uint8Array;
  readonly trouble: Failure | undefined;
}

async function readStart(body: HttpBody, clock: Clock): Promise<Start> {
  const enough = new Error('enough of this page was read');
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  let trouble: Failure | undefined;
  const late = Promise.withResolvers<void>();
  using _patience = clock.after(PATIENCE_MS, () => {
    isLate = true;
    late.resolve();
  });
  const reading = body
    .read((chunk) => {
      if (isLate) throw enough;
      chunks.push(chunk.slice(0, MAX_BYTES - size));
      size += chunk.byteLength;
      if (size >= MAX_BYTES) throw enough;
    })
    .then(
      () => undefined,
      (error: unknown) => {
        if (isLate || error === enough) return;
        if (!(error instanceof Failure)) throw error;
        trouble = error;
      },
    );
  await Promise.race([reading, late.promise]);
  return { bytes: Buffer.concat(chunks), trouble };
}

/** What was read, to be read again; trouble on the way comes where it came. */
const replayed = ({ bytes, trouble }: Start): HttpBody => ({
  async read(onChunk) {
    if (bytes.byteLength > 0) await onChunk(bytes);
    if (trouble) throw trouble;
    return { wireBytes: bytes.byteLength, decodedBytes: bytes.byteLength };
  },
  discard: async () => undefined,
});

/** Reads refusals that may mean 429 under another status, and marks those that do. */
export function readRefusals(clock: Clock): HopLayer {
  return (next) => async (hop) => {
    const response = await next(hop);
    if (!isRead(hop, response)) return response;
    const start = await readStart(response.body, clock);
    const isRateRefusal = saysTooMany(Buffer.from(start.bytes).toString('latin1'));
    return { ...response, body: replayed(start), ...(isRateRefusal && { isRateRefusal }) };
  };
}
