import type { Classification } from '../core/artifact.ts';
import { Failure, type Reason } from '../core/errors.ts';
import type { Format, Plan } from '../core/plan.ts';
import type { KeptPart } from '../core/progress.ts';
import type { HttpResponse } from '../http/client.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { DownloadJob, DownloadResult, PageRead } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { finalize, holdBack, quarantine } from './finalize.ts';
import { type Examined, examine } from './identity/examine.ts';
import { judge, wantsPage } from './judge.ts';
import { salvageFor } from './kept-part.ts';
import { type Exchange, noteEnd, noteRefusal } from './notes.ts';
import { contentLength, tooLong } from './prepare.ts';
import { announcedTotal, hasDocument } from './range.ts';
import { refuseStatus } from './refuse-status.ts';
import { rememberPage } from './stored-answer.ts';
import { type Begun, type Intake, type Received, receive, takeUp } from './stream.ts';

/** Not what it should be, and perhaps better next time; `failure` when the transfer itself broke. */
export interface Damaged {
  readonly kind: 'damaged';
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly failure?: Failure;
}

/** What came, and what it goes on with; `totalBytes` where the size of this version is known from before. */
export type Answer = Pick<Exchange, 'response' | 'twin'> & {
  readonly begun?: Begun;
  readonly totalBytes?: number | undefined;
};

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
        ? wantsPage({ plan, settings })
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
  exchange: Exchange & Answer,
  received: Received,
): Promise<DownloadResult | Damaged> {
  const { job, response, totalBytes } = exchange;
  const { staged, page, sizeBytes } = received;
  const provePdf = (path: string) => deps.reader.pdfProof(path, job.signal);
  const { plan } = job;
  const verdict = await judge({ plan, settings: deps.settings, response, received, totalBytes, provePdf });
  if (verdict.kind !== 'good') {
    const { kind, reason, classification } = verdict;
    noteEnd(exchange, { ...verdict, received });
    return { kind, reason, classification };
  }
  const { format } = verdict;
  if (!staged) throw new Error(`a good ${format} was not staged`);
  const { work, signal } = job;
  const examined = await examine(deps, { work, staged, sizeBytes, format, ...(page && { page }), signal });
  const isDisguised = isInPlaceOfFile(format, job.plan);
  const refusal = refuseExamined(exchange, received, { examined, isDisguised });
  if (refusal) return refusal;
  const accepted = { job, response, staged, format, examined };
  const seen = { ...verdict.extra, ...noteworthy(examined) };
  if (examined.identity?.verdict === 'wrong' && deps.settings.verifyIdentity === 'quarantine') {
    const quarantined = await quarantine(deps, accepted);
    const { sha256, path } = quarantined;
    const extra = { ...seen, quarantined: path };
    noteEnd(exchange, { reason: 'wrong-paper', classification: format, received, sha256, extra });
    return { kind: 'refused', reason: 'wrong-paper', classification: format, quarantined };
  }
  if (job.page || isDisguised || !isProven(examined))
    return hold(deps, exchange, { accepted, received, seen });
  const { artifact, extra } = await finalize(deps, accepted);
  const { sha256 } = artifact;
  noteEnd(exchange, { reason: 'ok', classification: format, received, sha256, extra: { ...seen, ...extra } });
  return { kind: 'stored', artifact };
}

interface Holding {
  readonly accepted: Parameters<typeof holdBack>[1];
  readonly received: Received;
  readonly seen: Readonly<Record<string, unknown>>;
}

/** Good bytes that wait for something better. */
async function hold(deps: DownloaderDeps, exchange: Exchange, holding: Holding): Promise<DownloadResult> {
  const { accepted, received, seen } = holding;
  const { format, job, response } = accepted;
  const file = await holdBack(deps, accepted);
  const { sha256 } = file.artifact;
  noteEnd(exchange, {
    reason: 'ok',
    classification: format,
    received,
    sha256,
    extra: { ...seen, held: true },
  });
  const isSeen = isInPlaceOfFile(format, job.plan) && !namesPdf(received, response);
  return { kind: 'held', file, ...(isSeen && { pageHops: response.hops }) };
}

