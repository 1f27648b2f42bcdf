import { setTimeout as wait } from 'node:timers/promises';
import { start, startLab } from '../e2e/binary.ts';
import { canFakeTime, FAKE_TIME_LIBRARY } from './clock-jumps.ts';
import { type RowOptions, type RowResult, setStage } from './stage.ts';

export interface StepOptions extends RowOptions {
  readonly works: number;
  /** Seconds that the clock of the first run is off. */
  readonly steps?: readonly string[];
}

const STEPS = ['+315360000', '+90000', '+3600', '-3600', '-315360000'];
const FAULTS = '429-retry-after-seconds,429-retry-after-date,503-once,gold-best-pdf';
/** What hosts ask for here takes seconds; a run that takes this long believed a wait that was none. */
const LONGEST_S = 120;

/** A run under a wrong clock is stopped while hosts are waited for; under a right clock it ends as if nothing had been. */
export async function clockBetweenRuns(options: StepOptions): Promise<RowResult> {
  if (!canFakeTime()) throw new Error('clock-between-runs needs libfaketime (Debian: faketime)');
  const flags = ['--works', String(options.works), '--seed', String(options.seed), '--latency', '15'];
  await using stage = await setStage(options, options.works, startLab(...flags, '--faults', FAULTS));
  const violations: string[] = [];
  const slowest = { seconds: 0 };
  const { steps = STEPS } = options;
  for (const step of steps) {
    // Every wait that a host asks for goes to the ledger.
    const round = await stage.round({ orchestrator: { park_after_s: 0, max_park_s: 30 } });
    const first = start(round.pull, {
      env: { LD_PRELOAD: FAKE_TIME_LIBRARY, FAKETIME: `${step}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    });
    await wait(2500);
    first.child.kill('SIGTERM');
    await first.ended;
    const began = performance.now();
    const second = start([...round.resume]);
    const late = setTimeout(() => second.child.kill('SIGKILL'), LONGEST_S * 1000);
    const { code, stderr } = await second.ended;
    clearTimeout(late);
    slowest.seconds = Math.max(slowest.seconds, (performance.now() - began) / 1000);
    if (code === 0 || code === 1)
      violations.push(...(await round.faults()).map((fault) => `${step}: ${fault}`));
    else violations.push(`${step}: the run ended with ${code}: ${stderr}`);
  }
  return {
    name: 'clock-between-runs',
    steps: steps.length,
    works: options.works,
    slowest_resume_s: Math.round(slowest.seconds * 10) / 10,
    violations,
    seconds: stage.seconds(),
  };
}
