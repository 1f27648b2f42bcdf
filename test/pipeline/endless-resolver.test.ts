import { expect, test } from 'vitest';
import { Failure } from '../../src/core/errors.ts';
import type { Candidate } from '../../src/core/plan.ts';
import type { HttpResponse } from '../../src/http/client.ts';
import { MAX_ASKS } from '../../src/pipeline/ask-budget.ts';
import { outcomeOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const B = 'https://b.org/1.pdf';
const page: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  url: 'https://loop.org/',
  hops: ['https://loop.org/'],
  body: { read: () => Promise.resolve({ wireBytes: 0, decodedBytes: 0 }), discard: () => Promise.resolve() },
};

/** Whose server answers every page with another one. */
function endless(yielding: (asked: number) => Candidate | undefined, catches = false) {
  let sent = 0;
  const bench = pipelineBench(
    [
      {
        name: 'loop',
        gives: [],
        async *plans(_work, { ask }) {
          for (let asked = 1; ; asked++) {
            try {
              await ask.text({ url: 'https://loop.org/', role: 'landing' });
            } catch (error) {
              if (!catches || !(error instanceof Failure)) throw error;
            }
            const candidate = yielding(asked);
            if (candidate) yield candidate;
          }
        },
      },
      { name: 'two', gives: [pdfAt(B)] },
    ],
    { [B]: storedAt(B), 'https://loop.org/1.pdf': storedAt('https://loop.org/1.pdf') },
    {
      send: () => {
        sent += 1;
        return Promise.resolve(page);
      },
    },
  );
  return { bench, sent: () => sent };
}

test('a resolver that asks for ever is stopped, and the next one has its turn', async () => {
  const { bench, sent } = endless(() => undefined);
  const outcome = outcomeOf(await bench.run());
  expect(outcome).toMatchObject({ kind: 'saved', resolver: 'two' });
  expect(outcome.fallbackChain).toEqual(['loop:attempt-limit', 'two:ok']);
  expect(sent()).toBe(MAX_ASKS);
});

test('so is one that goes on whatever fails', async () => {
  const { bench } = endless(() => undefined, true);
  expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', resolver: 'two' });
});

test('what it had found by then counts', async () => {
  const { bench } = endless((asked) => (asked === 1 ? pdfAt('https://loop.org/1.pdf') : undefined));
  expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', resolver: 'loop' });
});

test('a resolver that names places for ever is stopped at the fiftieth, and all of them are within the work’s fetches', async () => {
  const refused = (url: string) => [url, { kind: 'refused', reason: 'http-4xx' }] as const;
  let closed = false;
  const urls = Array.from({ length: 60 }, (_, at) => `https://loop.org/${at}.pdf`);
  const bench = pipelineBench(
    [
      {
        name: 'loop',
        gives: [],
        async *plans() {
          try {
            for (let at = 0; ; at++) yield pdfAt(`https://loop.org/${at}.pdf`);
          } finally {
            closed = true;
          }
        },
      },
    ],
    Object.fromEntries(urls.map(refused)),
  );
  const outcome = outcomeOf(await bench.run());
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'attempt-limit' });
  expect(outcome.claims).toHaveLength(50);
  expect(bench.fetched).toHaveLength(25);
  expect(closed).toBe(true);
});
