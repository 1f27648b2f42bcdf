import type { Classification } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { AttemptNote, AttemptStatus } from '../core/manifest-record.ts';
import { canonicalUrl, hostKey, parseUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob, Twin } from './download.ts';
import { contentLength, mediaType, type Refusal } from './prepare.ts';
import type { Received } from './stream.ts';

/** One answer to a plan, being dealt with. */
export interface Exchange {
  readonly job: DownloadJob;
  readonly response: HttpResponse;
  /** The answer is no answer of the network but this stored file. */
  readonly twin?: Twin;
  /** From 1: how often this plan's body has been asked for. */
  readonly attempt: number;
  readonly took: () => number;
  /** The first phase, and the second from asking to the last byte; the third ends with the note. */
  readonly preparedMs: number;
  readonly streamedMs?: number;
}

interface End {
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly received?: Received;
  readonly sha256?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Notes of this stage are decisions: they have no `verb`, which the records of exchanges have, so that counting requests
 * never counts them.
 */
function describe(job: DownloadJob, response: HttpResponse | undefined): Partial<AttemptNote> {
  const { plan } = job;
  const url = response?.url ?? plan.url;
  const parsed = parseUrl(url);
  const length = response && contentLength(response.headers);
  const mime = response && mediaType(response.headers);
  return {
    url,
    canonical_url: canonicalUrl(url),
    role: 'artifact',
    resolver: plan.resolver,
    tier: plan.tier,
    ...(parsed && { host: hostKey(parsed) }),
    ...(response && { http_status: response.status }),
    ...(mime && { mime }),
    ...(length !== undefined && { content_length_hdr: length }),
    ...(plan.license !== undefined && { license: plan.license }),
    ...(plan.version !== undefined && { version: plan.version }),
  };
}

function statusOf(reason: Reason, httpStatus: number, twin?: Twin): AttemptStatus {
  if (reason === 'ok' && twin) return 'cache-hit';
  if (reason === 'ok') return httpStatus === 206 ? 'http-206' : 'http-200';
  if (reason === 'size-mismatch') return 'size-mismatch';
  const isSkipped = reason.startsWith('policy-') || reason === 'duplicate-url';
  return isSkipped ? 'content-policy-skip' : 'download-error';
}

/** The headers said one thing and the bytes another: kept as evidence, never as a reason. */
function mismatch(received: Received, mime: string): Readonly<Record<string, unknown>> {
  const isHint = mime !== '' && mime !== 'text/plain' && !mime.includes('octet-stream');
  return isHint && !mime.includes(received.kind) ? { sniffed: received.kind } : {};
}

/** How long each phase took: the spans of a trace are made of it. */
function phasesOf({ preparedMs, streamedMs }: Exchange, tookMs: number): Readonly<Record<string, number>> {
  const stream = streamedMs ?? tookMs;
  return {
    prepare: Math.round(preparedMs),
    stream: Math.round(stream),
    ...(streamedMs !== undefined && { finalize: Math.round(tookMs - stream) }),
  };
}

/** How an answer with a body ended: one record each, also for those that are fetched again. */
export function noteEnd(exchange: Exchange, end: End): void {
  const { job, response, twin, attempt } = exchange;
  const { reason, classification, received, sha256 } = end;
  const tookMs = exchange.took();
  const extra = {
    ...end.extra,
    phases_ms: phasesOf(exchange, tookMs),
    ...(twin && { adopted_from: twin.docId }),
    ...(received && mismatch(received, mediaType(response.headers))),
    ...(response.headers['content-disposition'] !== undefined && {
      content_disposition: response.headers['content-disposition'].slice(0, 200),
    }),
  };
  job.note({
    ...describe(job, response),
    status: statusOf(reason, response.status, twin),
    reason,
    stage: received ? 'finalize' : 'stream',
    attempt,
    duration_ms: Math.round(tookMs),
    ...(classification && { classification }),
    ...(received && { size_bytes: received.sizeBytes }),
    ...(sha256 !== undefined && { sha256 }),
    extra,
  });
}

/** A plan that was turned down before its bytes were read. */
export function noteRefusal(job: DownloadJob, { reason, why, response }: Refusal): void {
  job.note({
    ...describe(job, response),
    status: statusOf(reason, response?.status ?? 0),
    reason,
    stage: 'prepare',
    extra: { why },
  });
}

/** The stored file is still what the source has, and whole. */
export function noteNotModified(job: DownloadJob, response: HttpResponse): void {
  job.note({
    ...describe(job, response),
    status: 'http-304',
    reason: 'not-modified',
    stage: 'finalize',
    ...(job.known && { size_bytes: job.known.sizeBytes, sha256: job.known.sha256 }),
  });
}
