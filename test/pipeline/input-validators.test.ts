import { describe, expect, test } from 'vitest';
import type { KnownArtifact } from '../../src/core/artifact.ts';
import { workBy } from '../support/work-by.ts';
import { outcomeOf, pipelineBench } from './pipeline-bench.ts';

const URL = 'https://a.org/1.pdf';
const known: KnownArtifact = {
  path: 'PDF/x.pdf',
  sha256: 'ab'.repeat(32),
  sizeBytes: 10,
  mime: 'application/pdf',
  classification: 'pdf',
  url: URL,
};

async function run(work: { etag?: string; lastModified?: string }, stored?: Partial<KnownArtifact>) {
  const sent: (KnownArtifact | undefined)[] = [];
  const bench = pipelineBench(
    [{ name: 'one', gives: [] }],
    {
      [URL]: async (job) => {
        sent.push(job.known);
        return { kind: 'not-modified' };
      },
    },
    { whole: () => true },
  );
  const end = await bench.run({
    work: workBy('10.1000/x', work),
    ...(stored && { known: { ...known, ...stored } }),
  });
  return { sent, outcome: outcomeOf(end) };
}

describe('validators that come with a work', () => {
  test('are asked with where an earlier fetch brought none', async () => {
    const { sent, outcome } = await run({ etag: '"a"', lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT' }, {});
    expect(sent).toMatchObject([{ etag: '"a"', lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT' }]);
    expect(outcome).toMatchObject({ kind: 'cached', reason: 'not-modified' });
  });

  test('never replace those of an earlier fetch', async () => {
    const { sent } = await run({ etag: '"input"' }, { etag: '"fetched"' });
    expect(sent).toMatchObject([{ etag: '"fetched"' }]);
  });

  test('are not sent when nothing is stored', async () => {
    const { sent, outcome } = await run({ etag: '"a"' });
    expect(sent).toEqual([]);
    expect(outcome.kind).toBe('failed');
  });
});
