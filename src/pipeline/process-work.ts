import type { KnownArtifact } from '../core/artifact.ts';
import type { Instant } from '../core/clock.ts';
import type { Ending } from '../core/ending.ts';
import type { Reason, Shortage } from '../core/errors.ts';
import type { FileMove } from '../core/files.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { Progress } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import type { NextRequest } from './route.ts';

/** A work as a worker holds it. */
export interface HeldWork {
  readonly runId: string;
  readonly token: number;
  readonly work: Work;
  readonly progress: Progress;
  /** Job attempts used up so far. */
  readonly attempts: number;
  /** The lane it was leased for: its turn has come, so its first request is not put off again. */
  readonly request: NextRequest;
  readonly known?: KnownArtifact;
}

export interface Holding {
  readonly workerId: string;
  /** Aborted when the work must stop at once (lease lost, end of the grace period). */
  readonly signal: AbortSignal;
  /** The run is stopping: give the work back after the current step. */
  readonly isStopping: () => boolean;
  /** When the next request of this kind may start. */
  readonly readyAt: (request: NextRequest) => Promise<Instant>;
  /** Commits progress a crash must not lose. Resolves to false when the lease is lost. */
  readonly checkpoint: (progress: Progress) => Promise<boolean>;
  readonly leaseIsLive: () => boolean;
  /** Moves a file over another as long as the lease is held; `false` when it is lost. */
  readonly replaceFile: (move: FileMove) => Promise<boolean>;
  /** Told which host the work turns to. */
  readonly turnsTo: (request: NextRequest) => void;
}

/** How a lease ends. */
export type LeaseEnd =
  | { readonly kind: 'finish'; readonly ending: Ending }
  | {
      readonly kind: 'park';
      readonly progress: Progress;
      readonly request: NextRequest;
      readonly at: Instant;
      readonly why: string;
      readonly pushBack: boolean;
      /** The machine had no room for it: the run as a whole must do less. */
      readonly shortage?: Shortage;
      readonly journal: readonly AttemptRecord[];
    }
  | {
      readonly kind: 'retry';
      readonly reason: Reason;
      readonly at: Instant;
      readonly request: NextRequest;
      /** What the next try starts from. */
      readonly progress: Progress;
      readonly journal: readonly AttemptRecord[];
    };

export interface Pipeline {
  /** Where a fresh work's first request will go, without making it. */
  firstRequest(work: Work): Promise<NextRequest>;
  /**
   * Runs the steps of one work until it ends or must wait for a host. When the signal aborts it, the work is given back
   * as far as it came. Rejects only when the ledger can no longer be written.
   */
  run(held: HeldWork, holding: Holding): Promise<LeaseEnd>;
  /** How many works waiting for this request can be asked for at once: 1 where the API answers for one at a time. */
  batchSize(request: NextRequest): number;
  /**
   * Asks for all of them in one request, as far as they can be named in one, and goes on with each until it needs a
   * request of its own. The ends are in the order of the works.
   */
  runBatch(works: readonly Batched[]): Promise<readonly LeaseEnd[]>;
}

export interface Batched {
  readonly held: HeldWork;
  readonly holding: Holding;
}
