import { hostKey, parseUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob } from './download.ts';
import type { DownloaderDeps, DownloadSettings } from './downloader-deps.ts';
import { artifactRequest, contentLength, mediaType, type Refusal, tooLong } from './prepare.ts';
import { announcedTotal } from './range.ts';

/** What servers say when they send an article, rightly or wrongly. */
const USUAL_TYPE =
  /^$|^(?:text\/|application\/(?:pdf|x-pdf|acrobat|xml|.+\+xml|octet-stream|x-download|force-download|download|x-unknown|unknown)|binary\/octet-stream|unknown\/)/;

/** "There is no HEAD here": said of the method, and so for the whole host. */
const NO_HEAD = new Set([405, 501]);

/** Asks what a URL has to offer before its body is asked for. */
export type Precheck = (job: DownloadJob) => Promise<Refusal | undefined>;

function allowedAt(url: string, allowedTypes: DownloadSettings['allowedTypes']): readonly string[] {
  const labels = parseUrl(url)?.hostname.split('.') ?? [];
  for (let from = 0; from < labels.length; from++) {
    const types = allowedTypes[labels.slice(from).join('.')];
    if (types) return types;
  }
  return [];
}

function judgeAnswer(response: HttpResponse, settings: DownloadSettings): Refusal | undefined {
  const { status, headers, url } = response;
  if (status === 404 || status === 410)
    return { reason: 'http-4xx', why: `the precheck was answered with ${status}`, response };
  // Many servers refuse to be asked beforehand (403) and answer GET: any other status says nothing.
  if (status !== 200 && status !== 206) return undefined;
  const announced = announcedTotal(response) ?? contentLength(headers);
  const oversize = tooLong(announced, settings.maxBytes);
  if (oversize) return { ...oversize, response };
  const type = mediaType(headers);
  if (USUAL_TYPE.test(type) || allowedAt(url, settings.allowedTypes).includes(type)) return undefined;
  return { reason: 'policy-type', why: `${type} announced`, response };
}

/** HEAD, or, at hosts that know no HEAD, a GET for the first byte. Which hosts those are is remembered. */
export function createPrecheck(deps: DownloaderDeps): Precheck {
  const headless = new Set<string>();

  async function ask(job: DownloadJob, method: 'HEAD' | 'GET'): Promise<HttpResponse> {
    const conditions = method === 'GET' ? { range: 'bytes=0-0' } : {};
    const response = await deps.send(artifactRequest(deps, job, { method, conditions }));
    await response.body.discard();
    return response;
  }

  return async (job) => {
    const url = parseUrl(job.plan.url);
    const host = url ? hostKey(url) : '';
    if (!headless.has(host)) {
      const answer = await ask(job, 'HEAD');
      if (!NO_HEAD.has(answer.status)) return judgeAnswer(answer, deps.settings);
      headless.add(host);
    }
    return judgeAnswer(await ask(job, 'GET'), deps.settings);
  };
}
