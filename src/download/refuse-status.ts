import { isArchived } from '../core/archived.ts';
import type { Classification } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import { Failure, reasonOfAnswer } from '../core/errors.ts';
import type { HttpResponse } from '../http/client.ts';
import { judgePage } from './html-verdict.ts';
import { contentLength, mediaType } from './prepare.ts';
import { type PageFacts, readPage } from './read-page.ts';
import { sniff } from './sniff.ts';

const PAGE_BYTES = 64 * 1024;

/** The start of an error page; trouble while reading it changes nothing: the status has already decided. */
async function readErrorPage(response: HttpResponse): Promise<PageFacts | undefined> {
  const enough = new Error('enough of this page was read');
  const page = readPage();
  let sizeBytes = 0;
  let isPage = false;
  try {
    await response.body.read((chunk) => {
      if (sizeBytes === 0) isPage = sniff(chunk) === 'html';
      page.write(chunk);
      sizeBytes += chunk.byteLength;
      if (!isPage || sizeBytes >= PAGE_BYTES) throw enough;
    });
  } catch (error) {
    if (error !== enough && !(error instanceof Failure)) throw error;
  }
  return isPage ? page.end() : undefined;
}

const mayBePage = ({ headers }: HttpResponse): boolean =>
  /^$|html|text\/plain/.test(mediaType(headers)) && contentLength(headers) !== 0;

const archivedError = (status: number): string =>
  `the archived copy is itself an error page, status ${status} of its own host`;

/** An answer without a document: its status is the reason (`reasonOfAnswer`), unless the page that came with it is a bot challenge. */
export async function refuseStatus(response: HttpResponse): Promise<{
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly why: string;
}> {
  const { status } = response;
  const byStatus = {
    reason: reasonOfAnswer(response),
    why: isArchived(response) ? archivedError(status) : `status ${status}`,
  };
  if (!mayBePage(response)) {
    await response.body.discard();
    return byStatus;
  }
  const page = await readErrorPage(response);
  const verdict = page && judgePage(page, response);
  if (verdict?.kind !== 'challenge-page') return byStatus;
  return {
    reason: 'challenge-page',
    classification: 'challenge_page',
    why: `${verdict.evidence}, status ${status}`,
  };
}
