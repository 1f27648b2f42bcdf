import type { Classification } from '../core/artifact.ts';
import type { Clock, Instant } from '../core/clock.ts';
import { Failure, type Reason } from '../core/errors.ts';
import type { Plan } from '../core/plan.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Downloader, DownloadJob, DownloadResult } from './download.ts';
import { noteRefusal } from './notes.ts';

/** The least recently used go first: some 20 MB at most. */
const MAX_REMEMBERED = 50_000;
/** A work that another's transfer keeps waiting for longer asks by itself. */
const MAX_WAIT_MS = 15_000;

/** What an address is answered with whoever asks. Whether bytes are the right paper is another matter for each work. */
const OF_THE_ADDRESS: ReadonlySet<Reason> = new Set([
  'http-4xx',
  'html-disguised',
  'challenge-page',
  'login-page',
  'soft-404',
  'encrypted',
  'pdf-corrupt',
  'empty-body',
  'too-large',
  'policy-size',
  'unexpected-ct',
  'redirect-loop',
  'too-many-redirects',
  'https-only',
  'protocol-error',
]);

/** A page wanted as full text is judged for the work; a source's checksum is the source's own. */
const isOfTheAddress = (reason: Reason, { expected, checksum }: Plan): boolean =>
  OF_THE_ADDRESS.has(reason) &&
  !(expected === 'html' && reason === 'unexpected-ct') &&
  !(checksum && (reason === 'pdf-corrupt' || reason === 'parse-error'));

interface Refusal {
  readonly reason: Reason;
  readonly classification?: Classification;
  readonly docId: string;
}

const keyOf = ({ url, expected }: Plan): string => `${expected} ${canonicalUrl(url)}`;

function refusals() {
  const known = new Map<string, Refusal>();
  return {
    /** Why another work was refused this address. */
    of({ plan, work }: DownloadJob): Refusal | undefined {
      const key = keyOf(plan);
      const found = known.get(key);
      if (!found) return undefined;
      known.delete(key);
      known.set(key, found);
      return found.docId === work.id ? undefined : found;
    },
    keep({ plan, work }: DownloadJob, reason: Reason, classification?: Classification): void {
      if (!isOfTheAddress(reason, plan)) return;
      known.delete(keyOf(plan));
      known.set(keyOf(plan), { reason, docId: work.id, ...(classification && { classification }) });
      if (known.size <= MAX_REMEMBERED) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

type Other = Promise<DownloadJob['twin']>;

/** What the other work stored, nothing, or the end of our patience. */
async function waitFor(
  other: Other,
  signal: AbortSignal,
  { clock, until }: { readonly clock: Clock; readonly until: Instant },
): Promise<DownloadJob['twin'] | 'too long'> {
  const over = new AbortController();
  const tooLong = () => 'too long' as const;
  const left = Math.max(0, until - clock.now());
  const patience = clock.sleep(left, AbortSignal.any([signal, over.signal])).then(tooLong, tooLong);
  const end = await Promise.race([other, patience]);
  over.abort();
  signal.throwIfAborted();
  return end;
}

/**
 * `dedupe.urls`: an address that refused one work is not asked for another in this run, and works that want the same
 * address at the same time ask it once. The reason of the first is the reason of all; that nothing was asked is on record
 * as `duplicate-url`.
 */
export function oncePerUrl(downloader: Downloader, clock: Clock): Downloader {
  const refused = refusals();
  const underWay = new Map<string, Other>();

  async function fetched(job: DownloadJob): Promise<DownloadResult> {
    try {
      const result = await downloader.download(job);
      if (result.kind === 'refused') refused.keep(job, result.reason, result.classification);
      return result;
    } catch (error) {
      if (error instanceof Failure) refused.keep(job, error.reason);
      throw error;
    }
  }

  async function alone(job: DownloadJob): Promise<DownloadResult> {
    const mine = Promise.withResolvers<DownloadJob['twin']>();
    const key = keyOf(job.plan);
    underWay.set(key, mine.promise);
    let stored: DownloadJob['twin'];
    try {
      const result = await fetched(job);
      if (result.kind === 'stored') stored = { ...result.artifact, docId: job.work.id };
      return result;
    } finally {
      if (underWay.get(key) === mine.promise) underWay.delete(key);
      mine.resolve(stored);
    }
  }

  return {
    ...downloader,
    async download(job) {
      if (job.known || job.twin) return downloader.download(job);
      const until = clock.now() + MAX_WAIT_MS;
      for (let other = underWay.get(keyOf(job.plan)); other; other = underWay.get(keyOf(job.plan))) {
        const twin = await waitFor(other, job.signal, { clock, until });
        if (twin === 'too long') break;
        if (twin) return fetched({ ...job, twin });
      }
      const earlier = refused.of(job);
      if (!earlier) return alone(job);
      const { reason, classification, docId } = earlier;
      noteRefusal(job, { reason: 'duplicate-url', why: `refused to ${docId}: ${reason}` });
      return { kind: 'refused', reason, ...(classification && { classification }) };
    },
  };
}
