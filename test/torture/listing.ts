import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { labConfig, start, startLab } from '../e2e/binary.ts';
import { rows } from '../e2e/results.ts';
import { type Draw, draws, type RowOptions, type RowResult } from './stage.ts';

export interface ListingOptions extends RowOptions {
  readonly works: number;
  readonly kills: number;
}

const PAGE = 200;
/** Time between a page and the next, in which a kill falls somewhere. */
const LATENCY_MS = 400;
/** A life sees none, one or two pages: twenty of them do not come to the end of twenty-five. */
const MOST_PAGES = 2.4;
const SHOWN = 5;

function countIn(out: string, sql: string): number {
  try {
    return rows<{ n: number }>(out, sql)[0]?.n ?? 0;
  } catch {
    // Not made yet, or just being made.
    return 0;
  }
}

const worksIn = (out: string): number => countIn(out, 'SELECT count(*) AS n FROM works');

const isListed = (out: string): boolean =>
  countIn(out, 'SELECT count(*) AS n FROM cursors WHERE exhausted = 1') === 1;

interface Place {
  readonly out: string;
  readonly pull: readonly string[];
}

/** Goes on with the run where there is one. */
const argsOf = ({ out, pull }: Place): readonly string[] =>
  countIn(out, "SELECT count(*) AS n FROM runs WHERE run_id = 'r'") === 1
    ? ['resume', '--run', join(out, 'r')]
    : pull;

/** What a life ended by other than our hand says, if it did. */
async function killWhileListing(
  place: Place,
  requests: () => Promise<number>,
  draw: Draw,
): Promise<readonly string[]> {
  const before = await requests();
  const goal = worksIn(place.out) + Math.floor(draw(MOST_PAGES)) * PAGE;
  const { child, ended } = start(argsOf(place));
  const isUp = () => child.exitCode === null && !isListed(place.out);
  while ((await requests()) === before && isUp()) await wait(20);
  while (worksIn(place.out) < goal && isUp()) await wait(10);
  await wait(draw(LATENCY_MS));
  child.kill('SIGKILL');
  const { code, stderr } = await ended;
  return code === null ? [] : [`the program ended with ${code}: ${stderr.slice(-300)}`];
}

/** Lets it list to the end, and stops it then: what becomes of the works is another matter. */
async function listToTheEnd(place: Place, isLate: () => boolean): Promise<void> {
  const { child, ended } = start(argsOf(place));
  while (!isListed(place.out) && child.exitCode === null && !isLate()) await wait(50);
  child.kill('SIGTERM');
  await ended;
}

/** An OpenAlex listing killed at random moments and resumed: every work is queued once, none is lost. */
export async function listing({
  folder,
  seed,
  maxSeconds,
  works,
  kills,
}: ListingOptions): Promise<RowResult> {
  const began = performance.now();
  const isLate = () => performance.now() - began > maxSeconds * 1000;
  mkdirSync(folder, { recursive: true });
  await using lab = await startLab(
    '--works',
    String(works),
    '--seed',
    String(seed),
    '--latency',
    String(LATENCY_MS),
  );
  const out = join(folder, 'out');
  const config = await labConfig(folder, lab.origin, { orchestrator: { workers: 2 } });
  const query = ['--query', 'publication_year:>1900'];
  const place = { out, pull: ['pull', '-c', config, '--run-id', 'r', ...query] };
  const draw = draws(seed);
  const listedAt: number[] = [];
  const untimely: string[] = [];
  while (listedAt.length < kills && !isListed(out) && !isLate()) {
    untimely.push(...(await killWhileListing(place, lab.requests, draw)));
    listedAt.push(worksIn(out));
  }
  await listToTheEnd(place, isLate);
  const expected = (await lab.world()).filter(({ sources }) => sources.openalex !== null);
  const known = new Set(rows<{ id: string }>(out, 'SELECT id FROM works').map(({ id }) => id));
  const lost = expected.filter(({ id }) => !known.has(id));
  const jobs = countIn(out, 'SELECT count(*) AS n FROM jobs');
  return {
    name: 'listing',
    works: expected.length,
    kills: listedAt.length,
    listedAt,
    queued: jobs,
    seconds: Math.round((performance.now() - began) / 1000),
    violations: [
      ...(isListed(out) ? [] : ['the listing did not come to its end']),
      ...(listedAt.length < kills ? [`only ${listedAt.length} kills fell into the listing`] : []),
      ...untimely.slice(0, SHOWN),
      ...lost.slice(0, SHOWN).map(({ id }) => `${id} was lost, one of ${lost.length}`),
      ...(known.size > expected.length ? ['works are queued that nobody listed'] : []),
      ...(jobs === known.size ? [] : [`${jobs} jobs for ${known.size} works`]),
    ],
  };
}
