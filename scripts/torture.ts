/**
 * Long tests of what must survive anything, on the built program: `npm run torture -- NAME`, or `all` for every row.
 *
 *   kill-sweep [--every N | --only 'CALL N'] [--jobs N]    SIGKILL at every system call that changes something
 *   random-kills [--kills N]                                     SIGKILL at random moments
 *   zombies [--races N]                                          processes stopped beyond their leases, then continued
 *   signals [--signals N]                                        SIGTERM and SIGINT, also twice
 *   start-race [--runners N]                                     many starts on one folder at once
 *   clock-jumps                                                  the wall clock jumps by hours, days and years
 *   clock-between-runs                                           a run begins under a clock that is years off
 *   busy                                                         another program holds the database again and again
 *   closed-stdout                                                nobody reads the output any more
 *   listing [--listing-kills N] [--listing-works N]             SIGKILL at random moments of an OpenAlex listing
 *   disk-cycles [--cycles N]                                     the disk is filled and freed again and again
 *   network                                                      every kind of outage at every phase, in network namespaces
 *   disk-errors [--every N]                                      each call of the file system fails once (EIO and others)
 *
 * `--seed N`, `--works N` and `--max-seconds S` (per row) hold for all. Prints JSON; exit code 1 with violations.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canMakeNamespaces } from '../test/network/namespaces.ts';
import { busy } from '../test/torture/busy.ts';
import { clockBetweenRuns } from '../test/torture/clock-between-runs.ts';
import { canFakeTime, clockJumps } from '../test/torture/clock-jumps.ts';
import { closedStdout } from '../test/torture/closed-stdout.ts';
import { canMount, diskCycles } from '../test/torture/disk-cycles.ts';
import { diskErrors } from '../test/torture/disk-errors.ts';
import { killSweep } from '../test/torture/kill-sweep.ts';
import { listing } from '../test/torture/listing.ts';
import { network } from '../test/torture/network.ts';
import { randomKills } from '../test/torture/random-kills.ts';
import { signals } from '../test/torture/signals.ts';
import { startRace } from '../test/torture/start-race.ts';
import { zombies } from '../test/torture/zombies.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    works: { type: 'string' },
    seed: { type: 'string', default: '7' },
    cycles: { type: 'string', default: '10' },
    kills: { type: 'string', default: '200' },
    'listing-kills': { type: 'string', default: '20' },
    'listing-works': { type: 'string', default: '5000' },
    races: { type: 'string', default: '200' },
    signals: { type: 'string', default: '200' },
    runners: { type: 'string', default: '50' },
    'max-seconds': { type: 'string', default: '3600' },
  },
});
const base = mkdtempSync(join(tmpdir(), 'contentdownload-torture-'));
const seed = Number(values.seed);
const works = Number(values.works ?? 120);
const maxSeconds = Number(values['max-seconds']);
const inFolder = (name: string) => ({ folder: join(base, name), seed, works, maxSeconds });

async function cycles(): Promise<unknown> {
  if (!canMount()) throw new Error('disk-cycles needs root, to mount a small file system');
  const shared = { cycles: Number(values.cycles), works: 200, seed };
  const folder = join(base, 'disk-cycles');
  const bytes = await diskCycles({ ...shared, folder: join(folder, 'bytes'), shortage: 'bytes' });
  const inodes = await diskCycles({ ...shared, folder: join(folder, 'inodes'), shortage: 'inodes' });
  return { name: 'disk-cycles', bytes, inodes, violations: [...bytes.violations, ...inodes.violations] };
}

const sweep = () =>
  killSweep({
    works: Number(values.works ?? 20),
    jobs: Number(values.jobs),
    seed,
    every: Number(values.every),
    only: values.only,
    maxSeconds,
    folder: base,
  });

const ROWS: Readonly<Record<string, () => Promise<unknown>>> = {
  'random-kills': () => randomKills({ ...inFolder('random-kills'), kills: Number(values.kills) }),
  zombies: () => zombies({ ...inFolder('zombies'), races: Number(values.races) }),
  signals: () => signals({ ...inFolder('signals'), signals: Number(values.signals) }),
  'start-race': () => startRace({ ...inFolder('start-race'), runners: Number(values.runners) }),
  'clock-jumps': () => clockJumps(inFolder('clock-jumps')),
  'clock-between-runs': () =>
    clockBetweenRuns({ ...inFolder('clock-between-runs'), works: Number(values.works ?? 40) }),
  busy: () => busy(inFolder('busy')),
  'closed-stdout': () => closedStdout(inFolder('closed-stdout')),
  listing: () =>
    listing({
      ...inFolder('listing'),
      works: Number(values['listing-works']),
      kills: Number(values['listing-kills']),
    }),
  'disk-cycles': cycles,
  network: () => network({ works: Number(values.works ?? 30), maxSeconds }),
  'disk-errors': () =>
    diskErrors({
      folder: join(base, 'disk-errors'),
      works: Number(values.works ?? 6),
      seed,
      every: Number(values.every),
      codes: ['EIO', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'],
    }),
  'kill-sweep': sweep,
};

/** What this machine cannot do is left out of `all`, and said. */
const CANNOT: Readonly<Record<string, () => boolean>> = {
  'disk-cycles': () => !canMount(),
  'clock-jumps': () => !canFakeTime(),
  'clock-between-runs': () => !canFakeTime(),
  network: () => !canMakeNamespaces(),
};

async function runRow(name: string): Promise<void> {
  if (positionals[0] === 'all' && CANNOT[name]?.()) {
    console.log(JSON.stringify({ name, skipped: true }));
    return;
  }
  const result = (await ROWS[name]?.()) as { readonly violations: readonly unknown[] };
  console.log(JSON.stringify(result, null, 2));
  if (result.violations.length > 0) process.exitCode = 1;
}

// Whoever ends this also ends the runs it started, and their folders.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(base, { recursive: true, force: true });
    process.exit(1);
  });

try {
  const names = positionals[0] === 'all' ? Object.keys(ROWS) : positionals;
  if (names.length === 0 || names.some((name) => !(name in ROWS))) {
    console.error(`usage: npm run torture -- NAME…, of ${Object.keys(ROWS).join(', ')}, or all`);
    process.exitCode = 2;
  } else if (!existsSync('dist/bin/contentdownload.js')) {
    console.error('the program is not built: npm run build');
    process.exitCode = 2;
  } else for (const name of names) await runRow(name);
} finally {
  rmSync(base, { recursive: true, force: true });
}
