import type { Staged } from '../artifacts/store.ts';
import type { Artifact } from '../core/artifact.ts';
import { Failure } from '../core/errors.ts';
import type { Format } from '../core/plan.ts';
import { canonicalUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';

const MIME: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  xml: 'application/xml',
};

interface Accepted {
  readonly job: DownloadJob;
  readonly response: HttpResponse;
  readonly staged: Staged;
  readonly format: Format;
}

/**
 * The third phase, second half: judged bytes become durable, are announced to the ledger, and get their name, in this
 * order: a crash after the announcement finds a file to adopt by its hash, or none.
 */
export async function finalize(
  { nameOf }: Pick<DownloaderDeps, 'nameOf'>,
  { job, response, staged, format }: Accepted,
): Promise<Artifact> {
  const { work, plan } = job;
  const { sha256, sizeBytes } = await staged.seal();
  const { etag, 'last-modified': lastModified } = response.headers;
  const artifact: Artifact = {
    // Renewed bytes keep the name of the old ones, also where the title has since changed.
    path: job.known?.classification === format ? job.known.path : nameOf(work, format),
    sha256,
    sizeBytes,
    mime: MIME[format],
    format,
    classification: format,
    url: plan.url,
    canonicalUrl: canonicalUrl(plan.url),
    ...(plan.license !== undefined && { license: plan.license }),
    ...(plan.version !== undefined && { version: plan.version }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  };
  if (!job.leaseIsLive()) throw new Failure('lease-lost', 'another worker holds this job now');
  await job.beforePublish(artifact);
  await staged.publish(artifact.path, job.leaseIsLive);
  return artifact;
}
