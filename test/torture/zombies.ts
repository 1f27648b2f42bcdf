import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../e2e/binary.ts';
import { enginesOf } from '../e2e/process-tree.ts';
import { rows } from '../e2e/results.ts';
import { draws, patiently, type RowOptions, type RowResult, type Stage, setStage } from './stage.ts';

export interface ZombieOptions extends RowOptions {
  readonly races: number;
  readonly works: number;
}

const TTL_S = 0.8;
const PROCESSES = 4;
/** Long before this the works of a stopped process are given to others. */
const GIVE_UP_S = 20;

const leasesOf = (out: string, pid: number): number => {
  try {
    const sql = `SELECT count(*) AS n FROM jobs WHERE state = 'in_progress' AND worker_id = '${pid}'`;
    return rows<{ n: number }>(out, sql)[0]?.n ?? 0;
  } catch {
    return 0;
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
};

interface Tally {
  races: number;
  rounds: number;
  takenOver: number;
}

/** Stops all engine processes but one while they hold leases, until others have their works; then lets them go on. */
async function zombieRound(
  stage: Stage,
  { tally, draw, options }: { tally: Tally; draw: (below: number) => number; options: ZombieOptions },
): Promise<readonly string[]> {
  tally.rounds += 1;
  const times = { lease_ttl_seconds: TTL_S, heartbeat_seconds: TTL_S / 4, workers: 12 };
  const round = await stage.round({ orchestrator: times }, ['--processes', String(PROCESSES)]);
  const run = start(round.pull);
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  while (!isOver && !stage.isLate()) {
    await wait(50 + draw(250));
    const engines = enginesOf(run.child.pid ?? 0);
    if (tally.races >= options.races || engines.length < PROCESSES) continue;
    const stopped = engines.toSorted(() => draw(1) - 0.5).slice(1);
    for (const pid of stopped) send(pid, 'SIGSTOP');
    await wait(20);
    const holders = stopped.filter((pid) => leasesOf(round.out, pid) > 0);
    await patiently(() => holders.every((pid) => leasesOf(round.out, pid) === 0), GIVE_UP_S);
    tally.takenOver += holders.filter((pid) => leasesOf(round.out, pid) === 0).length;
    for (const pid of stopped) send(pid, 'SIGCONT');
    tally.races += holders.length;
  }
  if (!isOver) {
    for (const pid of enginesOf(run.child.pid ?? 0)) send(pid, 'SIGCONT');
    run.child.kill('SIGTERM');
  }
  const { code, stderr } = await run.ended;
  if (code !== 0 && code !== 1) return [`the run ended with ${code}: ${stderr}`];
  return round.faults();
}

/**
 * Engine processes are stopped beyond the time their leases last, while others do their works, and then go on as if
 * nothing had happened: whatever they still say about those works must change nothing.
 */
export async function zombies(options: ZombieOptions): Promise<RowResult> {
  await using stage = await setStage(options, options.works);
  const draw = draws(options.seed);
  const tally: Tally = { races: 0, rounds: 0, takenOver: 0 };
  const violations: string[] = [];
  while (tally.races < options.races && !stage.isLate() && violations.length < 20) {
    violations.push(...(await zombieRound(stage, { tally, draw, options })));
    process.stderr.write(`zombies: ${tally.races} of ${options.races}, ${violations.length} violations\n`);
  }
  const late = tally.races - tally.takenOver;
  if (late > 0) violations.push(`${late} stopped processes still held leases after ${GIVE_UP_S} s`);
  return {
    name: 'zombies',
    races: tally.races,
    taken_over: tally.takenOver,
    runs: tally.rounds,
    stale_commits: violations.length,
    violations,
    seconds: stage.seconds(),
  };
}
