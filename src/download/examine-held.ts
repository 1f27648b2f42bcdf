import type { Held } from '../artifacts/store.ts';
import { GivenUp, type Reason } from '../core/errors.ts';
import type { HeldFile } from '../core/progress.ts';
import type { HeldAgain, Publishing } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { examine } from './identity/examine.ts';
import { type PageFacts, readPage } from './read-page.ts';

/** As much of a page as is looked at when it comes. */
const PAGE_BYTES = 2 * 1024 * 1024;

async function pageIn(held: Held, sizeBytes: number): Promise<PageFacts> {
  const page = readPage();
  page.write(await held.read({ start: 0, end: Math.min(sizeBytes, PAGE_BYTES) }));
  return page.end();
}

const refused = (reason: Reason): HeldAgain => ({ kind: 'refused', reason });

/** The bytes of another paper are set aside under the name that they would have got had this been known when they came. */
async function setAside(
  deps: DownloaderDeps,
  held: Held,
  { file, job }: { readonly file: HeldFile; readonly job: Publishing },
): Promise<HeldAgain> {
  const { format, sha256 } = file.artifact;
  const artifact = { ...file.artifact, path: deps.quarantineNameOf(job.work, format, sha256) };
  if (!job.leaseIsLive()) throw new GivenUp('another worker holds this job now');
  await held.publish(artifact.path, job.replaceFile);
  return { kind: 'refused', reason: 'wrong-paper', quarantined: artifact };
}

/** Looks into a held file once more, with what is known of the work by now. */
export async function examineHeld(deps: DownloaderDeps, file: HeldFile, job: Publishing): Promise<HeldAgain> {
  const { sha256, sizeBytes, format } = file.artifact;
  const { work, signal } = job;
  const held = await deps.store.held({ workId: work.id, token: file.token }, { sha256, sizeBytes });
  if (!held) return refused('storage-error');
  const page = format === 'html' ? await pageIn(held, sizeBytes) : undefined;
  const examined = await examine(deps, {
    work,
    staged: held,
    sizeBytes,
    format,
    ...(page && { page }),
    signal,
  });
  const { identity, problem } = examined;
  if (problem) return refused(problem.reason);
  if (!identity) return { kind: 'held', file };
  const again = { ...file, artifact: { ...file.artifact, identity } };
  return identity.verdict === 'wrong' && deps.settings.verifyIdentity === 'quarantine'
    ? setAside(deps, held, { file: again, job })
    : { kind: 'held', file: again };
}
