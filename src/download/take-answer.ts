import type { Classification } from '../core/artifact.ts';
import { Failure, type Reason } from '../core/errors.ts';
import type { KeptPart } from '../core/progress.ts';
import type { HttpResponse } from '../http/client.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { DownloadJob, DownloadResult } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { finalize, quarantine } from './finalize.ts';
import { type Examined, examine } from './identity/examine.ts';
import { judge } from './judge.ts';
import { salvageFor } from './kept-part.ts';
import { type Exchange, noteEnd, noteRefusal } from './notes.ts';
import { contentLength, tooLong } from './prepare.ts';
import { contentRange } from './range.ts';
import { hasDocument, refuseStatus } from './refuse-status.ts';
import { type Begun, type Intake, type Received, receive, takeUp } from './stream.ts';

/** Not what it should be, and perhaps better next time; `failure` when the transfer itself broke. */
export interface Damaged {
  readonly kind: 'damaged';
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly failure?: Failure;
}

/** What came, and what it goes on with. */
export type Answer = Pick<Exchange, 'response' | 'twin'> & { readonly begun?: Begun };

/** Broken off on the way: another try may get it whole. Deadlines are not among them, they have cost enough. */
const BROKEN_OFF: ReadonlySet<Reason> = new Set(['size-mismatch', 'truncated', 'conn-error']);

/** With the write buffers all downloads share. */
export type TakingDeps = DownloaderDeps & { readonly buffers: BufferPool };

function intakeFor(deps: TakingDeps, job: DownloadJob, response: HttpResponse): Intake {
  const { store, settings } = deps;
  const { plan, work, token } = job;
  return {
    maxBytes: settings.maxBytes,
    buffers: deps.buffers,
    keeps: (kind) =>
      kind === 'html'
        ? plan.expected === 'html'
        : (kind === 'pdf' || kind === 'xml') && settings.formats.includes(kind),
    stage: () => store.stage({ workId: work.id, token }),
    ...(plan.checksum && { checksum: plan.checksum }),
    ...salvageFor(deps, job, response),
  };
}

/** Opens the kept part that `response` goes on with; `undefined` when it is no longer what it was. */
export async function takeUpPart(
  deps: TakingDeps,
  job: DownloadJob,
  { part, response }: { readonly part: KeptPart; readonly response: HttpResponse },
): Promise<Begun | undefined> {
  const key = { workId: job.work.id, token: job.token };
  const begun = await takeUp(intakeFor(deps, job, response), (onChunk) =>
    deps.store.adopt(key, { kept: part, onChunk }),
  );
  if (begun) job.shelf.part = undefined;
  return begun;
}

/** Lets the body pass into the store; a transfer that ends badly is an ending too. */
async function stream(
  deps: TakingDeps,
  exchange: Exchange & Answer,
): Promise<Received | { readonly ending: DownloadResult | Damaged }> {
  const { job, response, begun } = exchange;
  try {
    return await receive(response.body, intakeFor(deps, job, response), begun);
  } catch (error) {
    job.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    const { reason, message } = error;
    const kept = job.shelf.part;
    const extra = { why: message, ...(kept && { kept_bytes: kept.sizeBytes }) };
    if (reason === 'too-large') {
      noteEnd(exchange, { reason, classification: 'too_large', extra });
      return { ending: { kind: 'refused', reason, classification: 'too_large' } };
    }
    if (BROKEN_OFF.has(reason) || reason === 'storage-error') noteEnd(exchange, { reason, extra });
    if (!BROKEN_OFF.has(reason)) throw error;
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
  const { format } = verdict;
  if (!staged) throw new Error(`a good ${format} was not staged`);
  const { work, signal } = job;
  const examined = await examine(deps, { work, staged, sizeBytes: received.sizeBytes, format, signal });
  if (examined.problem) return refuseExamined(exchange, received, examined.problem);
  const accepted = { job, response, staged, format, examined };
  const seen = { ...verdict.extra, ...noteworthy(examined) };
  if (examined.identity?.verdict === 'wrong' && deps.settings.verifyIdentity === 'quarantine') {
    const quarantined = await quarantine(deps, accepted);
    const { sha256, path } = quarantined;
    const extra = { ...seen, quarantined: path };
    noteEnd(exchange, { reason: 'wrong-paper', classification: format, received, sha256, extra });
    return { kind: 'refused', reason: 'wrong-paper', classification: format, quarantined };
  }
  const { artifact, extra } = await finalize(deps, accepted);
  const { sha256 } = artifact;
  noteEnd(exchange, { reason: 'ok', classification: format, received, sha256, extra: { ...seen, ...extra } });
  return { kind: 'stored', artifact };
}

const noteworthy = ({ identity, pageCount }: Examined): Readonly<Record<string, unknown>> => ({
  ...(pageCount !== undefined && { pages: pageCount }),
  ...(identity && { identity }),
});

const CLASS_OF_PROBLEM = {
  encrypted: 'pdf',
  'pdf-corrupt': 'pdf_corrupt',
  'preview-stub': 'preview_stub',
} as const satisfies Record<string, Classification>;

/** What a reader found out. Only broken bytes may be better when fetched again. */
function refuseExamined(
  exchange: Exchange,
  received: Received,
  { reason, why }: NonNullable<Examined['problem']>,
): DownloadResult | Damaged {
  const classification = CLASS_OF_PROBLEM[reason];
  noteEnd(exchange, { reason, classification, received, extra: { why } });
  return { kind: reason === 'pdf-corrupt' ? 'damaged' : 'refused', reason, classification };
}

/** Takes one answer to its end: stored, refused, or damaged. Nothing temporary is left, whatever happens. */
export async function takeAnswer(
  deps: TakingDeps,
  exchange: Exchange & Answer,
): Promise<DownloadResult | Damaged> {
  const { response, job, begun } = exchange;
  if (!begun && !hasDocument(response)) {
    const { why, ...refusal } = await refuseStatus(response);
    noteEnd(exchange, { ...refusal, extra: { why } });
    return { kind: 'refused', ...refusal };
  }
  const announced = begun ? contentRange(response.headers)?.total : contentLength(response.headers);
  const oversize = tooLong(announced, deps.settings.maxBytes);
  if (oversize) {
    await response.body.discard();
    await begun?.sink.abandon(undefined);
    noteRefusal(job, { ...oversize, response });
    return { kind: 'refused', reason: oversize.reason, classification: 'too_large' };
  }
  const received = await stream(deps, exchange);
  if ('ending' in received) return received.ending;
  const streamed = { ...exchange, streamedMs: exchange.took() };
  try {
    return await keepOrRefuse(deps, streamed, received);
  } catch (error) {
    if (error instanceof Failure && error.reason === 'storage-error')
      noteEnd(streamed, { reason: error.reason, received, extra: { why: error.message } });
    throw error;
  } finally {
    await received.staged?.discard();
  }
}
