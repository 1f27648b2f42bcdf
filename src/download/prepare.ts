import type { KnownArtifact } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { Format } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
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

/** What servers say when they send an article, rightly or wrongly. */
const USUAL_TYPE =
  /^$|^(?:text\/|application\/(?:pdf|x-pdf|acrobat|xml|.+\+xml|octet-stream|x-download|force-download|download|x-unknown|unknown)|binary\/octet-stream|unknown\/)/;

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
export function tooLongByHeader(headers: HeaderMap, maxBytes: number): Refusal | undefined {
  const announced = contentLength(headers);
  if (announced === undefined || announced <= maxBytes) return undefined;
  return { reason: 'policy-size', why: `${announced} bytes announced, ${maxBytes} allowed` };
}

function allowedAt(url: string, allowedTypes: DownloadSettings['allowedTypes']): readonly string[] {
  const labels = parseUrl(url)?.hostname.split('.') ?? [];
  for (let from = 0; from < labels.length; from++) {
    const types = allowedTypes[labels.slice(from).join('.')];
    if (types) return types;
  }
  return [];
}

function judgeHead(response: HttpResponse, settings: DownloadSettings): Refusal | undefined {
  const { status, headers, url } = response;
  if (status === 404 || status === 410)
    return { reason: 'http-4xx', why: `HEAD answered ${status}`, response };
  // Many servers refuse HEAD (405, 501, 403) and answer GET: any other status says nothing.
  if (status !== 200) return undefined;
  const tooLong = tooLongByHeader(headers, settings.maxBytes);
  if (tooLong) return { ...tooLong, response };
  const type = mediaType(headers);
  if (USUAL_TYPE.test(type) || allowedAt(url, settings.allowedTypes).includes(type)) return undefined;
  return { reason: 'policy-type', why: `${type} announced`, response };
}

/** The first phase: what can be decided before the body is asked for. */
export async function prepare(deps: DownloaderDeps, job: DownloadJob): Promise<Refusal | undefined> {
  const { settings, overridesOf, send } = deps;
  const { plan } = job;
  if (!settings.formats.includes(plan.expected))
    return { reason: 'policy-type', why: `${plan.expected} is not among the formats asked for` };
  const wantsHead = overridesOf(plan.resolver).headPrecheck ?? settings.headPrecheck;
  if (!wantsHead || job.known) return undefined;
  const response = await send(artifactRequest(deps, job, { method: 'HEAD', conditions: {} }));
  await response.body.discard();
  return judgeHead(response, settings);
}
