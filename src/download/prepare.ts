import type { KnownArtifact } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { Format } from '../core/plan.ts';
import type { HeaderMap, HttpRequest, HttpResponse } from '../http/client.ts';
import type { DownloadJob } from './download.ts';
import type { DownloaderDeps, DownloadSettings } from './downloader-deps.ts';

/** Why a plan is not fetched, known before its bytes are. */
export interface Refusal {
  readonly reason: Reason;
  readonly why: string;
  readonly response?: HttpResponse;
}

const ACCEPT_HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';

export const mediaType = (headers: HeaderMap): string =>
  (headers['content-type'] ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';

/** The announced length of the body as sent; `undefined` where none, or nonsense, is announced. */
export function contentLength(headers: HeaderMap): number | undefined {
  const text = headers['content-length']?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Asks the server to answer 304 when it still has what we have. */
export function conditionsOf(known: KnownArtifact | undefined): HeaderMap {
  return {
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

function acceptHeader({ accept }: DownloadSettings, expected: Format): HeaderMap {
  if (accept !== undefined) return { accept };
  return expected === 'html' ? { accept: ACCEPT_HTML } : {};
}

export function artifactRequest(
  { settings, overridesOf }: DownloaderDeps,
  { plan, signal, note }: DownloadJob,
  asked: { readonly method: 'GET' | 'HEAD'; readonly conditions: HeaderMap },
): HttpRequest {
  const { headPrecheck: _, ...overrides } = overridesOf(plan.resolver);
  return {
    url: plan.url,
    method: asked.method,
    role: 'artifact',
    signal,
    headers: { ...acceptHeader(settings, plan.expected), ...asked.conditions },
    resolver: plan.resolver,
    tier: plan.tier,
    maxBytes: settings.maxBytes,
    note,
    ...overrides,
    ...(plan.referer !== undefined && { referer: plan.referer }),
  };
}

/** Over the limit by its own word: not worth a single byte. */
export function tooLong(announced: number | undefined, maxBytes: number): Refusal | undefined {
  if (announced === undefined || announced <= maxBytes) return undefined;
  return { reason: 'policy-size', why: `${announced} bytes announced, ${maxBytes} allowed` };
}

/** The first phase: what can be decided before the body is asked for. */
export async function prepare(
  { settings, overridesOf }: DownloaderDeps,
  job: DownloadJob,
  precheck: (job: DownloadJob) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const { plan, known, twin, page } = job;
  if (!settings.formats.includes(plan.expected))
    return { reason: 'policy-type', why: `${plan.expected} is not among the formats asked for` };
  const wantsPrecheck = overridesOf(plan.resolver).headPrecheck ?? settings.headPrecheck;
  return wantsPrecheck && !known && !twin && !page ? precheck(job) : undefined;
}
