import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { WorkId } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import type { Finding } from '../../src/oracle/finding.ts';
import { surveyFiles } from '../../src/oracle/survey-files.ts';
import { verify } from '../../src/oracle/verify.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { openSqliteReader } from '../../src/platform/sqlite.ts';
import { ARXIV, artifact, ending, HOLDER, pageOf, run, summary, TIMES } from '../ledger/samples.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A catalog with three files, a failed work and one that waits; manifest and summary as a finished run leaves them. */
async function ground() {
  const dir = await tempDir();
  const out = dir.path;
  const root = join(out, 'artifacts');
  const database = join(out, 'manifest.sqlite3');
  const clock = fakeClock();
  const ledger = await inThreadLedger(database, { clock, random: seededRandom() }, TIMES);
  await ledger.openRun(run());
  await ledger.enqueue(pageOf(5));
  const leases = await ledger.lease([{ lane: ARXIV, limit: 4 }], HOLDER);
  const lines: object[] = [];
  for (const [n, lease] of leases.entries()) {
    const text = `paper ${n}`;
    const path = `PDF/${n}.pdf`;
    const stored = artifact({ path, sha256: sha256(text), sizeBytes: text.length });
    const { record, ...end } =
      n === 3 ? ending(lease, { kind: 'failed' }) : ending(lease, { artifact: stored });
    const facts = n === 3 ? {} : { path, sha256: stored.sha256, size_bytes: text.length };
    const told = { ...record, ...facts };
    await ledger.finish(lease, { ...end, record: told });
    lines.push(end.journal[0]!, told);
    if (n === 3) continue;
    await mkdir(join(root, 'PDF'), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const last = { ...summary(), extra: { saved: 3, failed: 1 } };
  lines.push(last);
  await ledger.closeRun('run-1', last);
  const rows = await ledger.outbox('run-1', 100);
  await ledger.exported('run-1', rows.at(-1)!.id, rows.length);
  await mkdir(join(out, 'run-1'));
  const manifest = join(out, 'run-1', 'manifest.jsonl');
  await writeFile(
    manifest,
    lines.map((line, at) => `${JSON.stringify({ seq: at + 1, ...line })}\n`).join(''),
  );
  return {
    out,
    root,
    manifest,
    ledger,
    leases,
    async judge(strict = true): Promise<readonly Finding[]> {
      using rows = openSqliteReader(database);
      return await Array.fromAsync(verify({ rows, files: nodeFiles(), out, root }, { strict }));
    },
    async survey(): Promise<readonly Finding[]> {
      using rows = openSqliteReader(database);
      return await Array.fromAsync(surveyFiles({ rows, files: nodeFiles(), out, root }));
    },
    sql(statement: string) {
      const db = new DatabaseSync(database);
      db.exec(statement);
      db.close();
    },
    async [Symbol.asyncDispose]() {
      await ledger[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

type Ground = Awaited<ReturnType<typeof ground>>;
const faults = (findings: readonly Finding[]) => findings.map(({ fault, subject }) => `${fault} ${subject}`);

describe('the oracle', () => {
  test('has nothing against what a run left', async () => {
    await using one = await ground();
    expect(await one.judge()).toEqual([]);
  });

  test.each<[string, (one: Ground) => Promise<void>, string]>([
    ['a missing file', ({ root }) => rm(join(root, 'PDF/1.pdf')), 'missing PDF/1.pdf'],
    ['one flipped bit', ({ root }) => writeFile(join(root, 'PDF/1.pdf'), 'paper 0'), 'changed PDF/1.pdf'],
    ['a cut file', ({ root }) => writeFile(join(root, 'PDF/1.pdf'), 'pap'), 'changed PDF/1.pdf'],
    [
      'a folder in its place',
      async ({ root }) => {
        await rm(join(root, 'PDF/1.pdf'));
        await mkdir(join(root, 'PDF/1.pdf'));
      },
      'not-a-file PDF/1.pdf',
    ],
    ['a stray file', ({ root }) => writeFile(join(root, 'PDF/stray.pdf'), ''), 'extra PDF/stray.pdf'],
    [
      'a stray file deep down',
      async ({ root }) => {
        await mkdir(join(root, 'x/y'), { recursive: true });
        await writeFile(join(root, 'x/y/z'), '');
      },
      'extra x/y/z',
    ],
    ['a part of nobody', ({ root }) => writeFile(join(root, '.w.9.part'), ''), 'partial .w.9.part'],
    ['a symbolic link', ({ root }) => symlink('/etc/passwd', join(root, 'PDF/l.pdf')), 'link PDF/l.pdf'],
    [
      'an address of no row',
      async ({ root }) => {
        const path = join(root, `cas/sha256/ff/ff/${'f'.repeat(64)}`);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, '');
      },
      `extra cas/sha256/ff/ff/${'f'.repeat(64)}`,
    ],
  ])('names %s, and only that', async (_, harm, expected) => {
    await using one = await ground();
    await harm(one);
    expect(faults(await one.judge(false))).toEqual([expected]);
    expect(faults(await one.judge(true))).toEqual([expected]);
  });

  test('a link where the file or its folder was is no file', async () => {
    await using one = await ground();
    await rename(join(one.root, 'PDF'), join(one.out, 'elsewhere'));
    await symlink(join(one.out, 'elsewhere'), join(one.root, 'PDF'));
    expect(faults(await one.judge(false))).toEqual([
      ...[0, 1, 2].map((n) => `not-a-file PDF/${n}.pdf`),
      'link PDF',
    ]);
  });

  test.each<[string, string, string]>([
    [
      'a good outcome without a file',
      `UPDATE catalog_entries SET path = NULL WHERE path = 'PDF/1.pdf'`,
      'row-without-bytes',
    ],
    [
      'a file no artifact row describes',
      `DELETE FROM artifacts WHERE path = 'PDF/1.pdf'`,
      'row-without-bytes',
    ],
    [
      'an ended job without an outcome',
      `DELETE FROM catalog_entries WHERE status = 'failed'`,
      'job-without-outcome',
    ],
    [
      'a job whose state contradicts its outcome',
      `UPDATE catalog_entries SET status = 'skipped' WHERE status = 'failed'`,
      'job-without-outcome',
    ],
    ['an outcome without a job', `DELETE FROM jobs WHERE state = 'error'`, 'outcome-without-job'],
    ['a lease that nobody holds', `UPDATE jobs SET worker_id = 'w' WHERE state = 'queued'`, 'lease'],
    ['a miscount', `UPDATE counts SET n = n + 1 WHERE state = 'done'`, 'count'],
    [
      'an outcome the manifest tells otherwise',
      `UPDATE catalog_entries SET reason = 'timeout' WHERE status = 'failed'`,
      'replay',
    ],
    [
      'a record that never reached the file',
      `INSERT INTO outbox (run_id, record_json) VALUES ('run-1', '{}')`,
      'manifest',
    ],
  ])('strictly, names %s', async (_, harm, expected) => {
    await using one = await ground();
    one.sql(harm);
    expect(new Set((await one.judge()).map(({ fault }) => fault))).toContain(expected);
  });

  test.each<[string, (text: string) => string, string]>([
    ['a torn line', (text) => text.replace('"record_type"', ''), 'manifest'],
    ['a lost line', (text) => text.slice(text.indexOf('\n') + 1), 'manifest'],
    ['a doubled line', (text) => text + text.slice(text.lastIndexOf('\n', text.length - 2) + 1), 'manifest'],
    ['a lost end', (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), 'manifest'],
    ['a summary that miscounts', (text) => text.replace('"saved":3', '"saved":4'), 'summary'],
    ['an outcome of no work', (text) => text.replaceAll('w3"', 'w33"'), 'replay'],
  ])('strictly, names %s of the manifest', async (_, harm, expected) => {
    await using one = await ground();
    await writeFile(one.manifest, harm(await readFile(one.manifest, 'utf8')));
    expect(new Set((await one.judge()).map(({ fault }) => fault))).toContain(expected);
    expect(await one.judge(false)).toEqual([]);
  });

  test('a manifest that is gone is named; one that still grows is not compared', async () => {
    await using one = await ground();
    await rm(one.manifest);
    expect(faults(await one.judge())).toEqual(['manifest run-1']);
    await appendFile(one.manifest, '');
    one.sql(`UPDATE runs SET exported_seq = 0, state = 'running'; UPDATE outbox SET seq = NULL`);
    expect(await one.judge()).toEqual([]);
  });
});

describe('what nothing names', () => {
  test('does not include what is about to be recorded, what waits, and what lies beside', async () => {
    await using one = await ground();
    const { ledger, root } = one;
    const [lease] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
    const stored = artifact({ path: 'HTML/4.html' });
    const plan = { url: 'https://a.org/', expected: 'html', resolver: 'x', tier: 'y' } as const;
    await ledger.checkpoint(lease!, { ...NO_PROGRESS, publishing: { artifact: stored, plan } });
    await mkdir(join(root, 'HTML'));
    await mkdir(join(root, 'quarantine'));
    for (const name of ['HTML/4.html', 'HTML/4.html.txt', `.w.${lease!.token}.part`, 'quarantine/wrong.pdf'])
      await writeFile(join(root, name), '');
    expect(await one.survey()).toEqual([]);
    await writeFile(join(root, '.other.1.part'), '');
    expect(faults(await one.survey())).toEqual([`partial .w.${lease!.token}.part`]);
  });

  test('never includes what a row of an older run names', async () => {
    await using one = await ground();
    const id = one.leases[0]?.work.id as WorkId;
    await one.ledger.openRun(run('run-2'));
    await one.ledger.rearm({ runId: 'run-2', works: [id], forget: true });
    const [lease] = await one.ledger.lease([{ lane: { host: '', role: '' }, limit: 1 }], {
      ...HOLDER,
      runId: 'run-2',
    });
    const renewed = artifact({ path: 'PDF/0-renewed.pdf', sha256: sha256('paper 0'), sizeBytes: 7 });
    await one.ledger.finish(lease!, ending(lease!, { artifact: renewed }));
    await writeFile(join(one.root, 'PDF/0-renewed.pdf'), 'paper 0');
    expect(await one.survey()).toEqual([]);
  });
});
