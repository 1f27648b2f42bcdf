import type { Classification } from '../core/artifact.ts';
import { Failure, type Reason } from '../core/errors.ts';
import type { DownloadResult } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { finalize } from './finalize.ts';
import { judge } from './judge.ts';
import { type Exchange, noteEnd, noteRefusal } from './notes.ts';
import { tooLongByHeader } from './prepare.ts';
import { hasDocument, refuseStatus } from './refuse-status.ts';
import { type Received, receive } from './stream.ts';

/** Not what it should be, and perhaps better next time; `failure` when the transfer itself broke. */
export interface Damaged {
  readonly kind: 'damaged';
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly failure?: Failure;
}

/** Broken off on the way: another try may get it whole. Deadlines are not among them, they have cost enough. */
const BROKEN_OFF: ReadonlySet<Reason> = new Set(['size-mismatch', 'truncated', 'conn-error']);

/** Lets the body pass into the store; a transfer that ends badly is an ending too. */
async function stream(
  { store, settings }: DownloaderDeps,
  exchange: Exchange,
): Promise<Received | { readonly ending: DownloadResult | Damaged }> {
  const { plan, work, token } = exchange.job;
  try {
    return await receive(exchange.response.body, {
      maxBytes: settings.maxBytes,
      chunkSizeBytes: settings.chunkSizeBytes,
      keeps: (kind) =>
        kind === 'html'
          ? plan.expected === 'html'
          : (kind === 'pdf' || kind === 'xml') && settings.formats.includes(kind),
      stage: () => store.stage({ workId: work.id, token }),
      ...(plan.checksum && { checksum: plan.checksum }),
    });
  } catch (error) {
    exchange.job.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    const { reason, message } = error;
    const extra = { why: message };
    if (reason === 'too-large') {
      noteEnd(exchange, { reason, classification: 'too_large', extra });
      return { ending: { kind: 'refused', reason, classification: 'too_large' } };
    }
    if (!BROKEN_OFF.has(reason)) throw error;
    noteEnd(exchange, { reason, extra });
    return { ending: { kind: 'damaged', reason, failure: error } };
  }
}

async function keepOrRefuse(
  deps: DownloaderDeps,
  exchange: Exchange,
  received: Received,
): Promise<DownloadResult | Damaged> {
  const { job, response } = exchange;
  const { staged } = received;
  const verdict = await judge({ plan: job.plan, settings: deps.settings, response, received });
  if (verdict.kind !== 'good') {
    const { kind, reason, classification } = verdict;
    noteEnd(exchange, { ...verdict, received });
    return { kind, reason, classification };
  }
  const { format, extra } = verdict;
  if (!staged) throw new Error(`a good ${format} was not staged`);
  const artifact = await finalize(deps, { job, response, staged, format });
  noteEnd(exchange, { reason: 'ok', classification: format, received, sha256: artifact.sha256, extra });
  return { kind: 'stored', artifact };
}

/** Takes one answer to its end: stored, refused, or damaged. Nothing temporary is left, whatever happens. */
export async function takeAnswer(
  deps: DownloaderDeps,
  exchange: Exchange,
): Promise<DownloadResult | Damaged> {
  const { response, job } = exchange;
  if (!hasDocument(response)) {
    const { why, ...refusal } = await refuseStatus(response);
    noteEnd(exchange, { ...refusal, extra: { why } });
    return { kind: 'refused', ...refusal };
  }
  const tooLong = tooLongByHeader(response.headers, deps.settings.maxBytes);
  if (tooLong) {
    await response.body.discard();
    noteRefusal(job, { ...tooLong, response });
    return { kind: 'refused', reason: tooLong.reason, classification: 'too_large' };
  }
  const received = await stream(deps, exchange);
  if ('ending' in received) return received.ending;
  try {
    return await keepOrRefuse(deps, exchange, received);
  } finally {
    await received.staged?.discard();
  }
}
