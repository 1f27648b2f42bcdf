import type { SimulationReport } from './simulate.ts';
import type { TraceLine } from './trace.ts';

/** Calls that say nothing by themselves: what they led to has a line of its own. */
const CHATTER =
  /^(begin|commit|outbox|exported|lanes|stats|limiter|ready at|push back|space|close|stat |read |receive |send )/;
const ABOUT_WORK = /\bw(\d+)\b|_w(\d+)|W1(\d{3})\b|works[/](\d+)/;
/** Of interest whatever the work is. */
const FOR_ALL = /^(dies|is stopped|is told|loses power|ends:|is ready|warns|is -?\d+ s off)/;

const worksIn = (text: string): ReadonlySet<number> =>
  new Set(
    [...text.matchAll(new RegExp(ABOUT_WORK, 'g'))].map(([, doi, file, openalex, api]) =>
      Number(doi ?? file ?? openalex ?? api),
    ),
  );

const show = ({ atMs, who, what }: TraceLine): string =>
  `${(atMs / 1000).toFixed(3).padStart(10)} s  ${who.padEnd(6)} ${what}`;

/** What happened to the works that went wrong, in order, with what happened to everyone; readable by a person. */
export function timeline({ lines, violations }: SimulationReport): readonly string[] {
  const concerned = worksIn(violations.join(' '));
  const isTold = ({ what }: TraceLine): boolean => {
    if (FOR_ALL.test(what)) return true;
    if (concerned.size === 0) return !CHATTER.test(what);
    const own = worksIn(what);
    return !CHATTER.test(what) && [...own].some((work) => concerned.has(work));
  };
  const firstWrong = lines.findIndex(({ who }) => who === 'WRONG');
  const until = firstWrong < 0 ? lines.length : firstWrong + 1;
  return lines
    .slice(0, until)
    .filter((line) => line.who === 'WRONG' || isTold(line))
    .map(show);
}
