import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/errors.ts';
import { outcomeOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const at = (name: string) => `https://a.org/${name}.pdf`;

describe('what a resolver of the last tier is told of refused files', () => {
  test('are those that sources named and that gave nothing, in the order of asking, each once', async () => {
    let told: readonly string[] = [];
    const archive = 'https://archive.org/1.pdf';
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(at('gone')), pdfAt(at('page'))] },
        { name: 'two', gives: [pdfAt(at('gone')), pdfAt(at('slow'))] },
        { name: 'down', gives: new Failure('http-5xx', 'down', { url: 'https://api.org/x' }) },
        {
          name: 'archive',
          tier: 'archive',
          gives: (refused) => {
            told = refused;
            return [pdfAt(archive)];
          },
        },
      ],
      {
        [at('gone')]: { kind: 'refused', reason: 'http-4xx' },
        [at('page')]: { kind: 'refused', reason: 'html-disguised' },
        [at('slow')]: new Failure('timeout', 'too slow'),
        [archive]: storedAt(archive),
      },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', resolver: 'archive' });
    expect(told).toEqual([at('gone'), at('page'), at('slow')]);
  });

  test('leave out what another copy would only repeat', async () => {
    let told: readonly string[] | undefined;
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(at('wrong')), pdfAt(at('large')), pdfAt(at('locked'))] },
        {
          name: 'archive',
          tier: 'archive',
          gives: (refused) => {
            told = refused;
            return [];
          },
        },
      ],
      {
        [at('wrong')]: { kind: 'refused', reason: 'wrong-paper' },
        [at('large')]: { kind: 'refused', reason: 'policy-size' },
        [at('locked')]: { kind: 'refused', reason: 'encrypted' },
      },
    );
    await bench.run();
    expect(told).toEqual([]);
  });

  test('leave out what the licence policy refused', async () => {
    let told: readonly string[] | undefined;
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(at('closed'), { license: 'other' })] },
        {
          name: 'archive',
          tier: 'archive',
          gives: (refused) => {
            told = refused;
            return [];
          },
        },
      ],
      {},
      { acceptedLicenses: ['cc-by'] },
    );
    await bench.run();
    expect(told).toEqual([]);
  });
});
