import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { BINARY, labConfig, run, startLab } from './binary.ts';

interface Findings {
  readonly problems: number;
  readonly findings: readonly { readonly check: string; readonly status: string; readonly found: string }[];
}

/** Each test starts several programs, which a busy machine makes slow. */
const PATIENCE_MS = 180_000;

describe('setting up by the built program', { timeout: PATIENCE_MS }, () => {
  test('init writes a configuration that is valid, says what was answered, and overwrites nothing', async () => {
    await using folder = await tempDir();
    const cwd = folder.path;
    const flags = [
      '--yes',
      '--mailto',
      'ada@math.example.ac.uk',
      '--ids',
      'dois.txt',
      '--formats',
      'pdf,xml',
    ];
    const written = await run(['init', 'cd.yaml', ...flags], { cwd });
    expect(written).toMatchObject({ code: 0 });
    const shown = JSON.parse((await run(['print-config', '-c', 'cd.yaml', '--json'], { cwd })).stdout) as {
      config: Record<string, unknown>;
    };
    expect(shown.config).toMatchObject({
      mailto: 'ada@math.example.ac.uk',
      inputs: { ids: 'dois.txt' },
      download: { formats: ['pdf', 'xml'] },
    });
    // What nobody was asked for is as it comes.
    const plain = JSON.parse((await run(['print-config', '--json'], { cwd })).stdout) as {
      config: Record<string, unknown>;
    };
    expect(shown.config['rate_limit']).toEqual(plain.config['rate_limit']);
    expect(shown.config['resolvers']).toEqual(plain.config['resolvers']);
    await writeFile(join(cwd, 'cd.yaml'), 'mailto: precious@example.ac.uk\n');
    expect(await run(['init', 'cd.yaml', '--yes'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--force replaces it/),
    });
    expect(await readFile(join(cwd, 'cd.yaml'), 'utf8')).toContain('precious');
    expect(await run(['init', 'cd.yaml', '--yes', '--force'], { cwd })).toMatchObject({ code: 0 });
    expect(await run(['validate-config', '-c', 'cd.yaml'], { cwd })).toMatchObject({ code: 0 });
    expect(await run(['init', 'bad.yaml', '--yes', '--mailto', 'nobody'], { cwd })).toMatchObject({
      code: 2,
    });
  });

  test('doctor asks nobody, tells what is missing, and with --online asks each source one question', async () => {
    await using folder = await tempDir();
    const cwd = folder.path;
    const nothing = await run(['doctor', '--json'], { cwd });
    expect(nothing.code).toBe(1);
    const told = JSON.parse(nothing.stdout) as Findings;
    expect(told.findings.find(({ status }) => status === 'problem')).toMatchObject({ check: 'contact' });

    await using lab = await startLab('--works', '2');
    const config = await labConfig(cwd, lab.origin, {
      resolvers: { order: ['openalex', 'unpaywall', 'arxiv'] },
    });
    const offline = await run(['doctor', '-c', config, '--json'], { cwd });
    expect(offline).toMatchObject({ code: 0 });
    expect(await lab.requests()).toBe(0);
    const online = JSON.parse(
      (await run(['doctor', '-c', config, '--online', '--json'], { cwd })).stdout,
    ) as Findings;
    const sources = online.findings.filter(({ check }) => check === 'source');
    expect(sources.map(({ found }) => found.split(/[ :]/)[0])).toEqual(['openalex', 'unpaywall', 'arxiv']);
    expect(await lab.requests()).toBe(2);
    expect(await lab.violations()).toEqual([]);
  });
});

/** Gives a program a terminal (util-linux). */
const SCRIPT = '/usr/bin/script';

describe.skipIf(!existsSync(SCRIPT))('setting up at a terminal', { timeout: PATIENCE_MS }, () => {
  test('Ctrl-C at a question ends it as the signal does everywhere, and nothing is written', async () => {
    await using folder = await tempDir();
    const init = `'${process.execPath}' '${BINARY}' init cd.yaml`;
    const terminal = spawn(SCRIPT, ['-qefc', init, '/dev/null'], { cwd: folder.path });
    const ended = once(terminal, 'close');
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('e-mail')) terminal.stdin.write('\u0003');
    });
    expect(await ended).toEqual([128 + constants.signals.SIGINT, null]);
    expect(await readdir(folder.path)).toEqual([]);
  });
});
