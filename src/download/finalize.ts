import type { Staged } from '../artifacts/store.ts';
import type { Artifact } from '../core/artifact.ts';
import { GivenUp } from '../core/errors.ts';
import type { Format } from '../core/plan.ts';
import { canonicalUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { writeText } from './html-text/write-text.ts';
import type { Examined } from './identity/examine.ts';

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
  readonly examined: Examined;
}

/** The judged bytes, sealed, as they will be known. */
async function describe(
  { job, response, staged, format, examined }: Accepted,
  nameFor: (sha256: string) => string,
): Promise<Artifact> {
  const { plan } = job;
  const { sha256, sizeBytes } = await staged.seal();
  const { etag, 'last-modified': lastModified } = response.headers;
  const { identity, pageCount } = examined;
  return {
    path: nameFor(sha256),
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
    ...(identity && { identity }),
    ...(pageCount !== undefined && { pageCount }),
  };
}

function mustBeHeld({ leaseIsLive }: DownloadJob): void {
  if (!leaseIsLive()) throw new GivenUp('another worker holds this job now');
}

/** What was stored, and what is worth a note about it. */
export interface Finalized {
  readonly artifact: Artifact;
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * The third phase, second half: judged bytes become durable, are announced to the ledger, and get their name, in this
 * order: a crash after the announcement finds a file to adopt by its hash, or none.
 */
export async function finalize(deps: DownloaderDeps, accepted: Accepted): Promise<Finalized> {
  const { job, staged, format } = accepted;
  const { known, work } = job;
  // Renewed bytes keep the name of the old ones, also where the title has since changed.
  const name = known?.classification === format ? known.path : deps.nameOf(work, format);
  const artifact = await describe(accepted, () => name);
  mustBeHeld(job);
  const wantsText = format === 'html' && deps.settings.extractHtmlText;
  const extra = wantsText ? await writeText(deps, { job, page: staged, name }) : {};
  await job.beforePublish(artifact);
  await staged.publish(artifact.path, job.replaceFile);
  return { artifact, extra };
}

/** Sets the bytes of another paper aside. After a crash they are fetched, found out and named so again. */
export async function quarantine(deps: DownloaderDeps, accepted: Accepted): Promise<Artifact> {
  const { job, staged, format } = accepted;
  const artifact = await describe(accepted, (sha256) => deps.quarantineNameOf(job.work, format, sha256));
  mustBeHeld(job);
  await staged.publish(artifact.path, job.replaceFile);
  return artifact;
}
