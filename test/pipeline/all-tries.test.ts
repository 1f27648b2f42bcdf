import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/errors.ts';
import type { LeaseEnd } from '../../src/pipeline/process-work.ts';
import { outcomeOf, pdfAt, pipelineBench, type SourceScript, type Web } from './pipeline-bench.ts';

const A = 'https://a.org/a.pdf';
const left = new Failure('breaker-open', 'left alone');

const progressOf = (end: LeaseEnd) => {
  if (end.kind !== 'retry') throw new Error(`ended as ${end.kind}`);
  return end.progress;
};

/** One try after the other, each with its own web. */
async function tries(webs: readonly Web[], scripts: readonly (readonly SourceScript[])[]) {
  let end: LeaseEnd | undefined;
  let records = 0;
  for (const [index, web] of webs.entries()) {
    const bench = pipelineBench(scripts[index] ?? scripts[0]!, web, { maxJobAttempts: webs.length });
    end = await bench.run({ attempts: index, ...(end && { progress: progressOf(end) }) });
    records +=
      end.kind === 'finish' ? end.ending.journal.length : end.kind === 'retry' ? end.journal.length : 0;
  }
  return { outcome: outcomeOf(end!), records };
}

describe('the end of a work that was tried several times', () => {
  const one = [{ name: 'one', gives: [pdfAt(A)] }];

  test('has the reason of the try that came furthest, and tells of all of them', async () => {
    const { outcome, records } = await tries(
      [{ [A]: new Failure('http-5xx', 'broken') }, { [A]: new Failure('timeout', 'slow') }, { [A]: left }],
      [one],
    );
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'http-5xx', url: A });
    expect(outcome.fallbackChain).toEqual(['one:http-5xx', 'one:timeout', 'one:breaker-open']);
    expect(outcome.attempts).toBe(records);
    expect(outcome.claims).toHaveLength(1);
  });

  test('a breaker that is open says less than a timeout', async () => {
    const { outcome } = await tries([{ [A]: new Failure('timeout', 'slow') }, { [A]: left }], [one]);
    expect(outcome.reason).toBe('timeout');
  });

  test('of answers that came equally far the last one counts', async () => {
    const { outcome } = await tries(
      [{ [A]: new Failure('http-5xx', 'broken') }, { [A]: new Failure('http-4xx', 'gone') }],
      [one],
    );
    expect(outcome.reason).toBe('http-4xx');
  });

  test('a source that has answered in the end was no trouble', async () => {
    const broken = [{ name: 'one', gives: new Failure('timeout', 'slow') }];
    const { outcome } = await tries([{}, {}], [broken, [{ name: 'one', gives: [] }]]);
    expect(outcome).toMatchObject({
      reason: 'no-candidates',
      fallbackChain: ['one:timeout', 'one:no-candidates'],
    });
  });

  test('a place that was named once is told, although its source failed later', async () => {
    const broken = [{ name: 'one', gives: left }];
    const { outcome } = await tries([{ [A]: new Failure('http-5xx', 'broken') }, {}], [one, broken]);
    expect(outcome).toMatchObject({ reason: 'http-5xx', claims: [{ resolver: 'one', url: A }] });
  });
});
