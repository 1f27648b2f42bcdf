import type { KnownArtifact } from '../core/artifact.ts';
import type { Instant } from '../core/clock.ts';
import type { Ending } from '../core/ending.ts';
import type { Reason } from '../core/errors.ts';
import type { FileMove } from '../core/files.ts';
import type { InputLine } from '../core/input-line.ts';
import type { AttemptRecord, ManifestRecord, OutcomeRecord, Role } from '../core/manifest-record.ts';
import type { Progress } from '../core/progress.ts';
import type { SourcePlace } from '../core/source-place.ts';
import type { HostKey } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { CountedInput, LinesAsk, LinesBeside, RejectedLine, StoredLine } from './input.ts';
import type { NamesClaimed } from './names-claimed.ts';

/** Where a job waits. Rates are kept per (host, role), so readiness is too; an empty host needs no request. */
export interface Lane {
  readonly host: HostKey;
  readonly role: Role | '';
}
export const LOCAL_LANE: Lane = { host: '', role: '' };

export interface QueuedWork {
  readonly work: Work;
  /** Where its first request goes, and what resolvers that need no request found. */
  readonly lane: Lane;
  readonly progress: Progress;
  /** The line that names it. */
  readonly line?: InputLine;
}

export interface EnqueuePage extends LinesBeside {
  readonly works: readonly QueuedWork[];
  /** The run these works belong to; `undefined` only queues them for whichever run comes. */
  readonly runId: string | undefined;
  /** Also names terminal jobs again (a new run does); `false` leaves them as they are. */
  readonly rearm: boolean;
  /** Re-armed works forget what was stored before (`--force`). */
  readonly forget: boolean;
  /** Works are taken until the run has so many distinct ones. */
  readonly maxWorks?: number;
  /** The requests that led to this page. */
  readonly journal?: readonly AttemptRecord[];
  /** Committed together with the works of the page. */
  readonly cursor?: SourcePlace & { readonly source: string };
}

export interface EnqueueCount {
  readonly added: number;
  readonly rearmed: number;
  /** Already queued, in progress, or ended in this very run. */
  readonly duplicates: number;
}

/** What became of a page. */
export interface Enqueued extends EnqueueCount {
  /** Works at the end of the page that `maxWorks` left out. */
  readonly left?: number;
  /** The run has all the works it may have; where lines are numbered, the last one that was read. */
  readonly full?: { readonly until?: number };
  /** Lines that contradict an earlier one and name nothing else. */
  readonly rejects?: readonly RejectedLine[];
  /** Lines that were taken for an earlier one though they say something else. */
  readonly doubts?: readonly RejectedLine[];
}

export interface Lease {
  readonly jobId: number;
  /** Grows with every lease of the job; a call with an old one changes nothing. */
  readonly token: number;
  readonly runId: string;
  readonly work: Work;
  readonly lane: Lane;
  readonly progress: Progress;
  /** Job attempts used up so far. */
  readonly attempts: number;
  /** It was in flight when processes died: others like it wait for its end. */
  readonly isSuspect?: boolean;
  /** What an earlier run stored for this work, when it may be revalidated. */
  readonly known?: KnownArtifact;
}

export interface LeaseWant {
  readonly lane: Lane;
  readonly limit: number;
  /** Also from a lane that is to be left alone: its works look whether they can go on without it. */
  readonly isDetour?: boolean;
}

export interface Holder {
  readonly workerId: string;
  /** What is leased joins this run, whichever run queued it: its records belong where the work is done. */
  readonly runId: string;
}

/** Why a work is parked that stands back for another: it may go on when that one has ended. */
export const WAITS_FOR_TWIN = 'twin';

export interface ParkNext {
  readonly lane: Lane;
  readonly at: Instant;
  readonly why: string;
  /** The whole lane is to be left alone until `at` (Retry-After, host down), also after a restart; this work is, in any case. */
  readonly pushBack: boolean;
}

