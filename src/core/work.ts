import type { Identifiers, WorkId } from './identifiers.ts';
import type { ArtifactVersion, HostType } from './plan.ts';
import type { Conflict } from './same-work.ts';

/** A place where a source has already said the work is, so that no request is needed to know it. */
export interface KnownLocation {
  readonly pdfUrl?: string;
  readonly landingUrl?: string;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly hostType?: HostType;
  readonly isOpenAccess: boolean;
  /** What a file from here costs; not there: nothing. */
  readonly priceUsd?: number;
}

/** One scholarly work to acquire. */
export interface Work extends Identifiers {
  readonly id: WorkId;
  readonly title?: string;
  readonly year?: number;
  readonly authors?: readonly string[];
  /** From an OpenAlex record the work came with. */
  readonly locations?: readonly KnownLocation[];
  /** Validators that came with the input. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Lower runs first; the source sets it (recent years first unless told otherwise, urgent works before all). */
  readonly priority?: number;
  /** Identifiers it was given that belong to another work. */
  readonly conflicts?: readonly Conflict[];
}

/** Priorities below this one belong to works that go before all others, whatever their host. */
export const URGENT_BELOW = -500_000;
export const isUrgent = (priority: number | undefined): boolean => (priority ?? 0) < URGENT_BELOW;

/** What a source tells of a work beside its places. What the input said is never overwritten by it. */
export interface Learnt extends Identifiers, Pick<Work, 'title' | 'year' | 'authors'> {}