const isInPlaceOfFile = (format: Format, { expected }: Plan): boolean =>
  format === 'html' && expected !== 'html';

/** The page has a PDF of its own, at another address: as a landing page it leads there. */
function namesPdf({ page }: Received, { hops }: HttpResponse): boolean {
  const source = page?.source ?? '';
  const at = source.indexOf('citation_pdf_url');
  const start = at < 0 ? -1 : source.lastIndexOf('<', at);
  const tag = source.startsWith('<meta', start) ? source.slice(start, source.indexOf('>', at) + 1) : '';
  return tag !== '' && !hops.some((url) => tag.includes(`"${url.toLowerCase()}"`));
}

/** Where nobody looks, a file is taken for what it claims to be. */
const isProven = ({ identity }: Examined): boolean => (identity?.verdict ?? 'proven') === 'proven';

/** A page with the text of an article in place of a file, and nothing shows that it is the work's. */
function refuseDisguised(exchange: Exchange, received: Received, { identity }: Examined): DownloadResult {
  const refusal = { reason: 'html-disguised', classification: 'html_disguised' } as const;
  const why = 'a page with full text that nothing shows to be this work';
  noteEnd(exchange, { ...refusal, received, extra: { why, ...(identity && { identity }) } });
  return { kind: 'refused', ...refusal };
}

const noteworthy = ({ identity, pageCount }: Examined): Readonly<Record<string, unknown>> => ({
  ...(pageCount !== undefined && { pages: pageCount }),
  ...(identity && { identity }),
});

const CLASS_OF_PROBLEM = {
  encrypted: 'pdf',
  'pdf-corrupt': 'pdf_corrupt',
  'preview-stub': 'preview_stub',
  'unexpected-ct': 'html',
} as const satisfies Record<string, Classification>;

/** What a reader found out. Only broken bytes may be better when fetched again. */
function refuseExamined(
  exchange: Exchange,
  received: Received,
  { examined, isDisguised }: { readonly examined: Examined; readonly isDisguised: boolean },
): DownloadResult | Damaged | undefined {
  if (isDisguised && examined.identity?.verdict !== 'proven')
    return refuseDisguised(exchange, received, examined);
  if (!examined.problem) return undefined;
  const { reason, why } = examined.problem;
  const classification = CLASS_OF_PROBLEM[reason];
  noteEnd(exchange, { reason, classification, received, extra: { why } });
  return { kind: reason === 'pdf-corrupt' ? 'damaged' : 'refused', reason, classification };
}

/** What came where a file had been named may be of use as a page. */
const withPage = (
  { expected }: Plan,
  result: DownloadResult | Damaged,
  page: PageRead | undefined,
): DownloadResult | Damaged =>
  page && expected !== 'html' && result.kind === 'refused' ? { ...result, page } : result;

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
  const announced = announcedTotal(response) ?? contentLength(response.headers);
  const oversize = tooLong(announced, deps.settings.maxBytes);
  if (oversize) {
    await response.body.discard();
    await begun?.sink.abandon(undefined);
    noteRefusal(job, { ...oversize, response });
    return { kind: 'refused', reason: oversize.reason, classification: 'too_large' };
  }
  const remembered = rememberPage(response);
  const received = await stream(deps, { ...exchange, response: remembered.response });
  if ('ending' in received) return received.ending;
  const streamed = { ...exchange, streamedMs: exchange.took() };
  try {
    const result = await keepOrRefuse(deps, streamed, received);
    return received.kind === 'html' ? withPage(job.plan, result, remembered.page()) : result;
  } catch (error) {
    if (error instanceof Failure && error.reason === 'storage-error')
      noteEnd(streamed, { reason: error.reason, received, extra: { why: error.message } });
    throw error;
  } finally {
    await received.staged?.discard();
  }
}
