import type { HeaderMap, HttpResponse } from '../http/client.ts';
import type { Downloader, DownloadJob, DownloadResult } from './download.ts';
import type { DownloaderDeps } from './downloader-deps.ts';
import { noteNotModified, noteRefusal } from './notes.ts';
import { artifactRequest, conditionsOf, prepare } from './prepare.ts';
import { type Damaged, takeAnswer } from './take-answer.ts';

/** A body that fails a check is fetched again at most twice. */
const MAX_TRIES = 3;

function giveUp({ failure, reason, classification }: Damaged): DownloadResult {
  if (failure) throw failure;
  return { kind: 'refused', reason, ...(classification && { classification }) };
}

/** Fetches plans in three phases: prepare (policy, perhaps HEAD), stream, finalize. */
export function createDownloader(deps: DownloaderDeps): Downloader {
  const { send, store, clock } = deps;

  const isWhole: Downloader['isWhole'] = async ({ path, sha256, sizeBytes }) => {
    const found = await store.digest(path);
    return found?.sha256 === sha256 && found.sizeBytes === sizeBytes;
  };

  /** A 304 counts only for a file that is whole now; a 412, or a 304 for a damaged file, is asked again plainly. */
  async function ask(job: DownloadJob, conditions: HeaderMap): Promise<HttpResponse | 'not-modified'> {
    const response = await send(artifactRequest(deps, job, { method: 'GET', conditions }));
    const isConditional = Object.keys(conditions).length > 0;
    if (!isConditional || (response.status !== 304 && response.status !== 412)) return response;
    await response.body.discard();
    if (response.status === 304 && job.known && (await isWhole(job.known))) {
      noteNotModified(job, response);
      return 'not-modified';
    }
    return ask(job, {});
  }

  return {
    isWhole,

    async download(job) {
      const refusal = await prepare(deps, job);
      if (refusal) {
        noteRefusal(job, refusal);
        return { kind: 'refused', reason: refusal.reason };
      }
      for (let attempt = 1; ; attempt++) {
        const startedAt = clock.now();
        const response = await ask(job, attempt === 1 ? conditionsOf(job.known) : {});
        if (response === 'not-modified') return { kind: 'not-modified' };
        const took = () => clock.now() - startedAt;
        const result = await takeAnswer(deps, { job, response, attempt, took });
        if (result.kind !== 'damaged') return result;
        if (attempt === MAX_TRIES) return giveUp(result);
      }
    },
  };
}
