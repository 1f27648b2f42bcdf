import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type LabProcess, labConfig, run, start, startLab } from './binary.ts';
import { entries, filesIn } from './results.ts';

/** Requests answered slowly: a run of a few works takes long enough to be met by another. */
const LATENCY_MS = 400;
const WORKS = 24;

describe('two configurations that meet at one database or one artifact root', () => {
  let lab: LabProcess;
  let ids: readonly string[];
  let folder: Awaited<ReturnType<typeof tempDir>>;

  beforeAll(async () => {
    lab = await startLab(
      '--works',
      String(WORKS),
      '--seed',
      '5',
      '--faults',
      'gold-best-pdf',
      '--latency',
      String(LATENCY_MS),
    );
    ids = (await lab.world()).map(({ spelling }) => spelling);
    folder = await tempDir();
  }, 60_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const place = async (name: string): Promise<string> => {
    const path = join(folder.path, name);
    await mkdir(path, { recursive: true });
    return path;
  };
  const config = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
    labConfig(await place(name), lab.origin, more);
  const mark = (root: string): string => join(root, '.contentdownload.json');

  /** Its summary says so: it drains. */
  const draining = async (out: string): Promise<void> => {
    for (let n = 0; n < 400 && !existsSync(join(out, 'run.lock.json')); n++) await sleep(25);
    expect(existsSync(join(out, 'run.lock.json'))).toBe(true);
  };

  test('a second drainer of a database is refused with its holder, whatever the path is called', async () => {
    const shared = join(await place('one-database'), 'ledger.sqlite');
    const alias = join(folder.path, 'alias.sqlite');
    await symlink(shared, alias);
    const a = await config('a1', { storage: { path: shared } });
    const b = await config('b1', { storage: { path: alias } });
    const first = start(['pull', '-c', a, ...ids, '-q']);
    await draining(join(folder.path, 'a1', 'out'));
    for (const command of [
      ['pull', ...ids.slice(0, 2)],
      ['queue', 'run'],
      ['run', '--ids', '/dev/null'],
    ]) {
      const second = await run([command[0]!, ...command.slice(1), '-c', b]);
      expect(second.stderr).toMatch(
        new RegExp(
          `ledger\\.sqlite.* is held by process ${first.child.pid} on \\S+ since 20\\S+Z \\(pull\\)`,
        ),
      );
      expect(second.code).toBe(3);
    }
    const gc = await run(['catalog', 'gc', '--delete', '--db-path', alias, '-c', a]);
    expect(gc.stderr).toContain(`is held by process ${first.child.pid}`);
    expect(gc.code).toBe(3);
    expect((await first.ended).code).toBe(0);
    expect((await run(['pull', '-c', b, ids[0]!, '-q'])).code).toBe(0);
  }, 120_000);

  test('a root that another ledger keeps its files in is refused before anything in it is touched', async () => {
    const root = join(folder.path, 'shared-root');
    const a = await config('a2', { artifacts: { root } });
    const b = await config('b2', { artifacts: { root } });
    const first = start(['pull', '-c', a, ...ids, '-q']);
    await draining(join(folder.path, 'a2', 'out'));
    for (let n = 0; n < 400 && !existsSync(mark(root)); n++) await sleep(25);
    const beside = await run(['pull', '-c', b, ids[0]!]);
    expect(beside.stderr).toContain(
      `artifacts.root ${root} belongs to the ledger ${join(folder.path, 'a2', 'out', 'manifest.sqlite3')}`,
    );
    expect(beside.code).toBe(3);
    expect((await first.ended).code).toBe(0);
    const files = await filesIn(root);
    expect(files.length).toBe(WORKS + 1); // with the mark
    for (const command of [['gc', '--delete'], ['gc'], ['dedupe'], ['verify']]) {
      const refused = await run(['catalog', ...command, '-c', b]);
      expect(refused.stderr).toContain('belongs to the ledger');
      expect(refused.code).toBe(3);
    }
    expect(await filesIn(root)).toEqual(files);
    expect((await run(['catalog', 'verify', '--strict', '-c', a])).code).toBe(0);
    expect((await run(['catalog', 'gc', '-c', a, '--json'])).stdout).toContain('"files": []');
  }, 120_000);

  test('a root of an earlier version is adopted by the ledger that names its files, and by no other', async () => {
    const root = join(folder.path, 'old-root');
    const a = await config('a3', { artifacts: { root } });
    const b = await config('b3', { artifacts: { root } });
    expect((await run(['pull', '-c', a, ...ids.slice(0, 3), '-q'])).code).toBe(0);
    await rm(mark(root));
    const before = await filesIn(root);
    const other = await run(['pull', '-c', b, ids[4]!]);
    expect(other.stderr).toContain(`artifacts.root ${root} holds 3 files that no row of `);
    expect(other.code).toBe(3);
    const gc = await run(['catalog', 'gc', '--delete', '-c', b]);
    expect(gc.code).toBe(3);
    expect(await filesIn(root)).toEqual(before);
    expect((await run(['pull', '-c', a, ids[3]!, '-q'])).code).toBe(0);
    expect(existsSync(mark(root))).toBe(true);
    await writeFile(mark(root), '');
    expect((await run(['pull', '-c', b, ids[4]!, '-q'])).code).toBe(0);
    expect((await run(['pull', '-c', a, ids[5]!])).stderr).toContain('belongs to the ledger');
  }, 120_000);

  test('a folder that was moved or copied works as before; a copy that shares its root is refused', async () => {
    const home = await place('a4');
    const a = await labConfig(home, lab.origin, { out: 'out' });
    const pull = (cwd: string, ...args: readonly string[]) => run(['pull', '-c', a, ...args, '-q'], { cwd });
    expect((await pull(home, ids[0]!)).code).toBe(0);
    const [copy, moved] = [await place('a4-copy'), await place('a4-moved')];
    await cp(join(home, 'out'), join(copy, 'out'), { recursive: true });
    expect((await pull(copy, ids[1]!)).code).toBe(0);
    expect((await pull(home, ids[2]!)).code).toBe(0);
    await rename(join(home, 'out'), join(moved, 'out'));
    expect((await pull(moved, ids[1]!)).code).toBe(0);
    for (const [cwd, count] of [
      [copy, 2],
      [moved, 3],
    ] as const) {
      expect(entries(join(cwd, 'out')).length).toBe(count);
      expect((await run(['catalog', 'verify', '--strict', '--out', 'out'], { cwd })).code).toBe(0);
    }
    const shared = join(folder.path, 'root-of-copies');
    const c = await config('c4', { artifacts: { root: shared } });
    expect((await run(['pull', '-c', c, ids[0]!, '-q'])).code).toBe(0);
    const d = await config('d4', { artifacts: { root: shared } });
    await cp(join(folder.path, 'c4', 'out'), join(folder.path, 'd4', 'out'), { recursive: true });
    const second = await run(['pull', '-c', d, ids[1]!]);
    expect(second.stderr).toContain('is a copy');
    expect(second.code).toBe(3);
    await rm(join(folder.path, 'c4', 'out'), { recursive: true });
    expect((await run(['pull', '-c', d, ids[1]!, '-q'])).code).toBe(0);
  }, 120_000);

  test('a run on a queue that somebody paused says who did, and goes on when the pause ends', async () => {
    const a = await config('a6');
    const database = join(folder.path, 'a6', 'out', 'manifest.sqlite3');
    expect((await run(['queue', 'enqueue', ids[0]!, '-c', a])).code).toBe(0);
    expect((await run(['queue', 'pause', '-c', a])).code).toBe(0);
    const waiting = start(['pull', ids[1]!, '-c', a]);
    const said =
      /warning: the queue is paused \(queue pause, \S+@\S+, 20\S+Z\): nothing is begun until `contentdownload queue resume`/;
    for (let n = 0; n < 400 && !said.test(waiting.stderr()); n++) await sleep(25);
    expect(waiting.stderr()).toMatch(said);
    expect(waiting.stderr()).toContain(database);
    expect((await run(['queue', 'resume', '-c', a])).code).toBe(0);
    expect((await waiting.ended).code).toBe(0);
    expect(entries(join(folder.path, 'a6', 'out'))).toHaveLength(2);
  }, 60_000);

  test('a ledger made anew in its place keeps the root beside it, which is nobody else’s', async () => {
    const a = await config('a5');
    const out = join(folder.path, 'a5', 'out');
    expect((await run(['pull', '-c', a, ids[0]!, '-q'])).code).toBe(0);
    await rename(join(out, 'manifest.sqlite3'), join(out, 'damaged.sqlite3'));
    expect((await run(['catalog', 'rebuild', '--from', out])).code).toBe(0);
    expect((await run(['pull', '-c', a, ids[1]!, '-q'])).code).toBe(0);
    expect((await run(['catalog', 'verify', '--strict', '--out', out])).code).toBe(0);
    const b = await config('b5', { artifacts: { root: join(out, 'artifacts') } });
    const refused = await run(['pull', '-c', b, ids[0]!]);
    expect(refused.stderr).toContain(`belongs to the ledger ${join(out, 'manifest.sqlite3')}`);
    expect(refused.code).toBe(3);
    expect(await readdir(join(out, 'artifacts'))).toEqual(['PDF']);
  }, 60_000);
});
