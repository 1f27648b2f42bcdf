import { start } from '../e2e/binary.ts';
import { patiently, type RowOptions, type RowResult, setStage } from './stage.ts';

export interface RaceOptions extends RowOptions {
  readonly runners: number;
}

/** So slow that the winner is still at work when the last of the others has looked. */
const SLOW = { metadata: '1/2second', landing: '1/2second', artifact: '1/2second' };

/** Many processes start on one folder at once: one works, the others are told who does. */
export async function startRace(options: RaceOptions): Promise<RowResult> {
  await using stage = await setStage(options, 40);
  const round = await stage.round({ rate_limit: { default: SLOW } });
  const runs = Array.from({ length: options.runners }, () => start(round.pull));
  const refusals: { code: number | null; stderr: string }[] = [];
  for (const { ended } of runs) void ended.then((end) => refusals.push(end));
  const isDecided = await patiently(() => refusals.length >= options.runners - 1, options.maxSeconds);
  const alive = runs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  for (const { child } of alive) child.kill('SIGTERM');
  const winners = await Promise.all(alive.map(({ ended }) => ended));
  const losers = refusals.filter((end) => !winners.some((winner) => winner === end));
  const clear = losers.filter(({ code, stderr }) => code === 3 && /is held by process \d+ on/.test(stderr));
  // The note that names the holder is written right after the lock is taken.
  const brief = losers.filter(
    ({ code, stderr }) => code === 3 && stderr.includes('is held by another process'),
  );
  return {
    name: 'start-race',
    runners: options.runners,
    winners: winners.length,
    refused: clear.length + brief.length,
    refused_with_name: clear.length,
    violations: [
      ...(isDecided && winners.length === 1 ? [] : [`${winners.length} of ${options.runners} worked`]),
      ...losers
        .filter((end) => !clear.includes(end) && !brief.includes(end))
        .map(({ code, stderr }) => `refused with ${code}: ${stderr}`),
    ],
    seconds: stage.seconds(),
  };
}
