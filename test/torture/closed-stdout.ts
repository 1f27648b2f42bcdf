import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { start } from '../e2e/binary.ts';
import { rows } from '../e2e/results.ts';
import { patiently, type Round, type RowOptions, type RowResult, setStage } from './stage.ts';

export interface ClosedOptions extends RowOptions {
  readonly works: number;
}

const isFinished = (round: Round): boolean => {
  try {
    return rows(round.out, "SELECT 1 FROM runs WHERE state = 'finished'").length > 0;
  } catch {
    return false;
  }
};

/** The reader of both outputs goes away in the middle of the run. */
async function readerLeaves(round: Round): Promise<readonly string[]> {
  const { child, ended } = start([...round.pull, '--json']);
  await patiently(() => round.ended() > 5, 60);
  child.stdout?.destroy();
  child.stderr?.destroy();
  const { code, signal } = await ended;
  return code === 0 || code === 1
    ? round.faults()
    : [`a reader that left ended the run with ${code ?? signal}`];
}

/** As people do it: `… | head -1`. */
async function headOne(round: Round): Promise<readonly string[]> {
  const quoted = [process.execPath, resolve('dist/bin/contentdownload.js'), ...round.pull]
    .map((word) => `'${word}'`)
    .join(' ');
  const shell = spawn('sh', ['-c', `${quoted} -v 2>&1 | head -1`], { stdio: 'ignore' });
  await once(shell, 'exit');
  // The pipe is closed long before the run is over.
  if (!(await patiently(() => isFinished(round), 120))) return ['with `| head -1` the run did not end'];
  return round.faults();
}

/** Nobody listens any more: a run does not mind. */
export async function closedStdout(options: ClosedOptions): Promise<RowResult> {
  await using stage = await setStage(options, options.works);
  const violations = [
    ...(await readerLeaves(await stage.round())),
    ...(await readerLeaves(await stage.round({}, ['--processes', '2']))),
    ...(await headOne(await stage.round())),
  ];
  return { name: 'closed-stdout', runs: 3, works: options.works, violations, seconds: stage.seconds() };
}
