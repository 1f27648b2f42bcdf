import { isArchived } from '../../core/archived.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import { type Reason, reasonOfAnswer, reasonOfError } from '../../core/errors.ts';
import type { AttemptNote, AttemptStatus } from '../../core/manifest-record.ts';
import type { HttpResponse } from '../client.ts';
import { retryAfterMs } from '../retry/retry-after.ts';
import { type BodyEnd, whenBodyEnds } from './body-end.ts';
import { type Hop, type HopLayer, hopFacts } from './hop.ts';

type Told = Pick<AttemptNote, 'status' | 'reason'>;

/** The furthest an exchange came, by its status line. */
function toldByStatus(response: HttpResponse): Told {
  const { status, headers } = response;
  if (status === 206) return { status: 'http-206' };
  if (status === 304) return { status: 'http-304', reason: 'not-modified' };
  if (status >= 200 && status < 300) return { status: 'http-200' };
  if (status >= 400) return { status: 'http-error', reason: reasonOfAnswer(response) };
  return headers['location'] === undefined
    ? { status: 'http-error', reason: 'protocol-error' }
    : { status: 'http-redirect' };
}

/** A body that broke off; what the reader itself threw is no failure of the exchange. */
function toldByBody(response: HttpResponse, end: BodyEnd): Told {
  const told = toldByStatus(response);
  const reason = end.kind === 'failed' ? reasonOfError(end.error) : undefined;
  if (reason === undefined) return told;
  return { status: reason === 'size-mismatch' ? 'size-mismatch' : 'download-error', reason };
}

const NO_ANSWER: Readonly<Record<Hop['method'], AttemptStatus>> = {
  HEAD: 'http-head',
  GET: 'http-get',
  POST: 'http-get',
};

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

function responseFacts(response: HttpResponse, clock: Clock): Partial<AttemptNote> {
  const mime = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase().slice(0, 100);
  const length = numberIn(response.headers['content-length']);
  const retryAfter = response.headers['retry-after'] && retryAfterMs(response, clock.wall().getTime());
  return {
    http_status: response.status,
    ...(isArchived(response) && { extra: { archived: true } }),
    ...(mime && { mime }),
    ...(length !== undefined && { content_length_hdr: length }),
    ...(typeof retryAfter === 'number' && { retry_after_s: retryAfter / 1000 }),
  };
}

const hasNoBody = (hop: Hop, { status }: HttpResponse): boolean =>
  hop.method === 'HEAD' || status === 204 || status === 304;

/** One record per exchange on the wire, written when its body has ended, or at once where there is none. */
export function recordAttempts(clock: Clock): HopLayer {
  const noteAs = (hop: Hop, startedAt: Instant, note: AttemptNote): void =>
    hop.note({
      ...hopFacts(hop),
      ...note,
      ...(hop.role === 'robots' && { status: 'robots-fetch' as const }),
      duration_ms: Math.round(clock.now() - startedAt),
      sleep_ms: Math.round(hop.sleptMs ?? 0),
    });
  const reasonOf = (error: unknown): { reason?: Reason } => {
    const reason = reasonOfError(error);
    return reason === undefined ? {} : { reason };
  };

  return (next) => async (hop) => {
    const startedAt = clock.now();
    let response: HttpResponse;
    try {
      response = await next(hop);
    } catch (error) {
      noteAs(hop, startedAt, { status: NO_ANSWER[hop.method], ...reasonOf(error) });
      throw error;
    }
    const facts = responseFacts(response, clock);
    if (hasNoBody(hop, response)) {
      noteAs(hop, startedAt, { ...toldByStatus(response), ...facts });
      return response;
    }
    return whenBodyEnds(response, (end) =>
      noteAs(hop, startedAt, {
        ...toldByBody(response, end),
        ...facts,
        ...(end.kind === 'read' && { size_bytes: end.size.decodedBytes }),
      }),
    );
  };
}