export interface LaneBacklog {
  readonly lane: Lane;
  readonly queued: number;
  readonly inFlight: number;
  readonly notBefore: Instant;
  readonly why: string;
  /** Among those that may run now are some with an urgent priority. */
  readonly isUrgent: boolean;
  /** Earliest `available_at` among its queued jobs when none is available yet; 0 when some are. */
  readonly nextAvailableAt: Instant;
}

export interface QueueStats {
  readonly queued: number;
  readonly in_progress: number;
  readonly done: number;
  readonly skipped: number;
  readonly error: number;
  readonly paused: boolean;
  /** In words; earlier versions did not keep who paused it. `offline`: why its run can reach nothing. */
  readonly paused_by?: string;
  readonly offline?: string;
}

/** A work given back with its progress: it holds no worker and burns no attempt. */
export interface Parking {
  readonly progress: Progress;
  readonly next: ParkNext;
  readonly journal: readonly AttemptRecord[];
}

/** A failure that may pass: one job attempt is used up, progress is cleared, the job waits until `at` in `lane`. */
export interface Retrial {
  readonly reason: Reason;
  readonly at: Instant;
  readonly lane: Lane;
  readonly progress: Progress;
  readonly journal: readonly AttemptRecord[];
}

/**
 * What is still to do. Promises, proved by one contract suite for every adapter:
 * - a work is queued at most once, whatever its state and under whichever of its identifiers it is named (ADR 27);
 * - no two live leases name the same job, across processes and hosts; tokens strictly increase;
 * - what `enqueue`, `checkpoint`, `park`, `retry`, `release` and `finish` report is durable before they resolve;
 * - a call with a lost lease changes nothing and resolves to `false`;
 * - `finish` commits outcome, artifact, claims, validators, journal and the end of the job at once.
 */
export interface Queue {
  enqueue(page: EnqueuePage): Promise<Enqueued>;
  /**
   * Jobs of the lanes asked for. A suspect whose turn has come is among them, in place of one of the first want, wherever it
   * waits: a turn that had to wait until somebody asks for its lane might never come.
   */
  lease(wants: readonly LeaseWant[], holder: Holder): Promise<readonly Lease[]>;
  /** Commits the state a crash must not lose, without ending the lease. */
  checkpoint(lease: Lease, progress: Progress): Promise<boolean>;
  /**
   * Moves a file over another, and nobody can take the job over between the proof of the lease and the move. With a look
   * at the lease before a move of one's own, a process stopped in between would wake up and replace what its successor
   * has stored. `false`, with nothing moved: the lease is lost.
   */
  replaceFile(lease: Lease, move: FileMove): Promise<boolean>;
  park(lease: Lease, parking: Parking): Promise<boolean>;
  retry(lease: Lease, retrial: Retrial): Promise<boolean>;
  release(lease: Lease, journal: readonly AttemptRecord[]): Promise<boolean>;
  finish(lease: Lease, ending: Ending): Promise<boolean>;
  lanes(): Promise<readonly LaneBacklog[]>;
  stats(): Promise<QueueStats>;
}

/** Finished works to be done again in a run of their own. */
export interface Rearming {
  readonly runId: string;
  readonly works: readonly string[];
  /** They forget what was stored before (`--force`). */
  readonly forget: boolean;
}

/** In millionths of a dollar; negative: given back. */
export interface Spending {
  /** `2026-11-15`. */
  readonly day: string;
  readonly microUsd: number;
  readonly limitMicroUsd?: number;
}

export interface Spent {
  /** `false`: beyond the limit, nothing was booked. */
  readonly isBooked: boolean;
  /** All of that day. */
  readonly spentMicroUsd: number;
}

/** A file that some work has, as the catalog describes it. */
export interface StoredCopy extends KnownArtifact {
  readonly docId: string;
}

/** What to look for among stored files: the same bytes, or the same URL fetched for another work. */
export type CopyWanted =
  | { readonly sha256: string }
  | { readonly canonicalUrl: string; readonly notBy: string };

/** One of several holders is gone, or has been silent for longer than leases last. */
export interface Abandonment {
  readonly workerId: string;
  /** Its process died: the jobs it held may have killed it. */
  readonly hasDied: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly configHash: string;
}

