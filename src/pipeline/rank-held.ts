import type { Artifact } from '../core/artifact.ts';
import type { Format } from '../core/plan.ts';
import type { HeldFile } from '../core/progress.ts';

const TRUST = { proven: 0, unsure: 1, wrong: 2 } as const;

/** A file nobody looked into is taken for what it claims to be: there is nothing to doubt it by. */
const trustOf = ({ identity }: Artifact): number => TRUST[identity?.verdict ?? 'proven'];

/** Not proven to be the work. */
export const isDoubtful = ({ artifact }: HeldFile): boolean => trustOf(artifact) > 0;

/** HTML where something else is wanted first. */
export const isFallback = ({ format }: Artifact, formats: readonly Format[]): boolean =>
  format === 'html' && formats[0] !== 'html';

/** Best first: what is proven, then the format asked for first, then the higher score, then the one that came first. */
export function rankHeld(files: readonly HeldFile[], formats: readonly Format[]): readonly HeldFile[] {
  const worth = ({ artifact }: HeldFile): readonly number[] => [
    trustOf(artifact),
    formats.indexOf(artifact.format),
    -(artifact.identity?.score ?? 1),
  ];
  const better = (a: HeldFile, b: HeldFile): number => {
    const [ofA, ofB] = [worth(a), worth(b)];
    const at = ofA.findIndex((value, index) => value !== ofB[index]);
    return at < 0 ? 0 : (ofA[at] ?? 0) - (ofB[at] ?? 0);
  };
  return files.toSorted(better);
}

/** Nothing that may still come would be better. */
export const isSettled = (file: HeldFile, formats: readonly Format[]): boolean =>
  !isDoubtful(file) && !isFallback(file.artifact, formats);
