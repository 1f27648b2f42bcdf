import type { ListingFigures } from '../core/metrics.ts';
import { NEW_RUN, type SourcePlace } from '../core/source-place.ts';

/** Nothing is on record about what a run was to list. */
export const LISTING_UNKNOWN: ListingFigures = { listed: 0, of: null, complete: null, problem: null };

/** The sources of a run together. One that nobody counted gives what the run has of works, as far as is known. */
export function listingFigures(places: readonly SourcePlace[], works: number): ListingFigures {
  const listed = places.map((place) => place.listed);
  const of = places.map((place) => place.of);
  const problems = places.filter(({ exhausted }) => !exhausted).flatMap(({ problem }) => problem ?? []);
  const capped = places.find(({ exhausted, problem }) => exhausted && problem !== undefined)?.problem;
  return {
    listed: sum(listed) ?? works,
    of: places.length === 0 ? null : (sum(of) ?? null),
    complete: completeness(places),
    problem: problems.length === 0 ? null : problems.join('; '),
    ...(capped !== undefined && { capped }),
  };
}

/** Whether all was listed; null where a source was left at `max_works`, or ended without ever having said how much it has. */
function completeness(places: readonly SourcePlace[]): boolean | null {
  if (places.some(({ exhausted }) => !exhausted)) return false;
  const isKnown = ({ listed, of, problem }: SourcePlace): boolean =>
    problem === undefined && (of !== undefined || listed === undefined);
  return places.every(isKnown) ? true : null;
}

/** Whether `resume` can get more of a listing that is not whole; words of the problem tell where it cannot. */
export const goesOnListing = ({ listing }: { readonly listing: ListingFigures }): boolean =>
  !listing.problem?.includes(NEW_RUN);

/** `undefined` where one part is not known. */
const sum = (parts: readonly (number | undefined)[]): number | undefined =>
  parts.reduce<number | undefined>(
    (all, part) => (all === undefined || part === undefined ? undefined : all + part),
    0,
  );
