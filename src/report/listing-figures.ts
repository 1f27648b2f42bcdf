import type { ListingFigures } from '../core/metrics.ts';
import { NEW_RUN, type SourcePlace } from '../core/source-place.ts';

/** Nothing is on record about what a run was to list. */
export const LISTING_UNKNOWN: ListingFigures = { listed: 0, of: null, complete: null, problem: null };

/** The sources of a run together. One that nobody counted gives what the run has of works, as far as is known. */
export function listingFigures(places: readonly SourcePlace[], works: number): ListingFigures {
  const listed = places.map((place) => place.listed);
  // A source that has listed more than it says it has does not know how many it has.
  const of = places.map((place) => ((place.listed ?? 0) > (place.of ?? 0) ? undefined : place.of));
  const problems = places.flatMap(({ problem }) => problem ?? []);
  return {
    listed: sum(listed) ?? works,
    of: places.length === 0 ? null : (sum(of) ?? null),
    complete: places.every(({ exhausted }) => exhausted),
    problem: problems.length === 0 ? null : problems.join('; '),
  };
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
