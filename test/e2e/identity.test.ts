import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';
import { entries, filesIn, rows, surprises } from './results.ts';

const FAULTS =
  'wrong-paper,wrong-paper-then-repository,html-fulltext-link,scanned-pdf,preview-stub,encrypted-pdf,corrupt-pdf,soft-404,leading-junk-pdf';

interface Known {
  readonly status: string;
  readonly path: string | null;
  readonly identity_score: number | null;
}

describe('works whose sources serve the wrong thing, pulled by the built program', () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let config: string;
  let ids: string;
  const out = () => join(folder.path, 'out');

  beforeAll(async () => {
    lab = await startLab('--works', '27', '--seed', '5', '--faults', FAULTS);
    works = await lab.world();
    folder = await tempDir();
    config = await labConfig(folder.path, lab.origin);
    ids = await idsFile(folder.path, works);
    await run(['pull', '-c', config, '--ids', ids, '--extract-html-text']);
  }, 120_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('each ends as the lab knows it must', () => {
    expect(surprises(works, entries(out()))).toEqual([]);
  });

  test('other papers lie in quarantine with a row each, also where the right one was found later', async () => {
    const files = (await filesIn(join(out(), 'artifacts'))).filter((name) => name.startsWith('quarantine/'));
    const wrong = works.filter(({ scenario }) => scenario.startsWith('wrong-paper'));
    expect(files).toHaveLength(wrong.length);
    const named = rows<{ path: string }>(out(), "SELECT path FROM artifacts WHERE path LIKE 'quarantine/%'");
    expect(named.map(({ path }) => path).sort()).toEqual(files.sort());
  });

  test('scores stand in the catalog: low for what is set aside, high for what is stored, even for scans', () => {
    const known = rows<Known>(out(), 'SELECT status, path, identity_score FROM catalog_entries');
    const scored = (status: string) =>
      known.filter((one) => one.status === status).map((one) => one.identity_score);
    for (const score of scored('quarantined')) expect(score).toBeLessThanOrEqual(0.12);
    for (const score of scored('saved')) expect(score).toBeGreaterThanOrEqual(0.5);
  });

  test('the text of a kept page lies beside it', async () => {
    const [page] = entries(out()).filter(({ status }) => status === 'html_only');
    const text = await readFile(join(out(), 'artifacts', `${page?.path}.txt`), 'utf8');
    expect(text.length).toBeGreaterThan(5000);
    expect(text).not.toContain('<');
  });

  test('with `warn` other papers are kept, with their low score', async () => {
    const warned = join(folder.path, 'warned');
    const [id = ''] = works
      .filter(({ scenario }) => scenario === 'wrong-paper')
      .map(({ spelling }) => spelling);
    await run(['pull', '-c', config, '--out', warned, id], {
      env: { DTKG_DOWNLOAD__VERIFY_IDENTITY: 'warn' },
    });
    const [entry] = rows<Known>(warned, 'SELECT status, path, identity_score FROM catalog_entries');
    expect(entry?.status).toBe('saved');
    expect(entry?.path).toMatch(/^PDF\//);
    expect(entry?.identity_score).toBeLessThanOrEqual(0.12);
  }, 180_000);
});
