import type { Staged } from '../artifacts/store.ts';
import type { Artifact } from '../core/artifact.ts';
import { GivenUp } from '../core/errors.ts';
import type { Format } from '../core/plan.ts';
import type { HeldFile } from '../core/progress.ts';
import { canonicalUrl } from '../core/url.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob, Publishing } from './download.ts';
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

function mustBeHeld({ leaseIsLive }: Publishing): void {
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
  const artifact = await describe(accepted, () => nameFor(deps, job, format));
  mustBeHeld(job);
  const extra = await textBeside(deps, { job, page: staged, artifact });
  await job.beforePublish(artifact);
  await staged.publish(artifact.path, job.replaceFile);
  return { artifact, extra };
}

/** Renewed bytes keep the name of the old ones, also where the title has since changed. */
const nameFor = (deps: DownloaderDeps, { known, work }: Publishing, format: Format): string =>
  known?.classification === format ? known.path : deps.nameOf(work, format);

interface TextWanted {
  readonly job: Publishing;
  readonly page: Pick<Staged, 'path'>;
  readonly artifact: Artifact;
}

const textBeside = async (deps: DownloaderDeps, { job, page, artifact }: TextWanted) =>
  artifact.format === 'html' && deps.settings.extractHtmlText
    ? writeText(deps, { job, page, name: artifact.path })
    : {};

/** Judged bytes that are not to be published yet become durable under a name of their own. */
export async function holdBack(deps: DownloaderDeps, accepted: Accepted): Promise<HeldFile> {
  const { job, staged, format } = accepted;
  const artifact = await describe(accepted, () => nameFor(deps, job, format));
  mustBeHeld(job);
  const same = job.heldFiles?.find((file) => file.artifact.sha256 === artifact.sha256);
  if (same) return same;
  await staged.hold();
  return { token: job.token, artifact, plan: job.plan };
}

/** In the order of `finalize`. The held bytes stay until they have their name: a crash on the way loses nothing. */
export async function publishHeld(
  deps: DownloaderDeps,
  file: HeldFile,
  job: Publishing,
): Promise<Artifact | undefined> {
  const { sha256, sizeBytes, format } = file.artifact;
  const held = await deps.store.held({ workId: job.work.id, token: file.token }, { sha256, sizeBytes });
  if (!held) return undefined;
  const artifact = { ...file.artifact, path: nameFor(deps, job, format) };
  mustBeHeld(job);
  await textBeside(deps, { job, page: held, artifact });
  await job.beforePublish(artifact);
  await held.publish(artifact.path, job.replaceFile);
  return artifact;
}

/** Sets the bytes of another paper aside. After a crash they are fetched, found out and named so again. */
export async function quarantine(deps: DownloaderDeps, accepted: Accepted): Promise<Artifact> {
  const { job, staged, format } = accepted;
  const artifact = await describe(accepted, (sha256) => deps.quarantineNameOf(job.work, format, sha256));
  mustBeHeld(job);
  await staged.publish(artifact.path, job.replaceFile);
  return artifact;
}
