import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, idsFile, type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';
import { entries, filesIn, manifestOf, rows, sha256, storedFiles, surprises } from './results.ts';

const hasPoppler = spawnSync('pdfinfo', ['-v']).error === undefined;

describe('a thousandth of the web, all scenarios, pulled by the built program', () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let ended: Ended;
  let out: string;
  let runFolder: string;

  beforeAll(async () => {
    lab = await startLab('--works', '260', '--seed', '11');
    works = await lab.world();
    folder = await tempDir();
    out = join(folder.path, 'out');
    const config = await labConfig(folder.path, lab.origin);
    const ids = await idsFile(folder.path, works);
    ended = await run(['pull', '-c', config, '--ids', ids, '--run-id', 'first', '--json']);
    runFolder = join(out, 'first');
  }, 120_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('every work ends as the lab knows it must, with the right bytes', () => {
    expect(surprises(works, entries(out))).toEqual([]);
    expect(entries(out)).toHaveLength(works.length);
  });

  test('the exit code says that some works failed, and stdout is the metrics object', async () => {
    expect(ended.code).toBe(1);
    const metrics = JSON.parse(ended.stdout) as Record<string, number>;
    expect(metrics['processed']).toBe(works.length);
    expect(metrics['saved']).toBe(entries(out).filter(({ status }) => status === 'saved').length);
    expect(JSON.parse(await readFile(join(runFolder, 'manifest.metrics.json'), 'utf8'))).toEqual(metrics);
  });

  test('every stored file is what the catalog says, and nothing else lies there', async () => {
    const stored = storedFiles(out);
    expect(stored.length).toBeGreaterThan(180);
    for (const { path, sha256: hash } of stored)
      expect(await sha256(join(out, 'artifacts', path))).toBe(hash);
    expect((await filesIn(join(out, 'artifacts'))).sort()).toEqual(stored.map(({ path }) => path).sort());
  });

  test.skipIf(!hasPoppler)('Poppler opens every saved PDF', () => {
    const pdfs = entries(out).filter(({ path }) => path?.endsWith('.pdf'));
    const broken = pdfs.filter(
      ({ path }) => spawnSync('pdfinfo', [join(out, 'artifacts', path!)]).status !== 0,
    );
    expect(broken).toEqual([]);
    expect(pdfs.length).toBeGreaterThan(150);
  });

  test('names from any title stay inside the root and within the allowed characters', async () => {
    const names = await filesIn(join(out, 'artifacts'));
    for (const name of names) expect(name).toMatch(/^(PDF|HTML|XML|quarantine)\/[a-z0-9._-]{1,150}$/);
  });

  test('the manifest is whole: contiguous seq, one outcome per work, the summary last', async () => {
    const lines = await manifestOf(runFolder);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const outcomes = lines.filter((line) => line.record_type === 'outcome').map(({ doc_id }) => doc_id);
    expect(new Set(outcomes).size).toBe(works.length);
    expect(outcomes).toHaveLength(works.length);
    expect(lines.at(-1)?.record_type).toBe('summary');
  });

  test('the lab has no complaints: robots, Retry-After and private addresses are respected', async () => {
    expect(await lab.violations()).toEqual([]);
  });

  test('no page that was read as a landing page is asked for again as an artifact', () => {
    const twice = rows<{ url: string }>(
      out,
      `SELECT DISTINCT later.canonical_url AS url FROM attempts AS later JOIN attempts AS first
         ON first.doc_id = later.doc_id AND first.canonical_url = later.canonical_url AND first.id < later.id
       WHERE first.role = 'landing' AND first.status = 'http-200' AND first.verb IS NOT NULL
         AND first.mime = 'text/html'
         AND later.role = 'artifact' AND later.status = 'http-200' AND later.verb IS NOT NULL`,
    );
    expect(twice).toEqual([]);
  });

  test('no job is left, and no lease', () => {
    const states = rows<{ state: string; n: number }>(
      out,
      'SELECT state, count(*) AS n FROM jobs GROUP BY state',
    );
    expect(states.map(({ state }) => state).sort()).toEqual(['done', 'error', 'skipped']);
  });

  test('report, catalog and queue commands answer beside it', async () => {
    const report = await run(['report', '--run', out, '--format', 'md']);
    expect(report.code).toBe(0);
    expect(report.stdout).toContain('html-disguised');
    const stats = await run(['catalog', 'stats', '--out', out, '--group-by', 'status', '--json']);
    const saved = (JSON.parse(stats.stdout) as { key: string; works: number }[]).find(
      ({ key }) => key === 'saved',
    );
    expect(saved?.works).toBe(entries(out).filter(({ status }) => status === 'saved').length);
    const query = await run([
      'catalog',
      'query',
      '--out',
      out,
      '--json',
      '--sql',
      'SELECT count(*) AS n FROM works',
    ]);
    expect(JSON.parse(query.stdout)).toEqual([{ n: works.length }]);
    const write = await run(['catalog', 'query', '--out', out, '--sql', 'DELETE FROM works']);
    expect(write.code).not.toBe(0);
    const queue = await run(['queue', 'stats', '--out', out, '--json']);
    expect(JSON.parse(queue.stdout)).toMatchObject({ queued: 0, in_progress: 0, paused: false });
  });

  test('a second run moves no artifact bytes: 304 or known good', async () => {
    const before = await lab.requests();
    const config = join(folder.path, 'lab.json');
    const again = await run([
      'pull',
      '-c',
      config,
      '--ids',
      join(folder.path, 'ids.txt'),
      '--run-id',
      'second',
      '--json',
    ]);
    expect(again.code).toBe(1);
    const metrics = JSON.parse(again.stdout) as Record<string, number>;
    const good = rows<{ n: number }>(
      out,
      "SELECT count(*) AS n FROM catalog_entries WHERE run_id = 'first' AND path IS NOT NULL AND status <> 'quarantined'",
    );
    expect(metrics['cached']).toBe(good[0]?.n);
    expect(metrics['saved']).toBe(0);
    const urls = new Set(
      entries(out)
        .filter(({ path, status }) => path !== null && status !== 'quarantined')
        .map(({ url }) => url),
    );
    const moved = (await lab.accessLog(before)).filter(
      ({ host, path, bytes, status }) => status === 200 && bytes > 0 && urls.has(`https://${host}${path}`),
    );
    expect(moved).toEqual([]);
  }, 180_000);
});
