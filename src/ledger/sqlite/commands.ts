import type { Instant } from '../../core/clock.ts';
import type { Ending } from '../../core/ending.ts';
import type { FileMove } from '../../core/files.ts';
import type { AttemptRecord, ManifestRecord } from '../../core/manifest-record.ts';
import type { Progress } from '../../core/progress.ts';
import type { SourcePlace } from '../../core/source-place.ts';
import type { CountedInput, LinesAsk, StoredLine } from '../input.ts';
import type { NamesClaimed } from '../names-claimed.ts';
import type {
  Abandoned,
  Abandonment,
  CopyWanted,
  Enqueued,
  EnqueuePage,
  Holder,
  KeptFile,
  LaneBacklog,
  LeaseWant,
  OutboxRow,
  Parking,
  QueueStats,
  Rearming,
  Retrial,
  RunStart,
  Spending,
  Spent,
  StoredCopy,
} from '../queue.ts';

export interface LeaseKey {
  readonly jobId: number;
  readonly token: number;
}

/** A lease as the database has it: JSON is taken apart only where it is used, on the other side of the thread. */
export interface LeasedRow extends LeaseKey {
  readonly runId: string;
  readonly host: string;
  readonly role: string;
  readonly attempts: number;
  readonly workJson: string;
  readonly progressJson: string;
  readonly knownJson: string | null;
  readonly isSuspect: number;
}

/**
 * The ledger as synchronous commands: one argument that can be sent to a thread, and the time. Each runs inside a
 * transaction somebody else opened, so that many share one commit.
 */
export interface LedgerCommands {
  enqueue(page: EnqueuePage, now: Instant): Enqueued;
  lease(
    ask: { readonly wants: readonly LeaseWant[]; readonly holder: Holder },
    now: Instant,
  ): readonly LeasedRow[];
  /** Extends leases; returns those that are lost. */
  heartbeat(leases: readonly LeaseKey[], now: Instant): readonly LeaseKey[];
  checkpoint(ask: { readonly lease: LeaseKey; readonly progress: Progress }, now: Instant): boolean;
  replaceFile(ask: { readonly lease: LeaseKey; readonly move: FileMove }, now: Instant): boolean;
  park(ask: { readonly lease: LeaseKey; readonly parking: Parking }, now: Instant): boolean;
  retry(ask: { readonly lease: LeaseKey; readonly retrial: Retrial }, now: Instant): boolean;
  release(
    ask: { readonly lease: LeaseKey; readonly journal: readonly AttemptRecord[] },
    now: Instant,
  ): boolean;
  finish(ask: { readonly lease: LeaseKey; readonly ending: Ending }, now: Instant): boolean;
  lanes(ask: undefined, now: Instant): readonly LaneBacklog[];
  stats(ask: undefined, now: Instant): QueueStats;
  openRun(run: RunStart, now: Instant): { readonly reclaimed: number };
  abandon(abandonment: Abandonment, now: Instant): Abandoned;
  closeRun(ask: { readonly runId: string; readonly summary: ManifestRecord }, now: Instant): void;
  interruptRun(runId: string, now: Instant): void;
  cursor(ask: { readonly runId: string; readonly source: string }, now: Instant): SourcePlace | undefined;
  setPaused(ask: { readonly paused: boolean; readonly by: string | undefined }, now: Instant): void;
  setOffline(why: string | null, now: Instant): void;
  /** Those after job `after`, some at a time; `last`: there may be more after it. */
  retryFailed(
    ask: { readonly after: number },
    now: Instant,
  ): { readonly moved: number; readonly last?: number };
  rearm(rearming: Rearming, now: Instant): number;
  findCopy(wanted: CopyWanted, now: Instant): StoredCopy | undefined;
  spend(spending: Spending, now: Instant): Spent;
  claimNames(ask: { readonly workId: string; readonly names: readonly string[] }, now: Instant): NamesClaimed;
  countedInput(runId: string, now: Instant): CountedInput;
  inputLines(ask: LinesAsk, now: Instant): readonly StoredLine[];
  keptParts(ask: undefined, now: Instant): readonly KeptFile[];
  outbox(ask: { readonly runId: string; readonly limit: number }, now: Instant): readonly OutboxRow[];
  exported(
    ask: { readonly runId: string; readonly lastId: number; readonly seq: number },
    now: Instant,
  ): void;
  exportedSeq(runId: string, now: Instant): number;
  rewindExport(ask: { readonly runId: string; readonly seq: number }, now: Instant): number;
}

export type CommandName = keyof LedgerCommands;
type ArgumentOf<Name extends CommandName> = Parameters<LedgerCommands[Name]>[0];
type ResultOf<Name extends CommandName> = ReturnType<LedgerCommands[Name]>;

export interface Request<Name extends CommandName = CommandName> {
  readonly id: number;
  readonly name: Name;
  readonly argument: ArgumentOf<Name>;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown };

export type Submit = <Name extends CommandName>(
  name: Name,
  argument: ArgumentOf<Name>,
) => Promise<ResultOf<Name>>;
