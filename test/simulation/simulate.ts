import type { Random } from '../../src/core/random.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { draws } from './draws.ts';
import { type Generation, runChild, runFirst, type SessionEnd } from './engine.ts';
import type { FiredFault } from './faults.ts';
import { judgeCounters, judgeFiles, judgeParts, judgeRun } from './judge-run.ts';
import type { SimProcess } from './machine.ts';
import { NO_PLANT, type Plant } from './plant.ts';
import type { Scenario } from './scenario.ts';
import type { TraceLine } from './trace.ts';
import { createWorld, type World } from './world.ts';

export interface SimulationRequest {
  readonly seed: number;
  readonly plant?: Plant;
  /** Only these faults happen. */
  readonly allowed?: ReadonlySet<string>;
  readonly keepsLines?: boolean;
  readonly scenario?: Partial<Scenario>;
  /** A kill of the first process at this step, before or after its effect. */
  readonly killAt?: { readonly step: number; readonly isBefore: boolean };
}

export interface SimulationReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly traceHash: string;
  readonly fired: readonly FiredFault[];
  readonly lines: readonly TraceLine[];
  readonly works: number;
  /** Starts of the program. */
  readonly sessions: number;
  readonly requests: number;
  readonly virtualMs: number;
  /** Steps of the first process of the first session. */
  readonly firstSteps: number;
}

/** No honest session lasts longer. */
const SESSION_LIMIT_MS = 24 * 3600_000;
/** Sessions in peace until everything has ended. */
const PEACEFUL_SESSIONS = 8;

/** One seed: a world, interruptions and faults of all kinds, then peace, in which everything must come to its end. */
export async function simulate(request: SimulationRequest): Promise<SimulationReport> {
  const { seed, plant = NO_PLANT, allowed, keepsLines = false, scenario } = request;
  using world = createWorld({
    seed,
    plant,
    keepsLines,
    ...(allowed && { allowed }),
    ...(scenario && { scenario }),
  });
  const story = new Story(world, request.killAt);
  const startedAt = world.machine.time.now();
  try {
    await story.run('run-1');
    if (world.scenario.hasSecondRun) await story.run('run-2');
    judgeParts(world);
    world.cutPower();
    judgeFiles(world);
  } catch (error) {
    world.offences.push(
      error instanceof Error ? `${error.message} ${request.keepsLines ? error.stack : ''}` : String(error),
    );
  }
  return {
    seed,
    violations: [...world.watch.offences, ...world.origin.offences, ...world.offences],
    traceHash: world.machine.trace.hash(),
    fired: world.faults.fired,
    lines: world.machine.trace.lines,
    works: world.scenario.works.length,
    sessions: story.sessions,
    requests: world.origin.log.length,
    virtualMs: world.machine.time.now() - startedAt,
    firstSteps: story.firstSteps,
  };
}

type Ending = SessionEnd | { readonly kind: 'died' };

/** Starts of the program, one after the other, on one machine. */
class Story {
  sessions = 0;
  firstSteps = 0;
  readonly #world: World;
  readonly #killAt: SimulationRequest['killAt'];

  constructor(world: World, killAt: SimulationRequest['killAt']) {
    this.#world = world;
    this.#killAt = killAt;
  }

  async run(runId: string): Promise<void> {
    const { scenario, faults, offences, machine } = this.#world;
    let end: Ending | undefined;
    faults.goOn();
    for (let count = 0; count < scenario.interruptions && end?.kind !== 'finished'; count++) {
      end = await this.#session(runId);
      await this.#between();
    }
    faults.cease();
    for (let count = 0; count < PEACEFUL_SESSIONS; count++) {
      end = await this.#session(runId);
      const isOver = end.kind === 'finished' && end.drain.waiting === 0;
      if (isOver) break;
      if (end.kind !== 'finished') throw new Error(`in peace, a session ended as ${end.kind}`);
      const waitMs = Math.max(0, (end.drain.until ?? 0) - machine.time.now() - machine.wallOffsetMs);
      await machine.time.until(machine.time.sleep(waitMs + 1));
    }
    if (end?.kind !== 'finished' || end.drain.waiting > 0) offences.push(`${runId} does not come to an end`);
    else judgeRun(this.#world, runId);
  }

  async #between(): Promise<void> {
    const { machine, seed, db, offences } = this.#world;
    judgeCounters(db, offences);
    const pauseMs = draws(seed).next(`pause ${this.sessions}`) * 20_000;
    await machine.time.until(machine.time.sleep(pauseMs));
  }

