import type { ReplaceFile } from '../artifacts/store.ts';
import type { Artifact, Classification, KnownArtifact } from '../core/artifact.ts';
import type { Reason } from '../core/errors.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import type { Plan } from '../core/plan.ts';
import type { HeldFile, KeptPart } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import type { HttpResponse } from '../http/client.ts';

/** Where a work's kept part stands: read when a transfer begins, written when one breaks or takes the part up. */
export interface PartShelf {
  part: KeptPart | undefined;
}

/** A file another work stored from the same URL. */
export interface Twin extends KnownArtifact {
  readonly docId: string;
}

/** A page that was read on the way to something better, as it came: nobody needs to ask for it again. */
export interface PageRead extends Pick<HttpResponse, 'status' | 'headers' | 'url' | 'hops'> {
  /** All of it, decoded. */
  readonly bytes: Uint8Array;
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
  /** The answer to the plan: nothing is asked for. Its file is held even when it is proven. */
  readonly page?: PageRead;
  readonly shelf: PartShelf;
  /** Files of this work that wait already: the same bytes are not held twice. */
  readonly heldFiles?: readonly HeldFile[];
  /** Called with the verified, durable bytes just before they get their final name (DESIGN 4; crash safety). */
  readonly beforePublish: (artifact: Artifact) => Promise<void>;
  readonly leaseIsLive: () => boolean;
  /** How the bytes of a name that is taken are replaced. */
  readonly replaceFile: ReplaceFile;
}

/** How a plan ended. Network trouble is thrown as `Failure`, waiting as `Deferred`. */
export type DownloadResult =
  | { readonly kind: 'stored'; readonly artifact: Artifact }
  /** Good, but not proven to be the work: it waits, durable and without its name. */
  | {
      readonly kind: 'held';
      readonly file: HeldFile;
      /** A page that came in place of a file: all its addresses, none of which is worth another request. */
      readonly pageHops?: readonly string[];
    }
  | { readonly kind: 'not-modified' }
  | {
      readonly kind: 'refused';
      readonly reason: Reason;
      readonly classification?: Classification;
      /** The bytes are another paper, and lie here. */
      readonly quarantined?: Artifact;
      /** What came where a file had been announced, if it is a page, whole and no longer than landing pages are read. */
      readonly page?: PageRead;
    };

/** What giving a held file its name needs. */
export type Publishing = Pick<
  DownloadJob,
  'work' | 'token' | 'signal' | 'known' | 'beforePublish' | 'leaseIsLive' | 'replaceFile'
>;

/** What a held file is, examined again; `wrong-paper` lies in quarantine then, and `storage-error` is one that is gone. */
export type HeldAgain =
  | { readonly kind: 'held'; readonly file: HeldFile }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly quarantined?: Artifact };

/** Turns a plan into bytes that are what they claim to be, at their final place; nothing else is ever left there. */
export interface Downloader {
  download(job: DownloadJob): Promise<DownloadResult>;
  /** Whether the stored file is still exactly what the catalog says. */
  isWhole(known: Pick<KnownArtifact, 'path' | 'sha256' | 'sizeBytes'>): Promise<boolean>;
  /** The same for a file whose publication a process began and did not live to report; it is durable then. */
  adopt(published: Pick<KnownArtifact, 'path' | 'sha256' | 'sizeBytes'>): Promise<boolean>;
  /** Gives a held file its final name; `undefined` when it is gone, or no longer what it was. */
  publishHeld(file: HeldFile, job: Publishing): Promise<Artifact | undefined>;
  /** Looks into a held file once more, with what is known of the work by now. */
  examineHeld(file: HeldFile, job: Publishing): Promise<HeldAgain>;
  /** Removes held files that nobody needs any more. */
  release(work: Work, files: readonly HeldFile[]): Promise<void>;
  /** The work has ended: what a broken transfer of it left is removed. */
  clear(work: Work, shelf: PartShelf): Promise<void>;
}
