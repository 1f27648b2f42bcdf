/**
 * SIGKILL at random, and on again: works lost, doubled or wrong, and the time from a restart to the first new work that
 * has ended. `npm run bench -- crash-resume [KILLS] [WORKS] [SEED]` prints JSON; the program must be built.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomKills } from '../test/torture/random-kills.ts';

const [kills = 30, works = 120, seed = 7] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'crash-resume-'));
try {
  const result = await randomKills({ folder, kills, works, seed, maxSeconds: 1800 });
  const { first_new_work_s, violations } = result;
  console.log(
    JSON.stringify(
      {
        name: 'crash-resume',
        kills: result['kills'],
        works: result['works'],
        lost_or_duplicate: violations.length,
        first_new_work_s,
        target: { lost_or_duplicate: 0, first_new_work_s: 1 },
        violations,
      },
      null,
      2,
    ),
  );
  if (violations.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
