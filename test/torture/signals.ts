import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../e2e/binary.ts';
import { leasesIn } from '../e2e/wholeness.ts';
import {
  draws,
  finish,
  hasBegun,
  patiently,
  quantile,
  type Round,
  type RowOptions,
  type RowResult,
  rounded,
  setStage,
} from './stage.ts';

export interface SignalOptions extends RowOptions {
  readonly signals: number;
  readonly works: number;
}

const GRACE_S = 1;
const CODES = { SIGTERM: 143, SIGINT: 130 } as const;
const UNDISTURBED = 0.2;
/** Leases last 45 s by default: whoever waits for that is seen. */
const AT_ONCE_S = 20;

interface Shot {
  readonly signal: keyof typeof CODES;
  /** While the program is starting. */
  readonly isEarly: boolean;
  readonly afterMs: number;
  /** A second signal, so long after the first. */
  readonly againAfterMs: number | undefined;
}

interface Tally {
  signals: number;
  doubles: number;
  rounds: number;
  readonly exitMs: number[];
}

async function shoot(
  round: Round,
  { signal, isEarly, afterMs, againAfterMs }: Shot,
  tally: Tally,
): Promise<readonly string[]> {
  const before = round.ended();
  const { child, ended } = start(hasBegun(round) ? round.resume : round.pull);
  let isOver = false;
  void ended.then(() => (isOver = true));
  // Most find works under way, which proves that nothing waits for old leases to run out; some find the program starting.
  if (!isEarly && !(await patiently(() => isOver || round.ended() > before, AT_ONCE_S)))
    return [`no work was done within ${AT_ONCE_S} s of a start`];
  await wait(afterMs);
  if (isOver) return [];
  child.kill(signal);
  const sent = performance.now();
  if (againAfterMs !== undefined) {
    await wait(againAfterMs);
    child.kill(signal);
  }
  const { code, signal: killedBy, stderr } = await ended;
  const tookMs = performance.now() - sent;
  tally.signals += 1;
  tally.exitMs.push(tookMs);
  const faults: string[] = [];
  // Before the program listens for signals it is ended by them; after its work is done it may end by itself.
  const isRight = code === CODES[signal] || killedBy === signal || code === 0 || code === 1;
  if (!isRight) faults.push(`${signal} ended the run with ${code ?? killedBy}: ${stderr}`);
  if (tookMs > (GRACE_S + 1) * 1000) faults.push(`${signal}: gone only after ${Math.round(tookMs)} ms`);
  if (againAfterMs === undefined && killedBy === null && hasBegun(round) && leasesIn(round.out) > 0)
    faults.push(`${signal}: ${leasesIn(round.out)} leases were not given back`);
  return faults;
}

/** SIGTERM and SIGINT at random moments, one in four twice: gone within the grace period and a second, no lease left behind. */
export async function signals(options: SignalOptions): Promise<RowResult> {
  await using stage = await setStage(options, options.works);
  const draw = draws(options.seed);
  const tally: Tally = { signals: 0, doubles: 0, rounds: 0, exitMs: [] };
  const violations: string[] = [];
  while (tally.signals < options.signals && !stage.isLate() && violations.length < 20) {
    tally.rounds += 1;
    const flags = tally.rounds % 2 === 0 ? ['--processes', '2'] : [];
    const round = await stage.round({ orchestrator: { shutdown_grace_s: GRACE_S } }, flags);
    while (
      tally.signals < options.signals &&
      !stage.isLate() &&
      round.ended() < round.works * (1 - UNDISTURBED)
    ) {
      const isDouble = draw(1) < 0.25;
      tally.doubles += Number(isDouble);
      const shot: Shot = {
        signal: draw(1) < 0.5 ? 'SIGTERM' : 'SIGINT',
        isEarly: draw(1) < 0.2,
        afterMs: draw(600),
        againAfterMs: isDouble ? draw(200) : undefined,
      };
      violations.push(...(await shoot(round, shot, tally)));
    }
    violations.push(...(await finish(round, hasBegun(round) ? round.resume : round.pull)));
    process.stderr.write(
      `signals: ${tally.signals} of ${options.signals}, ${violations.length} violations\n`,
    );
  }
  return {
    name: 'signals',
    signals: tally.signals,
    twice: tally.doubles,
    runs: tally.rounds,
    exit_s: {
      p50: rounded(quantile(tally.exitMs, 0.5) / 1000),
      max: rounded(Math.max(0, ...tally.exitMs) / 1000),
      allowed: GRACE_S + 1,
    },
    violations,
    seconds: stage.seconds(),
  };
}
