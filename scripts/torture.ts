/**
 * Long tests of what must survive anything: `npm run torture -- kill-sweep [--every N | --only 'CALL N'] [--works N] [--max-seconds S]`,
 * `npm run torture -- disk-cycles [--cycles N]`. Prints JSON; exit code 1 with violations.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canMount, diskCycles } from '../test/torture/disk-cycles.ts';
import { killSweep } from '../test/torture/kill-sweep.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    works: { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    cycles: { type: 'string', default: '10' },
    'max-seconds': { type: 'string', default: '3600' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'contentdownload-torture-'));
const seed = Number(values.seed);

async function cycles(): Promise<unknown> {
  if (!canMount()) throw new Error('disk-cycles needs root, to mount a small file system');
  const shared = { cycles: Number(values.cycles), works: 200, seed };
  const bytes = await diskCycles({ ...shared, folder: join(folder, 'bytes'), shortage: 'bytes' });
  const inodes = await diskCycles({ ...shared, folder: join(folder, 'inodes'), shortage: 'inodes' });
  return { name: 'disk-cycles', bytes, inodes, violations: [...bytes.violations, ...inodes.violations] };
}

const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  'kill-sweep': () =>
    killSweep({
      works: Number(values.works),
      seed,
      every: Number(values.every),
      only: values.only,
      maxSeconds: Number(values['max-seconds']),
      folder,
    }),
  'disk-cycles': cycles,
};

try {
  const program = PROGRAMS[positionals[0] ?? ''];
  if (!program) {
    console.error(`usage: npm run torture -- NAME, one of ${Object.keys(PROGRAMS).join(', ')}`);
    process.exitCode = 2;
  } else {
    const result = (await program()) as { readonly violations: readonly unknown[] };
    console.log(JSON.stringify(result, null, 2));
    if (result.violations.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
