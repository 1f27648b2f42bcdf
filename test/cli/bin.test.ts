import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';

const BIN = resolve('src/bin/contentdownload.ts');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(DTKG_|DOCSTOKG_|NO_COLOR|NODE_)/.test(name),
  );
  try {
    const options = { env: { ...Object.fromEntries(plain), ...env } };
    return { code: 0, ...(await promisify(execFile)(process.execPath, [BIN, ...args], options)) };
  } catch (error) {
    return error as Ended;
  }
}

describe('the program as a process', () => {
  test('prints its configuration, whatever else is in the environment', async () => {
    const { code, stdout, stderr } = await run(['print-config', '--json'], {
      DTKG_UNRELATED: 'yes',
      DTKG_OUT: '/data',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ config: { out: '/data' }, origins: { out: 'env DTKG_OUT' } });
    expect(stderr.trim()).toBe('config: DTKG_UNRELATED is ignored: no key begins like this');
    expect((await run(['print-config', '-q'], { DTKG_UNRELATED: 'yes' })).stderr).toBe('');
  });

  test('shows a key as set, never as it is', async () => {
    const { stdout } = await run(['print-config'], { DOCSTOKG_CONTENT_API_KEY_OPENALEX: 'S3CR3T-openalex' });
    expect(stdout).toMatch(/api_key: set \(sha256 [0-9a-f]{8}\) {2}# env DOCSTOKG_CONTENT_API_KEY_OPENALEX/);
    expect(stdout).not.toContain('S3CR3T');
  });

  test('validates a file, through a link too, and names the line of each error', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cd.yaml');
    await writeFile(path, 'out: here\nhtp: {}\nhttp:\n  proxi: x\n');
    await symlink(path, join(dir.path, 'link.yaml'));
    const { code, stdout, stderr } = await run(['validate-config', '-c', join(dir.path, 'link.yaml')]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^config: http\.proxi .* did you mean http\.proxy\? \(from .*link\.yaml:4\)$/),
      expect.stringMatching(/^config: htp .* did you mean http\? \(from .*link\.yaml:2\)$/),
    ]);
    await writeFile(path, 'out: here\n');
    expect((await run(['validate-config', '-c', path])).stdout).toMatch(
      /cd\.yaml is valid \(config_hash \w{64}\)/,
    );
    await writeFile(path, 'ou: here\n');
    const machine = await run(['validate-config', '-c', path, '--json']);
    expect(machine.code).toBe(2);
    expect(JSON.parse(machine.stdout)).toMatchObject({
      valid: false,
      errors: [expect.stringContaining('ou is')],
    });
  });

  test.each([
    ['missing.yaml', 'there is no such file'],
    ['folder', 'it is a folder'],
  ])('says why %s cannot be read', async (name, why) => {
    await using dir = await tempDir();
    await mkdir(join(dir.path, 'folder'));
    const path = join(dir.path, name);
    expect(await run(['print-config', '-c', path])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `config: ${path} cannot be read: ${why}\n`,
    });
  });

  test('prints a JSON Schema', async () => {
    const { stdout } = await run(['config-schema']);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test('does not mind a reader that goes away', async () => {
    const child = spawn(process.execPath, [BIN, 'print-config'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const code = await new Promise((done) => child.on('close', done));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('uses no colour where nobody sees it', async () => {
    const { stdout } = await run(['--help'], { FORCE_COLOR: '1' });
    expect(stdout).not.toContain('\u001b');
  });
});

/** A Node too old for the program, where this machine has one. */
const oldNode = (process.env['PATH'] ?? '')
  .split(':')
  .map((folder) => join(folder, 'node'))
  .find((path) => {
    const major = /^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
    return major !== undefined && Number(major) < 24;
  });

describe('an older Node', () => {
  test.skipIf(oldNode === undefined)('is refused with one sentence and exit code 3', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'contentdownload.mjs');
    await writeFile(path, stripTypeScriptTypes(await readFile(BIN, 'utf8')));
    await chmod(path, 0o755);
    const { status, stdout, stderr } = spawnSync(oldNode ?? '', [path, '--help'], { encoding: 'utf8' });
    expect(status).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^contentdownload needs Node 24 or newer, but this is Node \d+\.\d+\.\d+ .*\n$/);
  });
});
