/** Said of a source that cannot be gone on with: what was listed of it stays, `resume` gets no more. */
export const NEW_RUN = 'start a new run';

/** How far a source of works was listed. */
export interface SourcePlace {
  /** Where it goes on; `undefined`: from its beginning. */
  readonly cursor: string | undefined;
  readonly exhausted: boolean;
  /** Works listed so far; `undefined`: nobody counted. */
  readonly listed?: number | undefined;
  /** Works it says it has. */
  readonly of?: number | undefined;
  /** What broke the listing off; gone as soon as it goes on. */
  readonly problem?: string | undefined;
}