export interface Abandoned {
  readonly reclaimed: number;
  /** Works that ended because they have killed their process too often. */
  readonly ended: readonly OutcomeRecord[];
}

/** Under which token a work has a kept part, or, with a hash, a held file. */
export interface KeptFile {
  readonly workId: string;
  readonly token: number;
  readonly heldSha256?: string;
}

/** What those who work on the queue need beside it. */
export interface WorkingLedger extends Queue {
  /** The newest file recorded that matches; whether it still lies there is for the caller to see. */
  findCopy(wanted: CopyWanted): Promise<StoredCopy | undefined>;
  /**
   * The work has turned out to have these names too. Another job that has one of them is the same work (ADR 27), unless a
   * more trusted identifier differs: then nothing but the conflict comes of it. Of two that are one, only one goes on: the
   * one with a file, else the one queued first, unless it ended without one. All names are its own then, and whoever
   * enqueues one of them finds it. A job that is parked as a twin waits until the other has ended.
   */
  claimNames(workId: string, names: readonly string[]): Promise<NamesClaimed>;
  /** Books money spent on a day (UTC), unless it would make more than the limit. */
  spend(spending: Spending): Promise<Spent>;
  /** The temporary files that works under way or waiting need: kept parts and held files. */
  keptParts(): Promise<readonly KeptFile[]>;
  /** Called when leases turned out to be lost (heartbeats run inside the adapter). */
  onLeasesLost(listener: (lost: readonly { readonly jobId: number; readonly token: number }[]) => void): void;
}

/** Runs, control and the outbox: what one drainer needs beside the queue. */
export interface Ledger extends WorkingLedger, AsyncDisposable {
  /** Registers the run, or finds it again; returns jobs of dead holders to the queue. */
  openRun(run: RunStart): Promise<{ readonly reclaimed: number }>;
  /** The jobs of this holder wait again at once, under tokens it does not have. */
  abandon(abandonment: Abandonment): Promise<Abandoned>;
  closeRun(runId: string, summary: ManifestRecord): Promise<void>;
  /** The run is given up for now: it is `interrupted` until somebody opens it again. */
  interruptRun(runId: string): Promise<void>;
  cursor(runId: string, source: string): Promise<SourcePlace | undefined>;
  /** What the run has counted of its input, and what the same counts to when rows are looked at. */
  countedInput(runId: string): Promise<CountedInput>;
  /** Lines that name no work, or one that others account for, page by page as they were read. */
  inputLines(ask: LinesAsk): Promise<readonly StoredLine[]>;
  setPaused(paused: boolean, by?: string): Promise<void>;
  setOffline(why: string | null): Promise<void>;
  /** Ended jobs with state `error` wait again. Returns how many. */
  retryFailed(): Promise<number>;
  /** Ended jobs of these works wait again, in the new run; those that still wait only join it. Returns how many wait again. */
  rearm(rearming: Rearming): Promise<number>;
  /** Unexported records in commit order, at most `limit`. */
  outbox(runId: string, limit: number): Promise<readonly OutboxRow[]>;
  /** The rows up to `lastId` are in the file, the last one under `seq`. */
  exported(runId: string, lastId: number, seq: number): Promise<void>;
  /** The last `seq` known to be in the file. */
  exportedSeq(runId: string): Promise<number>;
  /**
   * The file ends with line `seq` (0: it has none), before the last one reported: the rows after it count as unexported.
   * At least the last 1,000 exported rows are kept. Resolves to the line after which rows come: higher where rows were let go.
   */
  rewindExport(runId: string, seq: number): Promise<number>;
}

export interface OutboxRow {
  readonly id: number;
  readonly json: string;
}

export interface RunStart {
  readonly runId: string;
  readonly configHash: string;
  readonly configJson: string;
  readonly startedAt: string;
  /** The jobs it held may have killed it; one that ended by itself is no reproach to them. */
  readonly lastHolderDied: boolean;
}
