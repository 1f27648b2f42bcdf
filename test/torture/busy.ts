import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../e2e/binary.ts';
import { draws, type RowOptions, type RowResult, setStage } from './stage.ts';

export interface BusyOptions extends RowOptions {
  readonly works: number;
}

/** The program is patient for five seconds. */
const LONGEST_HOLD_MS = 2500;

/** Another program holds the write lock of the ledger again and again: the run takes longer, and nothing else. */
export async function busy(options: BusyOptions): Promise<RowResult> {
  await using stage = await setStage(options, options.works);
  const draw = draws(options.seed);
  const round = await stage.round();
  const run = start([...round.pull, '--processes', '2']);
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  const path = join(round.out, 'manifest.sqlite3');
  while (!existsSync(path) && !isOver) await wait(10);
  let holds = 0;
  let heldMs = 0;
  {
    const db = new DatabaseSync(path, { timeout: 2000 });
    while (!isOver && !stage.isLate()) {
      const ms = draw(1) < 0.1 ? draw(LONGEST_HOLD_MS) : draw(300);
      try {
        db.exec('BEGIN IMMEDIATE');
      } catch {
        continue;
      }
      await wait(ms);
      db.exec('COMMIT');
      holds += 1;
      heldMs += ms;
      await wait(20 + draw(100));
    }
    db.close();
  }
  const { code, stderr } = await run.ended;
  return {
    name: 'busy',
    works: options.works,
    holds,
    held_s: Math.round(heldMs / 1000),
    violations: code === 0 || code === 1 ? await round.faults() : [`the run ended with ${code}: ${stderr}`],
    seconds: stage.seconds(),
  };
}
