import type { Artifact } from './artifact.ts';
import type { Reason } from './errors.ts';
import type { ArtifactVersion, HostType } from './plan.ts';

export const OUTCOMES = ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

const WITH_A_FILE: ReadonlySet<string> = new Set<OutcomeKind>(['saved', 'cached', 'html_only']);

/** Whether a work that ended so has its file. */
export const hasFile = (kind: string): boolean => WITH_A_FILE.has(kind);

/** A source's word about where a work is and under which licence: kept whether or not it won. */
export interface Claim {
  readonly resolver: string;
  readonly url: string;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly hostType?: HostType;
  readonly evidence?: string;
}

/** How a work ended in a run. Exactly one per work per run, with one honest reason. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly reason: Reason;
  readonly resolver?: string;
  readonly tier?: string;
  readonly url?: string;
  readonly artifact?: Artifact;
  /** Files that came for this work and were other papers. */
  readonly quarantined?: readonly Artifact[];
  /** Of a work that is another's twin: the work that goes on for both. */
  readonly duplicateOf?: string;
  readonly fallbackChain: readonly string[];
  readonly claims: readonly Claim[];
  /** Requests and decisions over all leases of this run. */
  readonly attempts: number;
  /** From the first step to the end, waiting in the queue left out. */
  readonly durationMs: number;
}
