import type { Artifact } from './artifact.ts';
import type { Instant } from './clock.ts';
import type { DeferredWhy } from './deferred.ts';
import type { Reason } from './errors.ts';
import type { Claim } from './outcome.ts';
import type { HostType, Plan } from './plan.ts';
import type { Conflict } from './same-work.ts';
import type { Learnt } from './work.ts';

/** How far an attempt came; the furthest one names the reason of a failed work (DESIGN 4). */
export const REACHES = ['identifier', 'plan', 'connection', 'response', 'bytes'] as const;
export type Reach = (typeof REACHES)[number];

/** One thing that was tried and did not give an artifact. */
export interface Miss {
  readonly resolver: string;
  readonly tier: string;
  readonly reason: Reason;
  readonly reach: Reach;
  readonly url?: string;
  readonly hostType?: HostType;
  /** Of asking the source itself, not of a place it named. */
  readonly isOfSource?: true;
  /** The file that came and was not the paper, where it lies now. */
  readonly quarantined?: Artifact;
}

/** Why a step waits, and until when. `host` is who asked for it: not always the host of the step's first request. */
export interface Delay {
  readonly until: Instant;
  readonly why: DeferredWhy;
  readonly host: string;
  /** What the step had met before it was put off. */
  readonly met?: Reason;
}

/**
 * Bytes of a transfer that broke, kept to go on with. Only where the server vouches, by a strong validator, that what it
 * sends next belongs to the same file.
 */
export interface KeptPart {
  readonly canonicalUrl: string;
  /** Of the lease that wrote them: their temporary name carries it. */
  readonly token: number;
  /** Of these bytes: what lies there later must still hash to it. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly etag: string;
  /** Length of the whole file, where the server told it. */
  readonly totalBytes?: number;
}

/**
 * A verified file that may be published and waits until the sources that are left have been asked: its identity is not
 * proven, or it is a page that was read on the way to something better.
 */
export interface HeldFile {
  /** Of the lease that wrote it: its temporary name carries it. */
  readonly token: number;
  /** As it is known; its final name is chosen when it gets one. */
  readonly artifact: Artifact;
  readonly plan: Plan;
  /** What was known of the work when it was examined: where more is known since, it is examined again. */
  readonly knownAs?: string;
}

/** A verified file that was about to get its name. */
interface Publication {
  readonly artifact: Artifact;
  readonly plan: Plan;
  /** Token of the last lease that did not find it. */
  readonly missedBy?: number;
}

/**
 * A work's place in its own state machine, committed whenever it is parked: what was asked, what is left to fetch, what
 * was tried. It is all that is needed to go on in another process. Plain JSON.
 */
export interface Progress {
  readonly tier: number;
  /** Resolvers of this tier that have answered, were skipped or gave up. */
  readonly asked: readonly string[];
  /** Still to fetch in this tier, best first. */
  readonly plans: readonly Plan[];
  /** HTML plans of all tiers, for when nothing better was found. */
  readonly htmlPlans: readonly Plan[];
  /** Files of all tiers that cost money, for when nothing free was found. */
  readonly paidPlans?: readonly Plan[];
  /** Addresses already fetched for this work, by key. */
  readonly tried: readonly string[];
  /** Those of them planned as files that answered with a page: not tried as pages. */
  readonly noFiles?: readonly string[];
  readonly misses: readonly Miss[];
  readonly claims: readonly Claim[];
  /** What earlier tries of the job in this run came to: the steps begin anew without it, the end tells it. */
  readonly earlier?: { readonly misses: readonly Miss[]; readonly claims: readonly Claim[] };
  /** Steps put off by a host, by `resolver:<name>`, `url:<canonical>` or `revalidation`. */
  readonly deferred: Readonly<Record<string, Delay>>;
  readonly learnt: Learnt;
  /** Identifiers that sources told and that were not believed. */
  readonly conflicts?: readonly Conflict[];
  /** Landing pages named by sources, and those already read with all addresses on the way to them, by key. */
  readonly leads: readonly string[];
  readonly visited: readonly string[];
  /** Pages read as landing pages that are not the full text: what the plan for each comes to, by key of its address. */
  readonly pageMisses?: Readonly<Record<string, Miss>>;
  /** What batch requests told of this work, by resolver, until that resolver takes its turn; null: it is not known there. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly fetches: number;
  /** Records so far, those of earlier tries in this run included; so is the time. */
  readonly attempts: number;
  readonly activeMs: number;
  readonly parkedMs: number;
  /** Set just before the file is published: after a crash the file is adopted by hash instead of fetched again. */
  readonly publishing?: Publication;
  /** It has killed its process too often: it may look for the file it was publishing, and do nothing else. */
  readonly isCondemned?: true;
  /** What a broken transfer left; adopted by the next try, removed when the job ends. */
  readonly part?: KeptPart;
  /** Verified files that are published if nothing better comes; removed when the job ends. */
  readonly heldFiles?: readonly HeldFile[];
  /** How many of its names the ledger knows it by; not there: those it was queued with. */
  readonly named?: number;
  /** Whether the stored artifact of an earlier run has been asked about already. */
  readonly revalidated?: boolean;
}

export const NO_PROGRESS: Progress = {
  tier: 0,
  asked: [],
  plans: [],
  htmlPlans: [],
  tried: [],
  misses: [],
  claims: [],
  deferred: {},
  learnt: {},
  leads: [],
  visited: [],
  fetches: 0,
  attempts: 0,
  activeMs: 0,
  parkedMs: 0,
};
