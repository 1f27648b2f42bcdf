import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';

/** The examples of docs/programmatic-use.md, run as they stand there by a program that has the package installed. */
describe('the package used from a program', { timeout: 120_000 }, () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let examples: readonly string[];

  beforeAll(async () => {
    lab = await startLab('--works', '14', '--seed', '5');
    works = await lab.world();
    folder = await tempDir();
    await mkdir(join(folder.path, 'node_modules'));
    await symlink(resolve('.'), join(folder.path, 'node_modules/contentdownload'));
    const page = await readFile('docs/programmatic-use.md', 'utf8');
    examples = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** The configuration of the lab, as the environment gives it. */
  async function environment(out: string): Promise<Record<string, string>> {
    const file = await labConfig(folder.path, lab.origin);
    const { http, rate_limit } = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
    return {
      DTKG_OUT: join(folder.path, out),
      DTKG_MAILTO: 'tests@university.edu',
      // So that works still wait when a run is stopped after a few.
      ...(out === 'stopped' && { DTKG_ORCHESTRATOR__WORKERS: '1' }),
      ...Object.fromEntries(
        Object.entries({ HTTP: http, RATE_LIMIT: rate_limit }).flatMap(([section, keys]) =>
          Object.entries(keys ?? {}).map(([key, value]) => [
            `DTKG_${section}__${key.toUpperCase()}`,
            JSON.stringify(value),
          ]),
        ),
      ),
    };
  }

  async function runProgram(name: string, code: string, args: readonly string[]) {
    const path = join(folder.path, `${name}.mjs`);
    await writeFile(path, code);
    const env = { ...process.env, ...(await environment(name)) };
    return promisify(execFile)(process.execPath, [path, ...args], {
      cwd: folder.path,
      env,
      timeout: 100_000,
    });
  }

  test('the first example tells every outcome, and what it has told is on disk', async () => {
    const { stdout } = await runProgram(
      'first',
      examples[0]!,
      works.map(({ spelling }) => spelling),
    );
    const lines = stdout.trim().split('\n');
    const told = new Map(lines.slice(0, -1).map((line) => [line.split(' ')[0]!, line.split(' ')]));
    expect(told.size).toBe(works.length);
    for (const { id, expected } of works) expect(told.get(id)?.[1]).toBe(expected.outcome);
    const saved = works.filter(({ expected }) => expected.outcome === 'saved').length;
    expect(lines.at(-1)).toMatch(new RegExp(`: ${saved} of ${works.length} saved$`));
    const files = await readdir(join(folder.path, 'first/artifacts'), { recursive: true });
    for (const [, , , file] of told.values())
      if (file !== '-') expect(files.join()).toContain(file!.split('/').at(-1));
  });

  test('a source of its own is asked through the same stack, under its own section', async () => {
    const ours = works.filter(({ id }) => id.startsWith('doi:10.1201/'));
    const { stdout } = await runProgram(
      'own-source',
      examples[1]!,
      works.map(({ spelling }) => spelling),
    );
    expect(stdout).toMatch(new RegExp(`^${works.length} works ended$`, 'm'));
    expect(Number(/^(\d+) requests to our repository$/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(
      ours.length,
    );
    expect(ours.length).toBeGreaterThan(0);
  });

  test('leaving the loop stops the run with its state saved, and resume goes on to the end', async () => {
    const code = `
      import { ContentDownload, loadConfig } from 'contentdownload';
      const content = ContentDownload.from(await loadConfig());
      const first = content.run({ ids: process.argv.slice(2) });
      const seen = [];
      for await (const { workId } of first) { seen.push(workId); if (seen.length === 3) break; }
      const { runId, wasStopped, metrics } = await first.ended;
      const rest = content.run({}, { resume: runId });
      for await (const { workId } of rest) seen.push(workId);
      const end = await rest.ended;
      console.log(JSON.stringify({ wasStopped, waiting: metrics.waiting, same: end.runId === runId, processed: end.metrics.processed, left: end.metrics.waiting }));
    `;
    const { stdout } = await runProgram(
      'stopped',
      code,
      works.map(({ spelling }) => spelling),
    );
    const end = JSON.parse(stdout) as Record<string, number | boolean>;
    expect(end).toMatchObject({ wasStopped: true, same: true, processed: works.length, left: 0 });
    expect(end['waiting']).toBeGreaterThan(0);
  });

  test('a mistake in the configuration is one error with every problem; a run that cannot start is one too', async () => {
    const code = `
      import { ContentDownload, parseConfig, UserError } from 'contentdownload';
      const problems = (error) => error instanceof UserError ? error.message.split('\\n') : ['a bug: ' + error];
      try { parseConfig({ workers: 3, out: 7 }); } catch (error) { console.log(JSON.stringify(problems(error))); }
      const nobody = ContentDownload.from(parseConfig({ out: 'nobody' }));
      try { await nobody.run({ ids: ['10.1/x'] }).drain(); } catch (error) { console.log(JSON.stringify(problems(error))); }
    `;
    const { stdout } = await runProgram('mistaken', code, []);
    const [config, run] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    expect(config).toEqual([expect.stringMatching(/: out /), expect.stringMatching(/: workers /)]);
    expect(run).toEqual([expect.stringMatching(/^mailto is not set/)]);
  });

  test('the command line asks the resolvers of a plug-in, and explains them', async () => {
    const code = `
      import { defineResolver } from 'contentdownload';
      export const resolvers = [defineResolver({
        name: 'plugged', tier: 'direct_oa', enabledByDefault: true, baseUrl: undefined, own: {},
        accepts: ({ doi }) => doi !== undefined, first: () => undefined,
        async *plans({ doi }) { yield { url: 'https://plugged.example/' + doi + '.pdf', expected: 'pdf' }; },
      })];`;
    await writeFile(join(folder.path, 'plugged.mjs'), code);
    const config = await labConfig(folder.path, lab.origin, { plugins: ['./plugged.mjs'] });
    const ended = await run(['explain', '--work', '10.1201/x.1', '-c', config, '--json'], {
      cwd: folder.path,
    });
    const { prospect } = JSON.parse(ended.stdout) as { prospect: { resolvers: Record<string, unknown>[] } };
    expect(prospect.resolvers).toContainEqual(
      expect.objectContaining({
        resolver: 'plugged',
        verdict: 'knows',
        places: [expect.objectContaining({ url: 'https://plugged.example/10.1201/x.1.pdf' })],
      }),
    );
    const broken = await labConfig(folder.path, lab.origin, { plugins: ['./none.mjs'] });
    const refused = await run(['validate-config', '-c', broken], { cwd: folder.path });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^config: plugins: \.\/none\.mjs cannot be loaded/),
    });
  });
});
