import { existsSync } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';

interface Told {
  readonly work_id: string;
  readonly names: readonly string[];
  readonly ledger: { readonly exists: boolean; readonly knows_work: boolean };
  readonly prospect: { readonly resolvers: readonly Record<string, unknown>[] } | null;
  readonly story: {
    readonly runs: readonly {
      readonly steps: readonly { readonly text: string; readonly resolver: string | null }[];
      readonly end: Record<string, string | number | null> | null;
    }[];
    readonly claims: readonly { readonly resolver: string; readonly tried: boolean }[];
  } | null;
}

const HOSTILE = 'A title \u001b[31mthat paints\u001b[0m \u202eand turns';

/** Each test starts several programs, which a busy machine makes slow. */
const PATIENCE_MS = 180_000;

describe('one work explained, and what the sources offer, by the built program', {
  timeout: PATIENCE_MS,
}, () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let config: string;
  let ids: string;

  beforeAll(async () => {
    lab = await startLab('--works', '20', '--seed', '3');
    works = await lab.world();
    folder = await tempDir();
    config = await labConfig(folder.path, lab.origin);
    ids = await idsFile(folder.path, works);
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const explained = async (id: string): Promise<Told> => {
    const { stdout } = await run(['explain', '--work', id, '-c', config, '--json']);
    return JSON.parse(stdout) as Told;
  };

  test('before a run it tells what would be asked, without asking', async () => {
    const before = await lab.requests();
    const told = await explained(works[0]!.spelling);
    expect(told).toMatchObject({ work_id: works[0]!.id, ledger: { exists: false }, story: null });
    expect(told.prospect?.resolvers[0]).toMatchObject({
      resolver: 'openalex',
      verdict: 'asks',
      request: { host: 'api.openalex.org', role: 'metadata', rate: '500/second', batch: 100 },
    });
    expect(told.prospect?.resolvers).toContainEqual(
      expect.objectContaining({
        resolver: 'arxiv',
        verdict: 'skipped',
        why: expect.stringMatching(/arXiv id/),
      }),
    );
    expect(await lab.requests()).toBe(before);
  });

  test('a dry run counts what sources offer, leaves nothing behind and ends with 0', async () => {
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('contentdownload-dry-run-'));
    const ended = await run(['pull', '--ids', ids, '-c', config, '--dry-run', '--json']);
    expect(ended.code).toBe(0);
    const told = JSON.parse(ended.stdout) as Record<string, number> & {
      tiers: Record<string, number>;
      resolvers: readonly { resolver: string; offers: number; only: number; requests: number }[];
    };
    expect(told).toMatchObject({ dry_run: true, works: works.length, waiting: 0, rejected_lines: 0 });
    expect(told['offered']! + told['page_only']! + told['not_offered']!).toBe(works.length);
    const saved = works.filter(({ expected }) => expected.outcome === 'saved').length;
    expect(told['offered']).toBeGreaterThanOrEqual(saved);
    expect(Object.values(told.tiers).reduce((sum, count) => sum + count, 0)).toBe(told['offered']);
    expect(told.resolvers.find(({ resolver }) => resolver === 'openalex')).toMatchObject({ requests: 1 });
    for (const { offers, only } of told.resolvers) expect(only).toBeLessThanOrEqual(offers);
    const asked = await lab.accessLog();
    expect(asked.filter(({ role }) => role === 'artifact')).toEqual([]);
    expect(existsSync(join(folder.path, 'out'))).toBe(false);
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith('contentdownload-dry-run-'));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
    expect(await lab.violations()).toEqual([]);
  });

  test('after a run it tells what happened, in order, where the bytes lie and what to do', async () => {
    const jsonl = join(folder.path, 'works.jsonl');
    const [first, ...rest] = works;
    const lines = [
      { id: first!.id, pmid: '12345678', title: HOSTILE },
      ...rest.map(({ spelling }) => ({ id: spelling })),
    ];
    await writeFile(jsonl, lines.map((line) => JSON.stringify(line)).join('\n'));
    await run(['pull', '--works', jsonl, '-c', config, '-q']);

    for (const { id, spelling, expected } of works.slice(0, 3)) {
      const { story, prospect } = await explained(spelling);
      const end = story?.runs.at(-1)?.end;
      expect(prospect).toBeNull();
      expect(end?.['status'], id).toBe(expected.outcome);
      expect([expected.reason, ...expected.alsoRight]).toContain(end?.['reason']);
      expect(story?.runs.at(-1)?.steps.length).toBeGreaterThan(0);
      if (expected.outcome === 'saved') expect(existsSync(String(end?.['file']))).toBe(true);
      else expect(end?.['advice']).toMatch(/\w/);
    }
    const byAlias = await explained('PMID: 12345678');
    expect(byAlias).toMatchObject({ work_id: first!.id, ledger: { knows_work: true } });
    expect(byAlias.names).toContain('pmid:12345678');
    expect(await explained('10.9999/never-heard-of')).toMatchObject({
      ledger: { exists: true, knows_work: false },
      story: null,
    });
  });

  test('for people it is plain lines: nothing from outside reaches the terminal', async () => {
    const { stdout, code } = await run(['explain', '--work', works[0]!.spelling, '-c', config]);
    expect(code).toBe(0);
    expect(stdout).toContain('It ended');
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
  });

  test('resume --dry-run asks for what the ledger still has to do, and changes nothing in it', async () => {
    const out = join(folder.path, 'out');
    const failed = works.filter(({ expected }) => expected.outcome === 'failed').length;
    const before = await run(['catalog', 'stats', '--out', out, '--json']);
    const ended = await run([
      'resume',
      '--run',
      out,
      '--filter',
      'status=failed',
      '--dry-run',
      '--json',
      '-c',
      config,
    ]);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ dry_run: true, works: failed });
    expect((await run(['catalog', 'stats', '--out', out, '--json'])).stdout).toBe(before.stdout);
  });

  test('the report tells what each source was worth, from the ledger and from the manifest alike', async () => {
    const out = join(folder.path, 'out');
    const report = async (where: string) => {
      const { stdout } = await run(['report', '--run', where, '--json']);
      return JSON.parse(stdout) as {
        saved: number;
        run_id: string;
        sources: Record<string, Record<string, number>>;
      };
    };
    const told = await report(out);
    const saved = Object.values(told.sources).reduce((sum, one) => sum + one['saved']!, 0);
    expect(saved).toBe(told.saved);
    for (const { only, saved: files, requests, requests_per_saved } of Object.values(told.sources)) {
      expect(only).toBeLessThanOrEqual(files!);
      if (files! > 0) expect(requests_per_saved).toBeCloseTo(requests! / files!, 2);
    }
    await using copy = await tempDir();
    const manifest = join(out, told.run_id, 'manifest.jsonl');
    await copyFile(manifest, join(copy.path, 'manifest.jsonl'));
    expect((await report(copy.path)).sources).toEqual(told.sources);
  });
});
