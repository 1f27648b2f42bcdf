import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { start } from '../e2e/binary.ts';
import { rows } from '../e2e/results.ts';
import { draws, type RowOptions, type RowResult, setStage } from './stage.ts';

export interface JumpOptions extends RowOptions {
  readonly works: number;
}

export const FAKE_TIME_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const canFakeTime = (): boolean => existsSync(FAKE_TIME_LIBRARY);

const SLOW_HOST = 'api.unpaywall.org';
const INTERVAL_MS = 200;
const WINDOW = 5;
const fast = { metadata: '500/second', landing: '500/second', artifact: '500/second' };
const policies = {
  ...Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, fast])),
  [SLOW_HOST]: { metadata: `1/${INTERVAL_MS / 1000}second` },
};
const STEPS = ['+0', '+3600', '-3600', '+86400', '-86400', '+315360000'];

/** The wall clock jumps by hours, days and years in the middle of a run: no lease is lost for it, no rate broken, no wait hangs. */
export async function clockJumps(options: JumpOptions): Promise<RowResult> {
  if (!canFakeTime()) throw new Error('clock-jumps needs libfaketime (Debian: faketime)');
  await using stage = await setStage(options, options.works);
  const draw = draws(options.seed);
  const round = await stage.round({
    rate_limit: { default: fast, policies },
    orchestrator: { lease_ttl_seconds: 2, heartbeat_seconds: 0.5 },
  });
  const file = join(options.folder, 'wall-clock');
  writeFileSync(file, '+0');
  const run = start([...round.pull, '--processes', '2'], {
    env: {
      LD_PRELOAD: FAKE_TIME_LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  });
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  let jumps = 0;
  for (; !isOver && !stage.isLate(); jumps++) {
    await wait(100 + draw(400));
    writeFileSync(file, STEPS[Math.floor(draw(STEPS.length))] ?? '+0');
  }
  if (!isOver) run.child.kill('SIGKILL');
  const { code, stderr } = await run.ended;
  const starts = (await stage.lab.accessLog())
    .filter(({ host }) => host === SLOW_HOST)
    .map(({ startMs }) => startMs)
    .toSorted((a, b) => a - b);
  // One that is held up on a busy machine comes close to the next; five in a row do not come close to each other.
  const spans = starts.slice(WINDOW).map((at, index) => at - (starts[index] ?? 0));
  const bursts = spans.filter((span) => span < WINDOW * INTERVAL_MS * 0.75).length;
  const lost = rows<{ n: number }>(
    round.out,
    "SELECT count(*) AS n FROM attempts WHERE reason = 'lease-lost'",
  );
  return {
    name: 'clock-jumps',
    jumps,
    works: options.works,
    spaced_requests: starts.length,
    smallest_span_of_five_ms: Math.round(Math.min(...spans)),
    interval_ms: INTERVAL_MS,
    violations: [
      ...(code === 0 || code === 1 ? await round.faults() : [`the run ended with ${code}: ${stderr}`]),
      ...(bursts > 0 ? [`${bursts} times five requests came too fast`] : []),
      ...(lost[0]?.n === 0 ? [] : [`${lost[0]?.n} leases were lost`]),
      ...(stderr.includes('is silent') ? ['a process was thought to be silent'] : []),
    ],
    seconds: stage.seconds(),
  };
}
