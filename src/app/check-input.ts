import { UserError } from '../core/errors.ts';
import type { CountedInput } from '../ledger/input.ts';

/** Every line of the input has come to one outcome, one waiting work, one duplicate or one reject; anything else is a bug. */
export function checkInput({ counted, works, rejected, duplicates }: CountedInput): void {
  const { lines } = counted;
  const kept = counted.works - (counted.elsewhere ?? 0) + (counted.taken_over ?? 0);
  const sum = counted.works + counted.duplicates + counted.rejected;
  const problems = [
    ...(sum === lines
      ? []
      : [`${lines} lines were read, and works, duplicates and rejected lines make ${sum}`]),
    ...(works === kept ? [] : [`${kept} works were counted, and ${works} ended or wait`]),
    ...(rejected === counted.rejected
      ? []
      : [`${counted.rejected} rejected lines were counted, and ${rejected} are on record`]),
    ...(duplicates === counted.duplicates
      ? []
      : [`${counted.duplicates} duplicates were counted, and ${duplicates} are on record`]),
  ];
  if (problems.length > 0)
    throw new UserError(
      `the input does not add up: ${problems.join('; ')}. This is a bug, please report it; the records are complete in the ledger`,
      3,
    );
}