  async #session(runId: string): Promise<Ending> {
    const world = this.#world;
    const { machine, scenario, seed } = world;
    const number = ++this.sessions;
    const stop = new AbortController();
    const first = machine.start(`g${number}p0`);
    const children = Array.from({ length: scenario.processes - 1 }, (_, at) =>
      machine.start(`g${number}p${at + 1}`),
    );
    const generation: Generation = {
      world,
      number,
      runId,
      limiter: memoryLimiter(first.clock),
      stop: stop.signal,
      random: randomOf(seed, number),
      isListing: true,
      hasLostOne: () => children.some((child) => child.isDead()),
    };
    scheduleBlows(world, { first, children, number, stop });
    if (this.#killAt && number === 1)
      first.strikeAt({
        atStep: this.#killAt.step,
        isBefore: this.#killAt.isBefore,
        isDeadly: true,
        share: 0.5,
        fall: die(world),
      });
    const died = new Promise<Ending>((resolve) =>
      first.onDeath(() => {
        for (const child of children) child.kill();
        resolve({ kind: 'died' });
      }),
    );
    const startChildren = () =>
      Promise.allSettled(
        children.map((child) =>
          Promise.race([
            // A process that cannot go on exits.
            runChild(generation, child).catch(() => child.kill()),
            deathOf(child),
          ]),
        ),
      );
    const main = runFirst(generation, first, startChildren);
    const tooLong = machine.time.sleep(SESSION_LIMIT_MS).then((): never => {
      throw new Error(`a session of ${runId} has not ended after a day`);
    });
    const end = await machine.time.until(Promise.race([main, died, tooLong]));
    tooLong.catch(() => undefined);
    if (number === 1) this.firstSteps = first.steps();
    machine.trace.note(
      first.name,
      `session ends: ${end.kind}${end.kind === 'refused' ? ` (${end.problem})` : ''}`,
    );
    for (const one of [first, ...children]) one.kill();
    return end;
  }
}

/** A process is stopped this often at most. */
const FREEZES = 3;

const deathOf = (process: SimProcess): Promise<void> => new Promise((resolve) => process.onDeath(resolve));

const die = (world: World) => (process: SimProcess) => {
  world.deaths += 1;
  process.kill();
};

interface Cast {
  readonly first: SimProcess;
  readonly children: readonly SimProcess[];
  readonly number: number;
  readonly stop: AbortController;
}

/** Draws what befalls these processes, and when: a step for what happens to a process, a moment for signals and clocks. */
function scheduleBlows(world: World, { first, children, number, stop }: Cast): void {
  const { faults, machine, scenario } = world;
  const { time } = machine;
  const steps = 40 + scenario.works.length * 25;
  const at = (shape: number) => 1 + Math.floor(shape ** 2 * steps);
  const second = (shape: number) => (shape * 997) % 1;
  const strike = (
    process: SimProcess,
    shape: number,
    fall: (process: SimProcess) => void,
    isDeadly: boolean,
  ) =>
    process.strikeAt({
      atStep: at(shape),
      isBefore: second(shape) < 0.5,
      share: second(second(shape)),
      isDeadly,
      fall,
    });

  const kill = faults.strikes('kill', first.name);
  if (kill !== undefined) strike(first, kill, die(world), true);
  const cut = faults.strikes('power-cut', first.name);
  if (cut !== undefined)
    strike(
      first,
      cut,
      (process) => {
        die(world)(process);
        world.cutPower();
      },
      true,
    );
  for (const process of [first, ...children]) {
    for (let count = 0; count < FREEZES; count++) {
      const freeze = faults.strikes('freeze', process.name);
      if (freeze !== undefined)
        strike(process, freeze, (one) => one.freeze(scenario.leaseTtlMs * (0.4 + 2 * second(freeze))), false);
    }
  }
  for (const child of children) {
    const childKill = faults.strikes('child-kill', child.name);
    if (childKill !== undefined) strike(child, childKill, die(world), true);
  }
  const signal = faults.strikes('stop-signal', `g${number}`);
  if (signal !== undefined)
    time.after(signal ** 2 * 20_000, () => {
      machine.trace.note(`g${number}`, 'is told to stop');
      stop.abort(new Error('stop'));
    });
  const step = faults.strikes('clock-step', `g${number}`);
  if (step !== undefined)
    time.after(step * 20_000, () => {
      machine.wallOffsetMs += (second(step) - 0.5) * 2 * 600_000;
      machine.trace.note('clock', `is ${Math.round(machine.wallOffsetMs / 1000)} s off`);
    });
}

function randomOf(seed: number, generation: number): Random {
  const from = draws(seed);
  return { next: () => from.next(`generation ${generation}`), id: () => `id-${generation}` };
}
