import type { Staged, Store } from '../artifacts/store.ts';
import { Failure, type Reason } from '../core/errors.ts';
import { Offline } from '../core/offline.ts';
import type { KeptPart } from '../core/progress.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { HttpResponse } from '../http/client.ts';
import type { DownloadJob, PartShelf } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { resumable } from './range.ts';
import type { Intake } from './stream.ts';

/** The connection was at fault, not the bytes before. */
const BROKEN: ReadonlySet<Reason> = new Set(['size-mismatch', 'conn-error', 'timeout', 'too-slow']);

/** The part this plan may go on with. */
export function partFor({ settings }: DownloaderDeps, { shelf, plan }: DownloadJob): KeptPart | undefined {
  const { part } = shelf;
  return settings.resumePartial && part?.canonicalUrl === canonicalUrl(plan.url) ? part : undefined;
}

export async function clearShelf(store: Store, work: Work, shelf: PartShelf): Promise<void> {
  const { part } = shelf;
  shelf.part = undefined;
  if (part) await store.drop({ workId: work.id, token: part.token });
}

/** The server ended a range before its announced end, and no connection broke: it would do so again. */
const isShortRange = ({ status, headers }: HttpResponse, { reason }: Failure): boolean =>
  status === 206 && reason === 'size-mismatch' && headers['content-length'] === undefined;

/** A run that stops keeps what it has; a lease that is lost keeps nothing: its successor would not know of it. */
function isWorthKeeping(
  { signal, leaseIsLive }: DownloadJob,
  response: HttpResponse,
  error: unknown,
): boolean {
  if (!leaseIsLive()) return false;
  if (signal.aborted || error instanceof Offline) return true;
  return error instanceof Failure && BROKEN.has(error.reason) && !isShortRange(response, error);
}

/** Keeps the bytes of a broken transfer, and notes them, where the server lets it be gone on with. */
export function salvageFor(
  { store, settings }: DownloaderDeps,
  job: DownloadJob,
  response: HttpResponse,
): Pick<Intake, 'salvage'> {
  const terms = settings.resumePartial ? resumable(response) : undefined;
  if (!terms) return {};
  return {
    async salvage(staged: Staged, error: unknown) {
      if (!isWorthKeeping(job, response, error)) return;
      const { work, token, plan, shelf } = job;
      const digest = await staged.keep();
      if (shelf.part && shelf.part.token !== token) await clearShelf(store, work, shelf);
      shelf.part = { canonicalUrl: canonicalUrl(plan.url), token, ...digest, ...terms };
    },
  };
}
