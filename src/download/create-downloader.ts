import { bufferPool } from './buffer-pool.ts';
import type { Downloader, DownloadJob, DownloadResult } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { examineHeld } from './examine-held.ts';
import { fileAsker } from './file-asker.ts';
import { publishHeld } from './finalize.ts';
import { clearShelf } from './kept-part.ts';
import { noteRefusal } from './notes.ts';
import { createPrecheck } from './precheck.ts';
import { conditionsOf, prepare } from './prepare.ts';
import { readAnswer, storedAnswer } from './stored-answer.ts';
import { type Answer, type Damaged, takeAnswer } from './take-answer.ts';

/** A body that fails a check is fetched again at most twice. */
const MAX_TRIES = 3;

function giveUp({ failure, reason, classification }: Damaged): DownloadResult {
  if (failure) throw failure;
  return { kind: 'refused', reason, ...(classification && { classification }) };
}

/** Fetches plans in three phases: prepare (policy, perhaps HEAD), stream, finalize. */
export function createDownloader(deps: DownloaderDeps): Downloader {
  const { store, clock } = deps;
  const precheck = createPrecheck(deps);
  const taking = { ...deps, buffers: bufferPool(deps.settings.chunkSizeBytes) };

  const isWhole: Downloader['isWhole'] = async ({ path, sha256, sizeBytes }) => {
    const found = await store.digest(path);
    return found?.sha256 === sha256 && found.sizeBytes === sizeBytes;
  };

  const asker = fileAsker(taking, isWhole);

  async function firstAnswer(job: DownloadJob): Promise<Answer | 'not-modified'> {
    const { twin, plan, page } = job;
    if (page) return { response: readAnswer(page) };
    if (twin && (await isWhole(twin))) return { response: storedAnswer(store, twin, plan.url), twin };
    return asker.ask(job, conditionsOf(job.known));
  }

  return {
    isWhole,

    async adopt(published) {
      if (!(await isWhole(published))) return false;
      await store.settle(published.path);
      return true;
    },

    publishHeld: (file, job) => publishHeld(deps, file, job),

    examineHeld: (file, job) => examineHeld(deps, file, job),

    async release(work, files) {
      for (const { token, artifact } of files)
        await store.release({ workId: work.id, token }, artifact.sha256);
    },

    clear: (work, shelf) => clearShelf(store, work, shelf),

    async download(job) {
      const begunAt = clock.now();
      const refusal = await prepare(deps, job, precheck);
      const preparedMs = clock.now() - begunAt;
      if (refusal) {
        noteRefusal(job, refusal);
        return { kind: 'refused', reason: refusal.reason };
      }
      for (let attempt = 1; ; attempt++) {
        const startedAt = clock.now();
        const answer = attempt === 1 ? await firstAnswer(job) : await asker.askFor(job);
        if (answer === 'not-modified') return { kind: 'not-modified' };
        const took = () => clock.now() - startedAt;
        const result = await takeAnswer(taking, {
          ...answer,
          job,
          attempt,
          took,
          preparedMs: attempt === 1 ? preparedMs : 0,
        });
        if (result.kind !== 'damaged') return result;
        if (attempt === MAX_TRIES || job.page) return giveUp(result);
      }
    },
  };
}
