/** `--help` of the built program against an empty script of the same Node, in turn; medians. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, median, PROGRAM, rounded } from './product/run-product.ts';

const ROUNDS = 25;
const TARGETS = { ratio: 1.5, ms: 100 };

const folder = mkdtempSync(join(tmpdir(), 'startup-help-'));
const empty = join(folder, 'empty.js');
writeFileSync(empty, '');
const timed = (...args: readonly string[]): number => {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
};
try {
  const help: number[] = [];
  const nothing: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [own, bare] = [timed(PROGRAM, '--help'), timed(empty)];
    // The first round warms the disk.
    if (round === 0) continue;
    help.push(own);
    nothing.push(bare);
  }
  const ratio = median(help.map((ms, at) => ms / (nothing[at] ?? Number.NaN)));
  const met = ratio <= TARGETS.ratio && median(help) < TARGETS.ms;
  console.log(
    JSON.stringify(
      {
        bench: 'startup-help',
        ratio: rounded(ratio),
        help_ms: {
          median: rounded(median(help), 1),
          min: rounded(Math.min(...help), 1),
          max: rounded(Math.max(...help), 1),
        },
        empty_script_ms: rounded(median(nothing), 1),
        n: ROUNDS,
        targets: TARGETS,
        met,
        load: load(),
      },
      null,
      2,
    ),
  );
  process.exitCode = met ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
