import type { Random } from '../../src/core/random.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { scheduleBlows, strikeDead } from './blows.ts';
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
  /** The first process dies at this step, before or after its effect; and the power with it. */
  readonly dieAt?: { readonly step: number; readonly isBefore: boolean; readonly withPower: boolean };
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
/** Processes that join do so within this time. */
const LATEST_START_MS = 4000;
const LONGEST_PAUSE_MS = 20_000;

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
  const { time, trace } = world.machine;
  const story: Story = { world, sessions: 0, firstSteps: 0, ...(request.dieAt && { dieAt: request.dieAt }) };
  const startedAt = time.now();
  try {
    await tellRun(story, 'run-1');
    if (world.scenario.hasSecondRun) await tellRun(story, 'run-2');
    judgeParts(world);
    world.cutPower();
    judgeFiles(world);
  } catch (error) {
    world.offences.push(error instanceof Error ? error.message : String(error));
    if (keepsLines && error instanceof Error) trace.note('bug', error.stack ?? '');
  }
  return {
    seed,
    violations: [...world.watch.offences, ...world.origin.offences, ...world.offences],
    traceHash: trace.hash(),
    fired: world.faults.fired,
    lines: trace.lines,
    works: world.scenario.works.length,
    sessions: story.sessions,
    requests: world.origin.log.length,
    virtualMs: time.now() - startedAt,
    firstSteps: story.firstSteps,
  };
}

/** Starts of the program, one after the other, on one machine. */
interface Story {
  readonly world: World;
  readonly dieAt?: NonNullable<SimulationRequest['dieAt']>;
  sessions: number;
  firstSteps: number;
  last?: Ending;
}

type Ending = SessionEnd | { readonly kind: 'died' };

async function tellRun(story: Story, runId: string): Promise<void> {
  const { scenario, faults, offences, machine } = story.world;
  let end: Ending | undefined;
  faults.goOn();
  for (let count = 0; count < scenario.interruptions && end?.kind !== 'finished'; count++) {
    end = await runSession(story, runId);
    await rest(story);
  }
  faults.cease();
  for (let count = 0; count < PEACEFUL_SESSIONS; count++) {
    end = await runSession(story, runId);
    if (end.kind !== 'finished') throw new Error(`in peace, a session ended as ${end.kind}`);
    if (end.drain.waiting === 0) return judgeRun(story.world, runId);
    const waitMs = Math.max(0, (end.drain.until ?? 0) - machine.time.now() - machine.wallOffsetMs);
    await machine.time.until(machine.time.sleep(waitMs + 1));
  }
  offences.push(`${runId} does not come to an end`);
}

/** Nothing runs: what was committed is looked at, and some time goes by. */
async function rest({ world, sessions }: Story): Promise<void> {
  const { machine, seed, db, offences, watch } = world;
  judgeCounters(db, offences);
  watch.compare();
  const pauseMs = draws(seed).next(`pause ${sessions}`) * LONGEST_PAUSE_MS;
  await machine.time.until(machine.time.sleep(pauseMs));
}

async function runSession(story: Story, runId: string): Promise<Ending> {
  const { world } = story;
  const { machine, scenario, seed } = world;
  const number = ++story.sessions;
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
    lastHolderDied: story.last?.kind === 'died',
    hasLostOne: () => children.some((child) => child.isDead()),
  };
  scheduleBlows(world, { first, children, number, stop });
  if (story.dieAt && number === 1) strikeDead(world, first, story.dieAt);
  first.onDeath(() => {
    for (const child of children) child.kill();
  });
  const main = runFirst(generation, first, () => startChildren(generation, children));
  const end = await machine.time.until(
    Promise.race([main, deathOf(first).then((): Ending => ({ kind: 'died' })), tooLong(world, runId)]),
  );
  story.last = end;
  if (number === 1) story.firstSteps = first.steps();
  machine.trace.note(first.name, `ends: ${end.kind}${end.kind === 'refused' ? ` (${end.problem})` : ''}`);
  for (const one of [first, ...children]) one.kill();
  return end;
}

function startChildren(generation: Generation, children: readonly SimProcess[]): Promise<readonly unknown[]> {
  const { machine, seed } = generation.world;
  const start = async (child: SimProcess): Promise<void> => {
    await machine.time.sleep(draws(seed).next(`start of ${child.name}`) * LATEST_START_MS);
    // A process that cannot go on exits.
    await runChild(generation, child).catch(() => child.kill());
  };
  return Promise.all(children.map((child) => Promise.race([start(child), deathOf(child)])));
}

const deathOf = (process: SimProcess): Promise<void> => new Promise((resolve) => process.onDeath(resolve));

const tooLong = ({ machine }: World, runId: string): Promise<never> =>
  new Promise((_, reject) => {
    machine.time.after(SESSION_LIMIT_MS, () =>
      reject(new Error(`a session of ${runId} has not ended after a day`)),
    );
  });

function randomOf(seed: number, generation: number): Random {
  const from = draws(seed);
  return { next: () => from.next(`generation ${generation}`), id: () => `id-${generation}` };
}
