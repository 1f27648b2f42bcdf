import type { ReplaceFile } from '../artifacts/store.ts';
import type { Artifact, Classification, KnownArtifact } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import type { Plan } from '../core/plan.ts';
import type { KeptPart } from '../core/progress.ts';
import type { Work } from '../core/work.ts';

/** Where a work's kept part stands: read when a transfer begins, written when one breaks or takes the part up. */
export interface PartShelf {
  part: KeptPart | undefined;
}

/** A file another work stored from the same URL. */
export interface Twin extends KnownArtifact {
  readonly docId: string;
}

export interface DownloadJob {
  readonly work: Work;
  readonly plan: Plan;
  readonly token: number;
  readonly signal: AbortSignal;
  readonly note: (attempt: AttemptNote) => void;
  /** The stored file this plan would renew; its validators are sent. */
  readonly known?: KnownArtifact;
  /** Its bytes are taken instead of fetching the URL once more; they are judged for this work all the same. */
  readonly twin?: Twin;
  readonly shelf: PartShelf;
  /** Called with the verified, durable bytes just before they get their final name (DESIGN 4; crash safety). */
  readonly beforePublish: (artifact: Artifact) => Promise<void>;
  readonly leaseIsLive: () => boolean;
  /** How the bytes of a name that is taken are replaced. */
  readonly replaceFile: ReplaceFile;
}

/** How a plan ended. Network trouble is thrown as `Failure`, waiting as `Deferred`. */
export type DownloadResult =
  | { readonly kind: 'stored'; readonly artifact: Artifact }
  | { readonly kind: 'not-modified' }
  | {
      readonly kind: 'refused';
      readonly reason: Reason;
      readonly classification?: Classification;
      /** The bytes are another paper, and lie here. */
      readonly quarantined?: Artifact;
    };

/** Turns a plan into bytes that are what they claim to be, at their final place; nothing else is ever left there. */
export interface Downloader {
  download(job: DownloadJob): Promise<DownloadResult>;
  /** Whether the stored file is still exactly what the catalog says. */
  isWhole(known: Pick<KnownArtifact, 'path' | 'sha256' | 'sizeBytes'>): Promise<boolean>;
  /** The same for a file whose publication a process began and did not live to report; it is durable then. */
  adopt(published: Pick<KnownArtifact, 'path' | 'sha256' | 'sizeBytes'>): Promise<boolean>;
  /** The work has ended: what a broken transfer of it left is removed. */
  clear(work: Work, shelf: PartShelf): Promise<void>;
}
