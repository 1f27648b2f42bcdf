import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { BINARY, type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';

/** The lab tells its other names too. */
type NamedTwice = LabWork & { readonly openalex: string };

const PROGRAM = 'contentdownload() { "$NODE" "$BINARY" "$@"; }; ';

/** Types a printed line into a shell, in a folder that has nothing to do with the run. */
const typed = async (line: string, cwd: string): Promise<string> => {
  const env = { ...process.env, NODE: process.execPath, BINARY };
  return (await promisify(execFile)('sh', ['-c', PROGRAM + line], { cwd, env })).stdout;
};

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

describe('what the built program says of works named twice, in a folder with a space', {
  timeout: 180_000,
}, () => {
  let lab: LabProcess;
  let works: readonly NamedTwice[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let dir: string;
  let given: readonly string[];

  beforeAll(async () => {
    lab = await startLab('--works', '4', '--seed', '3', '--faults', 'pmc-oa-pdf');
    works = (await lab.world()) as readonly NamedTwice[];
    folder = await tempDir();
    dir = join(folder.path, 'my runs');
    await mkdir(dir);
    const ids = join(dir, 'ids.txt');
    await writeFile(ids, works.flatMap(({ spelling, openalex }) => [spelling, openalex]).join('\n'));
    const config = await labConfig(dir, lab.origin, { download: { verify_identity: 'off' } });
    given = ['pull', '--ids', ids, '-c', config];
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('a dry run counts each of them in one place', async () => {
    const { stdout } = await run([...given, '--dry-run', '--json']);
    const told = JSON.parse(stdout) as Record<string, number> & { tiers: Record<string, number> };
    expect(told).toMatchObject({ works: 2 * works.length, duplicates: works.length, not_offered: 0 });
    expect(told['offered']).toBe(works.length);
    expect(sum(told.tiers)).toBe(told['offered']);
  });

  test('nothing is missed by the second name, and the other work is named', async () => {
    const { stdout } = await run([...given, '--run-id', 'first']);
    expect(stdout).not.toContain('without a file');
    expect(stdout).toContain(
      `duplicates: ${works.length} works are the same as other ones, which have the file`,
    );
    const { id, openalex: twin } = works[0]!;
    const out = join(dir, 'out');
    const report = await run(['report', '--run', join(out, 'first')]);
    expect(report.stdout).toContain('Nothing: every work has a file.');
    expect(report.stdout).toContain(`| openalex:${twin} | ${id.replaceAll('_', '\\_')} |`);
    const copied = JSON.parse((await run(['report', '--run', join(out, 'first'), '--json'])).stdout);
    expect(copied).toMatchObject({ missed: {}, folder: join(out, 'first') });
    const explained = await run(['explain', '--work', twin, '--out', out]);
    expect(explained.stdout).toContain(`openalex:${twin} was counted as a duplicate in run first`);
    expect(explained.stdout.split('\n')[0]).toContain(id);
  });

  test('after a second run the printed commands work as they stand, and tell of that run alone', async () => {
    const { stdout } = await run([...given, '--run-id', 'second']);
    const list = /list them: (contentdownload .*)\)$/m.exec(stdout)?.[1] ?? 'false';
    const listed = (await typed(list, folder.path)).trimEnd().split('\n').slice(1);
    expect(listed).toHaveLength(works.length);
    for (const { id } of works) expect(listed.filter((line) => line.startsWith(`${id} `))).toHaveLength(1);
    const report = /^report +(contentdownload .*)$/m.exec(stdout)?.[1] ?? 'false';
    expect(await typed(report, folder.path)).toContain('Run second');
  });
});
