import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';

const PROGRAM = new URL('./programs/finish-works.ts', import.meta.url);

interface Line {
  readonly seq: number;
  readonly record_type: string;
  readonly doc_id: string;
}

/** Every line parsed; the last one ended. */
async function linesIn(folder: string): Promise<readonly Line[]> {
  const text = await readFile(join(folder, 'run-1', 'manifest.jsonl'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function expectWhole(lines: readonly Line[], works: number): void {
  expect(lines.findIndex(({ seq }, index) => seq !== index + 1)).toBe(-1);
  const ended = lines.filter(({ record_type }) => record_type === 'outcome').map(({ doc_id }) => doc_id);
  expect(ended).toHaveLength(works);
  expect(new Set(ended).size).toBe(works);
}

describe('the records of many workers', () => {
  test('are whole and contiguous when 16 finish a thousand works each at once', {
    timeout: 120_000,
  }, async () => {
    await using dir = await tempDir();
    const child = fork(PROGRAM, [dir.path, '16000'], { execArgv: [] });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    const lines = await linesIn(dir.path);
    expect(lines).toHaveLength(32_000);
    expectWhole(lines, 16_000);
  });

  test('are whole in the end when the process is killed again and again', { timeout: 120_000 }, async () => {
    await using dir = await tempDir();
    const random = seededRandom(7);
    let kills = 0;
    for (;;) {
      const child = fork(PROGRAM, [dir.path, '3000'], { execArgv: [] });
      const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
      await Promise.race([once(child, 'message'), exited]);
      if (kills < 6) {
        await wait(random.next() * 120);
        child.kill('SIGKILL');
        kills++;
      }
      const [code] = await exited;
      if (code === 0) break;
    }
    expect(kills).toBeGreaterThan(0);
    expectWhole(await linesIn(dir.path), 3000);
  });
});
