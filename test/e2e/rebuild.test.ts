import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, type LabProcess, labConfig, run, startLab } from './binary.ts';
import { entries, rows } from './results.ts';

const TABLES = ['aliases', 'attempts', 'artifacts', 'catalog_entries', 'claims', 'validators'];
const WORKS = 'SELECT id, doi, openalex_id, arxiv_id, pmid, pmcid, url, title, year FROM works';
const RUNS = 'SELECT run_id, config_hash, started_at, finished_at, state, exported_seq FROM runs';

function everything(path: string): Record<string, readonly string[]> {
  const db = new DatabaseSync(path, { readOnly: true });
  const read = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted();
  const tables = TABLES.map((table) => [table, read(`SELECT * FROM ${table}`)]);
  const found = { ...Object.fromEntries(tables), works: read(WORKS), runs: read(RUNS) };
  db.close();
  return found;
}

describe('two runs whose catalog is lost', () => {
  let lab: LabProcess;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let config: string;
  let ids: string;
  let out: string;
  let original: Record<string, readonly string[]>;

  beforeAll(async () => {
    lab = await startLab('--works', '80', '--seed', '5');
    folder = await tempDir();
    out = join(folder.path, 'out');
    config = await labConfig(folder.path, lab.origin);
    ids = await idsFile(folder.path, await lab.world());
    await run(['pull', '-c', config, '--ids', ids, '--run-id', 'first']);
    await run(['pull', '-c', config, '--ids', ids, '--run-id', 'second']);
    original = everything(join(out, 'manifest.sqlite3'));
  }, 180_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('nothing is overwritten; what an old database left beside it is set aside', async () => {
    const refused = await run(['catalog', 'rebuild', '--from', out]);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('nothing is overwritten') });
    const left = join(folder.path, 'left.sqlite3');
    await writeFile(`${left}-wal`, 'left behind');
    const rebuilt = await run(['catalog', 'rebuild', '--from', out, '--db-path', left]);
    expect(rebuilt).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('was left by an earlier database'),
    });
    const aside = (await readdir(folder.path)).filter((name) => name.startsWith('left.sqlite3-wal.before-'));
    expect(await readFile(join(folder.path, aside[0]!), 'utf8')).toBe('left behind');
    expect(everything(left)['runs']).toEqual(original['runs']);
  });

  test('the catalog made anew from the manifests equals the lost one, row by row', async () => {
    const copy = join(folder.path, 'copy.sqlite3');
    const rebuilt = await run(['catalog', 'rebuild', '--from', out, '--db-path', copy, '--json']);
    expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(rebuilt.stdout)).toMatchObject({ runs: 2, works: 80, missing_files: [], queued: 0 });
    const found = everything(copy);
    for (const [table, lines] of Object.entries(original)) expect(found[table], table).toEqual(lines);
  });

  test('a damaged one is refused with the way out, and the new one serves further runs', async () => {
    const database = join(out, 'manifest.sqlite3');
    await using file = await open(database, 'r+');
    await file.write(Buffer.alloc(4000, 0xff), 0, 4000, 0);
    await file.close();
    const refused = await run(['queue', 'stats', '--out', out]);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('catalog rebuild --from') });
    for (const side of ['', '-wal', '-shm'])
      await rename(database + side, `${database}.old${side}`).catch(() => {});
    await rm(join(out, 'artifacts', entries0()), { force: true });
    const rebuilt = await run(['catalog', 'rebuild', '--from', out, '--json']);
    expect(rebuilt.code).toBe(1);
    expect(JSON.parse(rebuilt.stdout)).toMatchObject({ missing_files: [entries0()] });
    const again = await run(['resume', '--run', join(out, 'second'), '-c', config, '--verify', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ processed: 1, saved: 1 });
    const verified = await run(['catalog', 'verify', '--strict', '--out', out, '--json']);
    expect(JSON.parse(verified.stdout)).toEqual([]);
  });

  test('--resume-from leaves out works that ended well elsewhere, and does those again whose file has changed', async () => {
    const manifest = join(out, 'first', 'manifest.jsonl');
    const good = rows<{ n: number }>(
      out,
      `SELECT count(*) AS n FROM catalog_entries WHERE run_id = 'first' AND status IN ('saved', 'cached', 'html_only')`,
    )[0]!.n;
    const changed = entries(out).find(({ run_id, status }) => run_id === 'second' && status === 'cached')!;
    await writeFile(join(out, 'artifacts', changed.path!), 'something else');
    const other = join(folder.path, 'other');
    const pulled = await run([
      'pull',
      '-c',
      config,
      '--ids',
      ids,
      '--out',
      other,
      '--resume-from',
      manifest,
      '--json',
    ]);
    expect(pulled.stderr).toContain(`${good - 1} works ended well in ${manifest} and are left out`);
    const { processed, saved } = JSON.parse(pulled.stdout) as Record<string, number>;
    expect(processed).toBe(80 - (good - 1));
    expect(saved).toBe(1);
    const missing = await run([
      'pull',
      '-c',
      config,
      '--ids',
      ids,
      '--resume-from',
      join(out, 'nowhere.jsonl'),
    ]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no manifest at') });
  });

  const entries0 = (): string => (JSON.parse(original['artifacts']![0]!) as { path: string }).path;

  test('torn and strange lines are told, and the rest is taken over', async () => {
    const manifest = join(out, 'first', 'manifest.jsonl');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, `${text}no record\n${text.slice(0, 50)}`);
    const copy = join(folder.path, 'torn.sqlite3');
    const rebuilt = await run(['catalog', 'rebuild', '--from', out, '--db-path', copy, '--json']);
    expect(rebuilt.code).toBe(1);
    expect(JSON.parse(rebuilt.stdout)).toMatchObject({ unreadable_lines: 2 });
    expect(rebuilt.stderr).toMatch(/manifest\.jsonl:\d+: not JSON/);
  });
});
