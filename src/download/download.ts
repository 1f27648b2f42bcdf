import type { Artifact, Classification, KnownArtifact } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import type { Plan } from '../core/plan.ts';
import type { Work } from '../core/work.ts';

export interface DownloadJob {
  readonly work: Work;
  readonly plan: Plan;
  readonly token: number;
  readonly signal: AbortSignal;
  readonly note: (attempt: AttemptNote) => void;
  /** The stored file this plan would renew; its validators are sent. */
  readonly known?: KnownArtifact;
  /** Called with the verified, durable bytes just before they get their final name (DESIGN 4; crash safety). */
  readonly beforePublish: (artifact: Artifact) => Promise<void>;
  readonly leaseIsLive: () => boolean;
}

/** How a plan ended. Network trouble is thrown as `Failure`, waiting as `Deferred`. */
export type DownloadResult =
  | { readonly kind: 'stored'; readonly artifact: Artifact }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly classification?: Classification };

/** Turns a plan into bytes that are what they claim to be, at their final place; nothing else is ever left there. */
export interface Downloader {
  download(job: DownloadJob): Promise<DownloadResult>;
  /** Whether the stored file is still exactly what the catalog says. */
  isWhole(known: Pick<KnownArtifact, 'path' | 'sha256' | 'sizeBytes'>): Promise<boolean>;
}
