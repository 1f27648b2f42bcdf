/** Said of a source that cannot be gone on with: what was listed of it stays, `resume` gets no more. */
export const NEW_RUN = 'start a new run';

/** Said of a source of which no more is wanted. */
export const cappedAt = (maxWorks: number): string =>
  `max_works = ${maxWorks} was reached, and the rest of the input was not read`;

/** How far a source of works was listed. */
export interface SourcePlace {
  /** Where it goes on; `undefined`: from its beginning. */
  readonly cursor: string | undefined;
  readonly exhausted: boolean;
  /** Works listed so far; `undefined`: nobody counted. */
  readonly listed?: number | undefined;
  /** Works it says it has, or had when it was read to its end; `undefined`: it has not said so. */
  readonly of?: number | undefined;
  /** What broke the listing off; gone as soon as it goes on. Of one that is exhausted: why no more of it was wanted. */
  readonly problem?: string | undefined;
}
