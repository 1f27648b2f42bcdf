import type { Classification } from './artifact.ts';
import type { Identifiers } from './identifiers.ts';
import type { Claim } from './outcome.ts';
import type { Conflict } from './same-work.ts';

/** A file that was set aside, as the record of an end names it. */
export interface SetAside {
  readonly path: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly mime: string;
  readonly classification: Classification;
}

/** What `extra` of an outcome record tells beside its fields: all that a rebuild of the catalog finds nowhere else. */
export interface EndingFacts {
  readonly identifiers: Identifiers;
  readonly title?: string;
  readonly year?: number;
  readonly authors?: readonly string[];
  readonly etag?: string;
  readonly last_modified?: string;
  readonly quarantined?: readonly SetAside[];
  /** The work that goes on for this one too. */
  readonly duplicate_of?: string;
  /** Identifiers that were not believed, and whom they belong to (ADR 27). */
  readonly conflict?: readonly Conflict[];
  readonly claims: readonly Claim[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);

/** Reads them back. What a record was too long for is not there; nothing is made up in its place. */
export function endingFacts(extra: Readonly<Record<string, unknown>> | undefined): EndingFacts {
  const {
    identifiers,
    title,
    year,
    authors,
    etag,
    last_modified,
    quarantined,
    duplicate_of,
    conflict,
    claims,
  } = extra ?? {};
  const isObject = typeof identifiers === 'object' && identifiers !== null;
  return {
    identifiers: isObject ? identifiers : {},
    ...(isText(title) && { title }),
    ...(typeof year === 'number' && { year }),
    ...(Array.isArray(authors) && { authors: authors.filter(isText) }),
    ...(isText(etag) && { etag }),
    ...(isText(last_modified) && { last_modified }),
    ...(quarantined !== undefined && { quarantined: listOf<SetAside>(quarantined) }),
    ...(isText(duplicate_of) && { duplicate_of }),
    ...(conflict !== undefined && { conflict: listOf<Conflict>(conflict) }),
    claims: listOf<Claim>(claims),
  };
}
