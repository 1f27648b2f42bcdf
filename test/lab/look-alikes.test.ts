import { describe, expect, test } from 'vitest';
import { IMPOSTORS } from '../../src/lab/scenarios/impostors.ts';
import { MISLEADING } from '../../src/lab/scenarios/misleading.ts';
import type { Scenario } from '../../src/lab/scenarios/scenario.ts';
import { startLab } from '../../src/lab/server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { runOnLab } from './lab-run.ts';

/** Works of each scenario: titles, layouts and sites differ between them. */
const EACH = 4;

async function endingsOf(scenarios: readonly Scenario[]): Promise<{ got: string[]; wanted: string[] }> {
  const faults = scenarios.map(({ label }) => label);
  await using lab = await startLab({ works: faults.length * EACH, seed: 11, sizeScale: 0.05, faults });
  await using folder = await tempDir();
  const { works } = lab.world;
  const { entries } = await runOnLab(lab, { out: folder.path, ids: works.map(({ paper }) => paper.id) });
  const byId = new Map(entries.map((entry) => [entry.doc_id, entry]));
  const got: string[] = [];
  const wanted: string[] = [];
  for (const { paper, label } of works) {
    const { outcome, reason, sha256 } = lab.world.expected(paper.id);
    const entry = byId.get(paper.id);
    const isRight = sha256.length === 0 || sha256.includes(entry?.sha256 ?? '');
    const title = JSON.stringify(paper.title);
    wanted.push(`${label} ${title} ${outcome}/${reason} right`);
    got.push(`${label} ${title} ${entry?.status}/${entry?.reason} ${isRight ? 'right' : 'wrong'}`);
  }
  return { got: got.toSorted(), wanted: wanted.toSorted() };
}

describe('works whose address has something that looks like the paper', () => {
  test('end with the paper, or without a file', async () => {
    const { got, wanted } = await endingsOf(IMPOSTORS);
    expect(got).toEqual(wanted);
  }, 180_000);

  test('keep pages that are the article, lose those that are not, and find files on pages of any system', async () => {
    const { got, wanted } = await endingsOf(MISLEADING);
    expect(got).toEqual(wanted);
  }, 180_000);
});
