import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startLab } from '../../src/lab/server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { BINARY, labConfig, run, start } from './binary.ts';
import { rows } from './results.ts';

async function place(works = 3) {
  const lab = await startLab({ works, seed: 5, sizeScale: 0.1, faults: ['pmc-oa-pdf'] });
  const dir = await tempDir();
  const config = await labConfig(dir.path, lab.origin, { download: { verify_identity: 'off' } });
  const fifo = join(dir.path, 'ids.txt');
  const stack = new AsyncDisposableStack();
  stack.use(dir);
  stack.use(lab);
  const ids = lab.world.works.map(({ paper }) => paper.spelling);
  return {
    ids,
    config,
    fifo,
    folder: dir.path,
    out: join(dir.path, 'out'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
const runsOf = (out: string) => rows<{ state: string }>(out, 'SELECT state FROM runs');
const started = async (out: string) => {
  while (!existsSync(join(out, 'r', 'manifest.jsonl'))) await sleep(50);
};

describe('a named pipe as input', { timeout: 60_000 }, () => {
  test('is read to its end, however late and slowly its writer writes', async () => {
    await using at = await place();
    execFileSync('mkfifo', [at.fifo]);
    const pull = start(['pull', '-c', at.config, '--ids', at.fifo, '--run-id', 'r']);
    await started(at.out);
    const writer = await open(at.fifo, 'w');
    for (const id of at.ids) {
      await writer.write(`${id}\n`);
      await sleep(150);
    }
    await writer.close();
    expect((await pull.ended).code).toBe(0);
    expect(rows(at.out, 'SELECT 1 FROM catalog_entries')).toHaveLength(3);
    expect(runsOf(at.out)).toEqual([{ state: 'finished' }]);
  });

  test.each(['whose writer never comes', 'whose writer never closes'])(
    '%s: a stop is heard, and the rest is told as lost',
    async (kind) => {
      await using at = await place();
      execFileSync('mkfifo', [at.fifo]);
      const pull = start(['pull', '-c', at.config, '--ids', at.fifo, '--run-id', 'r']);
      await started(at.out);
      const writer = kind.endsWith('closes') ? await open(at.fifo, 'w') : undefined;
      await writer?.write(`${at.ids[0]}\n`);
      pull.child.kill('SIGTERM');
      const { code, stdout, stderr } = await pull.ended;
      await writer?.close();
      expect(code).toBe(143);
      expect(stdout.split('\n')[0]).toContain(`the rest of ${at.fifo} was not read`);
      expect(stderr).toContain('`resume` cannot read it');
      expect(runsOf(at.out)).toEqual([{ state: 'interrupted' }]);
      const again = await run(['resume', '-c', at.config, '--run', join(at.out, 'r')]);
      expect(again.code).toBe(1);
      expect(again.stderr).toContain(`the rest of ${at.fifo} was not read when the run stopped`);
      expect(again.stdout.split('\n')[0]).toBe(
        'Nothing was left to do: every work that was listed has ended, and `resume` cannot list the rest. This is the summary of the run.',
      );
      for (const told of [stdout, again.stdout]) expect(told).not.toMatch(/^resume /m);
    },
  );
});

test('a list given by the shell as <(…) is read', { timeout: 60_000 }, async () => {
  await using at = await place();
  const line = `"${process.execPath}" "${BINARY}" pull -c "${at.config}" --ids <(printf '%s\\n' ${at.ids.map((id) => `'${id}'`).join(' ')})`;
  const shell = spawn('bash', ['-c', line], { stdio: 'ignore' });
  const code = await new Promise((resolve) => shell.once('exit', resolve));
  expect(code).toBe(0);
  expect(rows(at.out, 'SELECT 1 FROM catalog_entries')).toHaveLength(3);
});

test('an endless device as input hears a stop, and a link to a list is followed', {
  timeout: 60_000,
}, async () => {
  await using at = await place();
  const pull = start(['pull', '-c', at.config, '--ids', '/dev/zero', '--run-id', 'r']);
  await started(at.out);
  pull.child.kill('SIGTERM');
  expect((await pull.ended).code).toBe(143);

  await writeFile(join(at.folder, 'true.txt'), at.ids.join('\n'));
  await symlink(join(at.folder, 'true.txt'), at.fifo);
  expect((await run(['pull', '-c', at.config, '--ids', at.fifo])).code).toBe(0);
});
