import type { KeptPart } from '../core/progress.ts';
import type { HeaderMap, HttpResponse } from '../http/client.ts';
import type { Downloader, DownloadJob } from './download.ts';
import { clearShelf, partFor } from './kept-part.ts';
import { noteNotModified } from './notes.ts';
import { artifactRequest } from './prepare.ts';
import { judgeRange, rangeHeaders, sizeOfSameVersion } from './range.ts';
import { type Answer, type TakingDeps, takeUpPart } from './take-answer.ts';

/** How the bytes of a plan are asked for: on conditions, from where a transfer broke, or plainly. */
interface FileAsker {
  ask(job: DownloadJob, conditions: HeaderMap): Promise<Answer | 'not-modified'>;
  askFor(job: DownloadJob): Promise<Answer>;
}

export function fileAsker(deps: TakingDeps, isWhole: Downloader['isWhole']): FileAsker {
  const { send, store } = deps;
  const get = (job: DownloadJob, conditions: HeaderMap) =>
    send(artifactRequest(deps, job, { method: 'GET', conditions }));

  /** A 304 counts only for a file that is whole now; a 412, or a 304 for a damaged file, is asked again plainly. */
  async function ask(job: DownloadJob, conditions: HeaderMap): Promise<Answer | 'not-modified'> {
    if (Object.keys(conditions).length === 0) return askFor(job);
    const response = await get(job, conditions);
    if (response.status !== 304 && response.status !== 412) return { response };
    await response.body.discard();
    if (response.status === 304 && job.known && (await isWhole(job.known))) {
      noteNotModified(job, response);
      return 'not-modified';
    }
    return askFor(job);
  }

  /** The rest of a broken transfer where one was kept and the server plays along; otherwise all of it. */
  async function askFor(job: DownloadJob): Promise<Answer> {
    const part = partFor(deps, job);
    if (!part) return { response: await get(job, {}) };
    const response = await get(job, rangeHeaders(part));
    const answer = await goOn(job, part, response).catch(async (error: unknown): Promise<never> => {
      // A disk that fails now must not leave the connection, and the host's slot with it, waiting for a reader.
      await response.body.discard();
      throw error;
    });
    return answer ?? askFor(job);
  }

  /** What the answer to a range is good for; `undefined` when it must be asked for anew. */
  async function goOn(job: DownloadJob, part: KeptPart, response: HttpResponse): Promise<Answer | undefined> {
    const use = judgeRange(response, part);
    if (use === 'else') return { response };
    const begun = use === 'rest' ? await takeUpPart(deps, job, { part, response }) : undefined;
    if (begun) return { response, begun };
    await clearShelf(store, job.work, job.shelf);
    if (use === 'whole') return { response, totalBytes: sizeOfSameVersion(response, part) };
    await response.body.discard();
    return undefined;
  }

  return { ask, askFor };
}
