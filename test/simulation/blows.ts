import type { Blow, SimProcess } from './machine.ts';
import type { SimulationRequest } from './simulate.ts';
import type { World } from './world.ts';

interface Cast {
  readonly first: SimProcess;
  readonly children: readonly SimProcess[];
  readonly number: number;
  readonly stop: AbortController;
}

/** A process is stopped this often at most. */
const FREEZES = 3;
const SIGNAL_WITHIN_MS = 20_000;
const LARGEST_CLOCK_STEP_MS = 600_000;

/** Where a death is worth most: every second blow falls at one of these. */
const DELICATE = [
  'commit',
  'finish',
  'checkpoint',
  'enqueue',
  'exported',
  'link',
  'unlink',
  'fsync',
  'write',
  'rename',
  'replaceFile',
  'mkdir',
];
/** Where coming back too late is worth most. */
const FENCED = ['finish', 'retry', 'park', 'checkpoint', 'link', 'rename', 'replaceFile', 'lease'];

interface Aim {
  readonly names: readonly string[];
}

/** A second number out of the first. */
const another = (shape: number): number => (shape * 997) % 1;

const die =
  (world: World, withPower: boolean) =>
  (process: SimProcess): void => {
    world.deaths += 1;
    process.kill();
    if (withPower) world.cutPower();
  };

export function strikeDead(
  world: World,
  process: SimProcess,
  { step, isBefore, withPower }: NonNullable<SimulationRequest['dieAt']>,
): void {
  process.strikeAt({ at: step, isBefore, isDeadly: true, share: 0.5, fall: die(world, withPower) });
}

/** Draws what befalls these processes, and when: a step for what happens to a process, a moment for signals and clocks. */
export function scheduleBlows(world: World, { first, children, number, stop }: Cast): void {
  const { faults, machine, scenario } = world;
  const { time, trace } = machine;
  const steps = 40 + scenario.works.length * 25;
  const strike = (process: SimProcess, shape: number, blow: Pick<Blow, 'isDeadly' | 'fall'> & Aim): void => {
    const [second, third] = [another(shape), another(another(shape))];
    const name = second < 0.5 ? blow.names[Math.floor(second * 2 * blow.names.length)] : undefined;
    process.strikeAt({
      at: 1 + Math.floor(shape ** 2 * (name === undefined ? steps : 2 + scenario.works.length)),
      ...(name !== undefined && { name }),
      isBefore: third < 0.5,
      share: another(third),
      isDeadly: blow.isDeadly,
      fall: blow.fall,
    });
  };
  const deadly = (withPower: boolean) => ({ names: DELICATE, isDeadly: true, fall: die(world, withPower) });

  const kill = faults.strikes('kill', first.name);
  if (kill !== undefined) strike(first, kill, deadly(false));
  const cut = faults.strikes('power-cut', first.name);
  if (cut !== undefined) strike(first, cut, deadly(true));
  for (const child of children) {
    const childKill = faults.strikes('child-kill', child.name);
    if (childKill !== undefined) strike(child, childKill, deadly(false));
  }
  for (const process of [first, ...children]) {
    for (let count = 0; count < FREEZES; count++) {
      const shape = faults.strikes('freeze', process.name);
      if (shape === undefined) continue;
      const ms = scenario.leaseTtlMs * (0.4 + 2 * another(another(another(shape))));
      strike(process, shape, { names: FENCED, isDeadly: false, fall: (one) => one.freeze(ms) });
    }
  }
  const signal = faults.strikes('stop-signal', `g${number}`);
  if (signal !== undefined)
    time.after(signal ** 2 * SIGNAL_WITHIN_MS, () => {
      trace.note(`g${number}`, 'is told to stop');
      stop.abort(new Error('stop'));
    });
  const step = faults.strikes('clock-step', `g${number}`);
  if (step !== undefined)
    time.after(step * SIGNAL_WITHIN_MS, () => {
      machine.wallOffsetMs += (another(step) - 0.5) * 2 * LARGEST_CLOCK_STEP_MS;
      trace.note('clock', `is ${Math.round(machine.wallOffsetMs / 1000)} s off`);
    });
}
