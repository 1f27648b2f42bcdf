import type { BreakerState } from '../core/events.ts';
import type { IdentityState } from '../core/identity.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { QueueStats } from '../ledger/queue.ts';
import type { FoundWork } from '../ledger/watch.ts';
import type { Timeline } from '../report/timeline.ts';

/** A work that ended, as the page lists it. */
export interface EndedWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly status: OutcomeKind;
  readonly reason: string;
  readonly resolver: string | null;
  readonly host: string | null;
  readonly size_bytes: number;
  /** Whether its file is the work; null where it has none. */
  readonly identity: IdentityState | null;
  readonly at: string;
}

/** A host in one role, with what waits for it. */
export interface HostRow {
  readonly host: string;
  readonly role: string;
  readonly queued: number;
  readonly in_flight: number;
  /** Time between two starts; 0 where nothing spaces them. */
  readonly interval_ms: number;
  /** Until the next request may start; 0: now. */
  readonly waits_ms: number;
  /** Why it is left alone, where it is: `retry-after`, `breaker-open` and the like. */
  readonly why: string;
  /** Null where only the run itself knows. */
  readonly breaker: BreakerState | null;
}

export interface FailureRow {
  readonly reason: string;
  readonly outcome: string;
  readonly works: number;
  readonly meaning: string;
  readonly advice: string;
}

/** What the page shows, as `/api/state` and the event stream tell it. Names are a public contract: add, never rename. */
export interface DashboardState {
  readonly version: 1;
  readonly run: {
    readonly run_id: string;
    readonly state: string;
    readonly started_at: string;
    readonly finished_at: string | null;
  } | null;
  /** Where it is read from: the run itself, or its ledger. */
  readonly seen_from: 'run' | 'ledger';
  readonly queue: QueueStats;
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Of the files: whether each is its work. */
  readonly identity: Readonly<Record<IdentityState, number>>;
  readonly processed: number;
  /** Ended in this run, under way and queued; sources may still name more. */
  readonly total: number;
  readonly bytes_stored: number;
  readonly works_per_s: number;
  readonly bytes_per_s: number;
  /** At the present speed; null when nothing ended lately. */
  readonly left_ms: number | null;
  readonly timeline: Timeline | null;
  readonly hosts: readonly HostRow[];
  readonly more_hosts: number;
  readonly newest: readonly EndedWork[];
  readonly failures: readonly FailureRow[];
  readonly warnings: readonly { readonly at: string; readonly message: string }[];
}

export interface SearchAnswer {
  readonly works: readonly FoundWork[];
  /** More works match than are told. */
  readonly truncated: boolean;
}

interface StoryStep {
  readonly at: string;
  readonly resolver: string | null;
  readonly tier: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly url: string | null;
  /** In plain words. */
  readonly text: string;
}

interface StoryEnd {
  readonly status: string;
  readonly reason: string;
  readonly meaning: string;
  readonly advice: string;
  readonly file: string | null;
  readonly size_bytes: number | null;
  readonly license: string | null;
  readonly version: string | null;
  readonly identity: string | null;
  readonly identity_why: string | null;
  readonly duration_ms: number;
  readonly at: string;
}

/** A work's whole story: every attempt in order, run by run. */
export interface StoryAnswer {
  readonly doc_id: string;
  readonly title: string | null;
  readonly year: number | null;
  readonly names: readonly string[];
  readonly job: {
    readonly state: string;
    readonly attempts: number;
    readonly host_key: string;
    readonly waits_ms: number;
  } | null;
  readonly runs: readonly {
    readonly run_id: string;
    readonly steps: readonly StoryStep[];
    readonly end: StoryEnd | null;
  }[];
  readonly claims: readonly {
    readonly resolver: string;
    readonly url: string;
    readonly license: string | null;
    readonly tried: boolean;
  }[];
}
