import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../src/lab/server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { runOnLab } from './lab-run.ts';

const ends = (entries: readonly { doc_id: string; status: string; reason: string }[]) =>
  entries.map(({ doc_id, status, reason }) => `${doc_id} ${status}/${reason}`).toSorted();

const outcomesIn = (folder: string) =>
  readFileSync(path.join(folder, 'manifest.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { record_type: string; doc_id: string; extra?: { duplicate_of?: string } },
    )
    .filter(({ record_type }) => record_type === 'outcome');

describe('works named twice', () => {
  test('are found out by what sources say, fetched once, and are one job from then on', async () => {
    await using lab = await startLab({ works: 5, seed: 3, sizeScale: 0.05, faults: ['pmc-oa-pdf'] });
    await using folder = await tempDir();
    const papers = lab.world.works.map(({ paper }) => paper);
    const ids = papers.flatMap(({ id, openalex, pmid }) => [id, openalex, `pmid:${pmid}`]);
    const { entries, folder: runFolder } = await runOnLab(lab, { out: folder.path, ids });
    expect(ends(entries)).toEqual(
      papers
        .flatMap(({ id, openalex, pmid }) => [
          `${id} saved/ok`,
          `openalex:${openalex} skipped/duplicate-work`,
          `pmid:${pmid} skipped/duplicate-work`,
        ])
        .toSorted(),
    );
    const twins = outcomesIn(runFolder).flatMap(({ doc_id, extra }) =>
      extra?.duplicate_of === undefined ? [] : [[doc_id, extra.duplicate_of]],
    );
    expect(Object.fromEntries(twins)).toEqual(
      Object.fromEntries(
        papers.flatMap(({ id, openalex, pmid }) => [
          [`openalex:${openalex}`, id],
          [`pmid:${pmid}`, id],
        ]),
      ),
    );
    const files = lab.accessLog.entries().filter(({ role, status }) => role === 'artifact' && status === 200);
    expect(files).toHaveLength(papers.length);

    const again = await runOnLab(lab, { out: folder.path, ids: papers.map(({ openalex }) => openalex) });
    expect(again.entries.map(({ doc_id, status }) => `${doc_id} ${status}`).toSorted()).toEqual(
      papers.map(({ id }) => `${id} cached`).toSorted(),
    );
  }, 180_000);
});

describe('the files that OpenAlex sells', () => {
  const sold = (lab: Lab) =>
    lab.accessLog
      .entries()
      .filter(
        ({ host, status, role }) => host === 'content.openalex.org' && role === 'artifact' && status === 200,
      );
  const shop = () => startLab({ works: 5, seed: 3, sizeScale: 0.05, faults: ['openalex-content'] });
  const values = (usd: number) => ({
    budgets: { openalex_usd_per_day: usd },
    resolvers: { openalex: { api_key: 'k3y' } },
    orchestrator: { job_retry_backoff_s: 0.1, max_park_s: 0 },
  });

  test('are not even asked for without a budget', async () => {
    await using lab = await shop();
    await using folder = await tempDir();
    const ids = lab.world.works.map(({ paper }) => paper.id);
    const { entries } = await runOnLab(lab, { out: folder.path, ids, values: values(0) });
    expect(entries.map(({ status, reason }) => `${status}/${reason}`)).toEqual(
      ids.map(() => 'failed/no-candidates'),
    );
    expect(lab.accessLog.hosts().map(({ host }) => host)).not.toContain('content.openalex.org');
  }, 180_000);

  test('are bought as far as the day’s budget goes, also over a restart; the other works wait', async () => {
    await using lab = await shop();
    await using folder = await tempDir();
    const ids = lab.world.works.map(({ paper }) => paper.id);
    const first = await runOnLab(lab, { out: folder.path, ids, values: values(0.025) });
    expect(first.entries.map(({ status }) => status)).toEqual(['saved', 'saved']);
    expect(first.metrics.waiting).toBe(3);
    expect(sold(lab)).toHaveLength(2);

    const second = await runOnLab(lab, { out: folder.path, ids, values: values(0.025) });
    expect(sold(lab)).toHaveLength(2);
    expect(second.metrics.waiting).toBe(3);
    expect(second.entries.map(({ status }) => status)).toEqual(['cached', 'cached']);
  }, 180_000);
});
