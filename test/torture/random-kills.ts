import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../e2e/binary.ts';
import { enginesOf } from '../e2e/process-tree.ts';
import { rows } from '../e2e/results.ts';
import { watchFetches } from './fetched-again.ts';
import {
  type Draw,
  draws,
  finish,
  hasBegun,
  quantile,
  type Round,
  type RowOptions,
  type RowResult,
  rounded,
  type Stage,
  setStage,
} from './stage.ts';

export interface KillOptions extends RowOptions {
  readonly kills: number;
  readonly works: number;
}

/**
 * Whoever is hit alone three times is blamed, as it must be: nobody can tell it from a work that kills its process. So the
 * last works are left in peace, and so is a run in which the deaths to come could be one too many. The last death is
 * charged only by the next start: to the one that was alone in flight, or to the suspect.
 */
const UNDISTURBED = 0.2;
const DEATHS = 3;
const CHARGED = `
  crashes + (state = 'in_progress' AND
    (unclean_ends >= 2 OR (SELECT count(*) FROM jobs WHERE state = 'in_progress') = 1))`;
const isOnEdge = (round: Round, deathsToCome: number): boolean =>
  hasBegun(round) &&
  rows(round.out, `SELECT 1 FROM jobs WHERE ${CHARGED} >= ${DEATHS - deathsToCome}`).length > 0;
const LONGEST_MS = 3000;
const LATEST_MS = 1200;

interface Tally {
  kills: number;
  engineKills: number;
  rounds: number;
  /** From the start of the program to the first work that ended after it. */
  readonly firstWorkMs: number[];
}

interface Life {
  readonly args: readonly string[];
  readonly killAfterMs: number;
  /** Counted from the first new work; else from the start of the program. */
  readonly isLate: boolean;
  /** Hits one of the engine processes, where there are any. */
  readonly hitsEngine: boolean;
}

/** No start takes longer, on the busiest machine. */
const PATIENCE_MS = 30_000;

/** Runs the program for a while and kills it; `false` when it ended by itself before. */
async function live(round: Round, life: Life, tally: Tally): Promise<boolean> {
  const { args, killAfterMs, isLate, hitsEngine } = life;
  const before = round.ended();
  const started = performance.now();
  const { child, ended } = start(args);
  let isOver = false;
  void ended.then(() => (isOver = true));
  let killAt = started + (isLate ? PATIENCE_MS : killAfterMs);
  let hasWork = false;
  for (let now = started; now < killAt && !isOver; now = performance.now()) {
    if (!hasWork && round.ended() > before) {
      hasWork = true;
      tally.firstWorkMs.push(now - started);
      if (isLate) killAt = now + killAfterMs;
    }
    await wait(10);
  }
  const engine = hitsEngine ? enginesOf(child.pid ?? 0)[0] : undefined;
  if (engine !== undefined && !isOver) {
    process.kill(engine, 'SIGKILL');
    tally.engineKills += 1;
    await wait(300);
  }
  if (isOver) return false;
  child.kill('SIGKILL');
  await ended;
  tally.kills += 1;
  return true;
}

async function killRound(
  stage: Stage,
  { draw, tally, options }: { draw: Draw; tally: Tally; options: KillOptions },
): Promise<readonly string[]> {
  tally.rounds += 1;
  // Every third round has engine processes, and now and then only one of those is hit first.
  const hasEngines = tally.rounds % 3 === 0;
  const round = await stage.round({}, hasEngines ? ['--processes', '2'] : []);
  const watch = await watchFetches(stage.lab, round.out);
  while (tally.kills < options.kills && !stage.isLate()) {
    if (round.ended() > round.works * (1 - UNDISTURBED) || isOnEdge(round, hasEngines ? 2 : 1)) break;
    const args = hasBegun(round) ? round.resume : round.pull;
    const isLate = draw(1) < 0.6;
    const killAfterMs = isLate ? draw(LATEST_MS) : 50 + draw(LONGEST_MS);
    const life = { args, killAfterMs, isLate, hitsEngine: hasEngines && draw(1) < 0.3 };
    if (!(await live(round, life, tally))) break;
    if (hasBegun(round)) await watch.note();
  }
  const faults = await finish(round, hasBegun(round) ? round.resume : round.pull);
  return [...faults, ...(await watch.again())].map((fault) => `round ${tally.rounds}: ${fault}`);
}

/**
 * SIGKILL at random moments, the run gone on with each time until it is drained; then the next run. The lab's access log
 * and an independent look at files and records judge it.
 */
export async function randomKills(options: KillOptions): Promise<RowResult> {
  await using stage = await setStage(options, options.works);
  const draw = draws(options.seed);
  const tally: Tally = { kills: 0, engineKills: 0, rounds: 0, firstWorkMs: [] };
  const violations: string[] = [];
  while (tally.kills < options.kills && !stage.isLate() && violations.length < 20) {
    violations.push(...(await killRound(stage, { draw, tally, options })));
    process.stderr.write(
      `random-kills: ${tally.kills} of ${options.kills}, ${violations.length} violations\n`,
    );
  }
  return {
    name: 'random-kills',
    kills: tally.kills,
    engine_kills: tally.engineKills,
    runs: tally.rounds,
    works: tally.rounds * options.works,
    first_new_work_s: {
      restarts: tally.firstWorkMs.length,
      p50: rounded(quantile(tally.firstWorkMs, 0.5) / 1000),
      max: rounded(Math.max(0, ...tally.firstWorkMs) / 1000),
    },
    violations,
    seconds: stage.seconds(),
  };
}
