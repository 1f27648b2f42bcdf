import type { Artifact } from '../core/artifact.ts';
import type { Clock } from '../core/clock.ts';
import type { Reason } from '../core/errors.ts';
import type { WorkId } from '../core/identifiers.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { Format, Plan } from '../core/plan.ts';
import type { Miss, Progress } from '../core/progress.ts';
import type { Conflict } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import type { Downloader, PartShelf, Twin } from '../download/download.ts';
import type { Send } from '../http/client.ts';
import type { Journal, JournalDeps } from './journal.ts';
import type { PagesMet } from './pages-met.ts';
import type { HeldWork, Holding } from './process-work.ts';
import type { Route } from './route.ts';

export interface PipelineOptions {
  readonly configHash: string;
  readonly mailto: string | undefined;
  readonly formats: readonly Format[];
  readonly acceptedLicenses: readonly string[];
  /** The sources of a tier are asked side by side, each for one work alone, before anything is fetched. */
  readonly tierParallel: boolean;
  /** The sources of a tier are asked before anything is fetched; those that take batches are asked in batches. */
  readonly askAll: boolean;
  /** Whether files that cost money may be planned at all; the stack keeps the budget. */
  readonly paysForFiles: boolean;
  readonly maxFetches: number;
  readonly maxJobAttempts: number;
  readonly retryBackoffMs: number;
  readonly maxParkMs: number;
  /** A host that wants to be left alone for longer refuses the step instead of being waited for in its lane. */
  readonly parkAfterMs: number;
}

/** What came of the names of a work. */
export interface NamesClaimed {
  readonly twin?: { readonly id: string; readonly hasFile: boolean };
  readonly conflicts: readonly Conflict[];
}

export interface PipelineDeps extends JournalDeps {
  readonly clock: Clock;
  readonly send: Send;
  readonly downloader: Downloader;
  /** What another work stored from this URL (`dedupe.urls`); `undefined` where nothing is, or nothing is to be adopted. */
  readonly twinOf: (canonicalUrl: string, work: Work) => Promise<Twin | undefined>;
  /** Tells what names the work turned out to have; answers with the work that goes on where it is another's twin. */
  readonly claimNames: (work: WorkId, names: readonly string[]) => Promise<NamesClaimed>;
  readonly route: Route;
  readonly options: PipelineOptions;
}

/** What the steps of one lease share. */
export interface Case {
  readonly deps: PipelineDeps;
  readonly held: HeldWork;
  readonly holding: Holding;
  readonly journal: Journal;
  readonly shelf: PartShelf;
  readonly pages: PagesMet;
  /** Its turn at the host was used for many: it goes on only as far as no request of its own is needed. */
  readonly isOffline?: boolean;
  /** Why the batch request on behalf of this work gave nothing. */
  readonly batchTrouble?: Error;
}

/** What a work's steps came to: an artifact with its plan, or the miss that names the reason. */
export interface Found {
  readonly kind: OutcomeKind;
  readonly reason: Reason;
  readonly artifact?: Artifact;
  readonly plan?: Plan;
  readonly miss?: Miss | undefined;
  readonly duplicateOf?: string;
}

/** What a step led to: a new state, or the end. */
export type StepResult =
  | { readonly kind: 'go-on'; readonly progress: Progress }
  | { readonly kind: 'found'; readonly progress: Progress; readonly found: Found };

export const goOn = (progress: Progress): StepResult => ({ kind: 'go-on', progress });
