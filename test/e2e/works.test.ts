import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type LabProcess, type LabWork, labConfig, run, start, startLab } from './binary.ts';

interface Told {
  readonly work_id: string;
  readonly conflicts: readonly { readonly name: string; readonly with: string }[];
  readonly ledger: { readonly knows_work: boolean };
  readonly story: { readonly runs: readonly { readonly end: { readonly status: string } | null }[] } | null;
}

interface Summary {
  readonly processed: number;
  readonly waiting: number;
  readonly input: Readonly<Record<'lines' | 'works' | 'duplicates' | 'rejected', number>>;
}

describe('what makes two works one, and what becomes of every line, by the built program', {
  timeout: 180_000,
}, () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let serial = 0;

  beforeAll(async () => {
    lab = await startLab('--works', '12', '--faults', 'gold-best-pdf');
    const all = await lab.world();
    works = all.filter(({ id }) => id.startsWith('doi:'));
    folder = await tempDir();
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** A folder with a configuration of its own, and a file in it. */
  const place = async (name: string, text: string) => {
    const dir = join(folder.path, String(++serial));
    await mkdir(dir);
    const file = join(dir, name);
    await writeFile(file, text);
    const config = await labConfig(dir, lab.origin);
    return { dir, file, config, runFolder: join(dir, 'out', 'r') };
  };
  const doiOf = (at: number): string => (works[at]?.id ?? '').replace(/^doi:/, '');
  const explained = async (id: string, config: string): Promise<Told> => {
    const { stdout } = await run(['explain', '--work', id, '-c', config, '--json']);
    return JSON.parse(stdout) as Told;
  };
  const records = async (path: string): Promise<Record<string, unknown>[]> =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('two DOIs that share an address are two works, each with its own end and story', async () => {
    const bib = [0, 1].map(
      (at) => `@article{k${at}, doi = {${doiOf(at)}}, url = {https://proceedings.example.org/all.pdf}}\n`,
    );
    const { file, config, runFolder } = await place('refs.bib', bib.join(''));
    const { code, stdout } = await run(['pull', '-c', config, '--works', file, '--run-id', 'r', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      processed: 2,
      saved: 2,
      input: { lines: 2, works: 2, duplicates: 0, rejected: 0 },
    });
    const outcomes = (await records(join(runFolder, 'manifest.jsonl'))).filter(
      ({ record_type }) => record_type === 'outcome',
    );
    expect(new Set(outcomes.map(({ doc_id }) => doc_id))).toEqual(new Set([works[0]?.id, works[1]?.id]));
    expect(outcomes).toHaveLength(2);
    for (const at of [0, 1]) {
      const told = await explained(doiOf(at), config);
      expect(told.work_id).toBe(works[at]?.id);
      expect(told.story?.runs.map(({ end }) => end?.status)).toEqual(['saved']);
    }
  });

  test('a PMID filled down joins nothing; the contradiction is on record, and a later question is not cached', async () => {
    const { file, config, runFolder } = await place(
      'refs.csv',
      `doi,pmid\n${doiOf(0)},31452104\n${doiOf(1)},31452104\n`,
    );
    const { code } = await run(['pull', '-c', config, '--works', file, '--run-id', 'r', '--json']);
    expect(code).toBe(0);
    const conflict = [{ name: 'pmid:31452104', with: works[0]?.id }];
    const outcomes = (await records(join(runFolder, 'manifest.jsonl'))).filter(
      ({ record_type }) => record_type === 'outcome',
    );
    expect(outcomes).toHaveLength(2);
    expect(outcomes.find(({ doc_id }) => doc_id === works[1]?.id)).toMatchObject({ extra: { conflict } });
    expect(await explained(doiOf(1), config)).toMatchObject({ work_id: works[1]?.id, conflicts: conflict });
    const { stdout } = await run(['explain', '--work', doiOf(1), '-c', config]);
    expect(stdout).toContain(`not pmid:31452104: that belongs to ${works[0]?.id}`);

    // A third work, asked for with the same PMID, is fetched and not taken for one of the two.
    const third = join(folder.path, 'third.csv');
    await writeFile(third, `doi,pmid\n${doiOf(2)},31452104\n`);
    const later = await run(['pull', '-c', config, '--works', third, '--run-id', 'later', '--json']);
    expect(JSON.parse(later.stdout)).toMatchObject({ processed: 1, saved: 1, cached: 0 });
  });

  test('works that ended well in a manifest leave out nobody else', async () => {
    const { file, config, runFolder, dir } = await place('refs.csv', `doi,pmid\n${doiOf(0)},31452104\n`);
    await run(['pull', '-c', config, '--works', file, '--run-id', 'r']);
    await writeFile(file, `doi,pmid\n${doiOf(0)},31452104\n${doiOf(1)},31452104\n`);
    const manifest = join(runFolder, 'manifest.jsonl');
    const args = ['--works', file, '--resume-from', manifest, '--out', join(dir, 'other'), '--json'];
    const { stdout } = await run(['pull', '-c', config, ...args]);
    expect(JSON.parse(stdout)).toMatchObject({
      saved: 1,
      input: { lines: 2, works: 1, duplicates: 1, rejected: 0 },
    });
  });

  test('every line is counted, and what names no work stands in rejects.jsonl', async () => {
    const ids = `${doiOf(0)}\nnot an id\n\n# a comment\n${doiOf(0).toUpperCase()}\n${doiOf(1)}\n12345\n`;
    const { file, config, runFolder } = await place('ids.txt', ids);
    const { code, stdout } = await run(['pull', '-c', config, '--ids', file, '--run-id', 'r']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'input: 5 lines: 2 works, 1 duplicate (duplicates.jsonl), 2 rejected (rejects.jsonl)',
    );
    expect(await records(join(runFolder, 'rejects.jsonl'))).toEqual([
      expect.objectContaining({ line: 2, where: `${file}:2`, input: 'not an id' }),
      expect.objectContaining({ line: 7, where: `${file}:7`, input: '12345' }),
    ]);
    const twice = {
      line: 5,
      where: `${file}:5`,
      input: doiOf(0).toUpperCase(),
      work: works[0]?.id,
      reason: 'same work',
    };
    expect(await records(join(runFolder, 'duplicates.jsonl'))).toEqual([twice]);
    const again = await run(['resume', '-c', config, '--run', runFolder, '--json']);
    const { input } = JSON.parse(again.stdout) as Summary;
    expect(input).toEqual({ lines: 5, works: 2, duplicates: 1, rejected: 2 });
    expect(await records(join(runFolder, 'rejects.jsonl'))).toHaveLength(2);
    expect(await records(join(runFolder, 'duplicates.jsonl'))).toEqual([twice]);
    expect(again.code).toBe(1);
  });

  test('works left out by --resume-from are named as such', async () => {
    const { dir, file, config, runFolder } = await place('ids.txt', `${doiOf(0)}\n`);
    await run(['pull', '-c', config, '--ids', file, '--run-id', 'r', '--json']);
    const more = join(dir, 'more.txt');
    await writeFile(more, `${doiOf(1)}\n${doiOf(0)}\n`);
    const manifest = join(runFolder, 'manifest.jsonl');
    const args = ['--ids', more, '--run-id', 'r2', '--resume-from', manifest, '--json'];
    const { stdout } = await run(['pull', '-c', config, ...args]);
    expect((JSON.parse(stdout) as Summary).input).toEqual({ lines: 2, works: 1, duplicates: 1, rejected: 0 });
    expect(await records(join(dir, 'out', 'r2', 'duplicates.jsonl'))).toEqual([
      { line: 2, where: `${more}:2`, input: doiOf(0), work: works[0]?.id, reason: 'left out' },
    ]);
  });

  test('a PMID filled down over other titles loses no row silently, and the report says what became of each', async () => {
    const titles = [
      'On the growth of ferns',
      'Nuclear pasta and its phases',
      'Trade in medieval towns',
      'Salt roads of the north',
      'Rivers and their names',
    ];
    const { file, config, runFolder } = await place(
      'refs.csv',
      `title,pmid\n${titles.map((title) => `${title},31452104\n`).join('')}`,
    );
    const { code, stdout, stderr } = await run(['pull', '-c', config, '--works', file, '--run-id', 'r']);
    expect(code).toBe(1);
    expect(stdout).toContain('input: 5 lines: 1 work, 4 rejected (rejects.jsonl)');
    const reason = 'its pmid 31452104 is that of line 2, which has another title';
    expect(stderr).toContain(reason);
    expect(await records(join(runFolder, 'rejects.jsonl'))).toEqual(
      titles.slice(1).map((title, at) => ({
        line: at + 3,
        where: `${file}:${at + 3}`,
        input: `${title},31452104`,
        reason,
      })),
    );
    expect(existsSync(join(runFolder, 'duplicates.jsonl'))).toBe(false);
    for (const format of ['md', 'html']) {
      const report = await run(['report', '--run', runFolder, '-c', config, '--format', format]);
      const plain = report.stdout.replaceAll('\\', '');
      expect(plain).toContain('What became of the input: 5 lines: 1 work, 4 rejected (rejects.jsonl).');
      expect(plain).toContain('4 lines of the input came to no work: see rejects.jsonl.');
      expect(plain).not.toContain('Nothing: every work has a file');
    }
  });

  test('a stop is heard while standard input is read, and resume says that the rest is lost', async () => {
    const { config, runFolder } = await place('nothing.txt', '');
    const reading = start(['pull', '-c', config, '--ids', '-', '--run-id', 'r'], { stdin: 'pipe' });
    reading.child.stdin?.write(`${doiOf(0)}\n`);
    while (!existsSync(join(runFolder, 'manifest.jsonl')))
      await new Promise((resolve) => setTimeout(resolve, 50));
    reading.child.kill('SIGTERM');
    const { code, stdout, stderr } = await reading.ended;
    expect(code).toBe(143);
    expect(stdout.split('\n')[0]).toMatch(/^Interrupted: the listing broke off, .*: start a new run/);
    expect(stdout.split('\n')[0]).not.toContain('`resume` goes on');
    expect(stderr).toContain('the rest of standard input was not read');
    const again = await run(['resume', '-c', config, '--run', runFolder]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('the rest of standard input was not read when the run stopped');
  });

  test('a filter without a query is a usage error that names it; CSL-JSON that is cut off is told', async () => {
    const { file, config } = await place('w.json', `[{"DOI":"${doiOf(0)}"}, 7,\n`);
    const { code, stderr } = await run(['pull', '-c', config, '--works', file, '--year', '2020']);
    expect(code).toBe(2);
    expect(stderr).toContain('--year narrows a query, and there is none');
    const cut = await run(['pull', '-c', config, '--works', file, '--json']);
    expect(cut.code).toBe(1);
    expect((JSON.parse(cut.stdout) as Summary).input).toEqual({
      lines: 3,
      works: 1,
      duplicates: 0,
      rejected: 2,
    });
  });
});
