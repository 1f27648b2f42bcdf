import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, idsFile, type LabProcess, labConfig, run, startLab } from './binary.ts';
import { entries, sha256 } from './results.ts';

const WORKS = 500;
const FLIPPED = 20;

describe('five hundred works at rest', () => {
  let lab: LabProcess;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let config: string;
  let ids: string;
  let out: string;
  let first: Ended;

  beforeAll(async () => {
    lab = await startLab('--works', String(WORKS), '--seed', '31');
    folder = await tempDir();
    out = join(folder.path, 'out');
    config = await labConfig(folder.path, lab.origin, {
      orchestrator: { job_retry_backoff_s: 0.1 },
      download: { verify_identity: 'off' },
    });
    ids = await idsFile(folder.path, await lab.world());
    first = await run(['pull', '-c', config, '--ids', ids, '--run-id', 'first', '--json']);
  }, 180_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const stored = () => entries(out).filter(({ run_id, path }) => run_id === 'first' && path !== null);

  /** URLs of stored files that were answered since in this way, in order; some only lead on to where the bytes are. */
  const answered = async (
    since: number,
    how: (entry: { readonly status: number; readonly bytes: number }) => boolean,
  ): Promise<readonly string[]> => {
    const urls = new Set(stored().map(({ url }) => url));
    return (await lab.accessLog(since))
      .filter((entry) => entry.method === 'GET' && how(entry))
      .map(({ host, path }) => `https://${host}${path}`)
      .filter((url) => urls.has(url))
      .toSorted();
  };

  test('the oracle finds nothing wrong with the run', async () => {
    expect(first.code).toBe(1);
    const verified = await run(['catalog', 'verify', '--strict', '--out', out, '--json']);
    expect(JSON.parse(verified.stdout)).toEqual([]);
    expect(verified.code).toBe(0);
  });

  test('a second run moves no artifact bytes', async () => {
    const before = await lab.requests();
    const again = await run(['pull', '-c', config, '--ids', ids, '--run-id', 'second', '--json']);
    const metrics = JSON.parse(again.stdout) as Record<string, number>;
    expect(metrics['cached']).toBe(stored().length);
    expect(await answered(before, ({ status, bytes }) => status < 300 && bytes > 0)).toEqual([]);
  }, 120_000);

  test('after one flipped bit in each of twenty files, exactly those are fetched again', async () => {
    const harmed = stored().slice(0, FLIPPED);
    for (const { path } of harmed) {
      const file = join(out, 'artifacts', path!);
      const bytes = await readFile(file);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      await writeFile(file, bytes);
    }
    const verified = await run(['catalog', 'verify', '--out', out, '--json']);
    expect(verified.code).toBe(1);
    const findings = JSON.parse(verified.stdout) as { fault: string; subject: string }[];
    expect(findings.map(({ subject }) => subject).toSorted()).toEqual(
      harmed.map(({ path }) => path!).toSorted(),
    );
    expect(new Set(findings.map(({ fault }) => fault))).toEqual(new Set(['changed']));
    const before = await lab.requests();
    const mended = await run(['resume', '--run', join(out, 'first'), '--verify', '--json']);
    expect(JSON.parse(mended.stdout)).toMatchObject({ processed: FLIPPED, saved: FLIPPED });
    expect(mended.code).toBe(0);
    const fetched = await answered(before, ({ status }) => status < 400 && status !== 304);
    expect(fetched).toEqual(harmed.map(({ url }) => url!).toSorted());
    for (const { path, sha256: hash } of harmed)
      expect(await sha256(join(out, 'artifacts', path!))).toBe(hash);
    expect((await run(['catalog', 'verify', '--strict', '--out', out])).code).toBe(0);
  }, 120_000);

  test('garbage is shown, and removed only when told so; nothing that a row names goes', async () => {
    const stray = join(out, 'artifacts', 'PDF', 'stray.pdf');
    await writeFile(stray, 'stray');
    const shown = await run(['catalog', 'gc', '--out', out, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      deleted: false,
      files: [{ path: 'PDF/stray.pdf' }],
      bytes: 5,
    });
    expect((await stat(stray)).size).toBe(5);
    const relative = await run(['catalog', 'gc', '--delete', '--out', 'out', '--json'], { cwd: folder.path });
    expect(JSON.parse(relative.stdout)).toMatchObject({ deleted: true, files: [{ path: 'PDF/stray.pdf' }] });
    expect((await run(['catalog', 'verify', '--strict', '--out', out])).code).toBe(0);
  }, 180_000);

  test('a filter does again what ended so, and a lost file comes back', async () => {
    const failed = entries(out).filter(({ run_id, status }) => run_id === 'first' && status === 'failed');
    const again = await run(['resume', '--run', join(out, 'first'), '--filter', 'status=failed', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ processed: failed.length });
    const wrong = await run(['resume', '--run', out, '--filter', 'status=lost']);
    expect(wrong.code).toBe(2);
    const [lost] = stored();
    await rm(join(out, 'artifacts', lost!.path!));
    await run(['resume', '--run', join(out, 'first'), '--verify']);
    expect(await sha256(join(out, 'artifacts', lost!.path!))).toBe(lost!.sha256);
  }, 120_000);
});
