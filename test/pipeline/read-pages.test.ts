import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../src/core/plan.ts';
import type { Send } from '../../src/http/client.ts';
import {
  heldAt,
  outcomeOf,
  pdfAt,
  pipelineBench,
  type SourceScript,
  storedAt,
  type Web,
} from './pipeline-bench.ts';

const PAGE = 'https://a.org/page';
const DOI_URL = 'https://doi.org/10.1000/x';
const FILE = 'https://a.org/a.pdf';
const asHtml = { format: 'html', classification: 'html', path: 'HTML/x.html' } as const;
const proven = { score: 0.99, verdict: 'proven', evidence: {} } as const;

const serve =
  (body: string, sent: string[]): Send =>
  async ({ url }) => {
    sent.push(url);
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      url: PAGE,
      hops: [url, PAGE],
      body: {
        async read(onChunk) {
          await onChunk(Buffer.from(body));
          return { wireBytes: body.length, decodedBytes: body.length };
        },
        discard: async () => undefined,
      },
    };
  };

/** A resolver that reads the page and offers it, with whatever else it names. */
const reader = (others: readonly Candidate[] = []): SourceScript => ({
  name: 'reader',
  host: 'doi.org',
  gives: [{ url: PAGE, expected: 'html', license: 'cc-by' }, ...others],
  async *plans(_work, { ask }) {
    yield* [];
    await ask.text({ url: DOI_URL, role: 'landing' });
  },
});

/** What the downloader made of the page it was handed; a request for it is an error. */
const judgedAs =
  (answer: Web[string], seen: string[] = []): Web[string] =>
  async ({ page, plan }) => {
    if (!page) throw new Error(`${plan.url} was asked for again`);
    seen.push(Buffer.from(page.bytes).toString());
    if (typeof answer === 'function' || answer instanceof Error || answer === undefined)
      throw new Error('unused');
    return answer;
  };

describe('a page that was read as a landing page', () => {
  test('is judged from the bytes that came, held, and published when nothing better came', async () => {
    const [sent, seen]: [string[], string[]] = [[], []];
    const bench = pipelineBench(
      [reader([pdfAt(FILE)])],
      {
        [PAGE]: judgedAs(heldAt(PAGE, { ...asHtml, identity: proven }), seen),
        [FILE]: { kind: 'refused', reason: 'http-4xx' },
      },
      { send: serve('<html>all of it</html>', sent) },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'html_only', artifact: { url: PAGE } });
    expect(sent).toEqual([DOI_URL]);
    expect(seen).toEqual(['<html>all of it</html>']);
    expect(bench.fetched).toEqual([PAGE, FILE]);
  });

  test('gives way to a file, and is removed', async () => {
    const bench = pipelineBench(
      [reader([pdfAt(FILE)])],
      {
        [PAGE]: judgedAs(heldAt(PAGE, { ...asHtml, identity: proven })),
        [FILE]: storedAt(FILE, { identity: proven }),
      },
      { send: serve('<html></html>', []) },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', artifact: { url: FILE } });
    expect(bench.released).toEqual([PAGE]);
  });

  test('and is not the full text is never a plan: what it was counts last, and costs no request', async () => {
    const sent: string[] = [];
    const bench = pipelineBench(
      [reader([pdfAt(FILE)])],
      {
        [PAGE]: judgedAs({ kind: 'refused', reason: 'preview-stub' }),
        [FILE]: { kind: 'refused', reason: 'http-4xx' },
      },
      { send: serve('<html></html>', sent), maxFetches: 2 },
    );
    const end = await bench.run();
    expect(outcomeOf(end)).toMatchObject({ kind: 'failed', reason: 'preview-stub' });
    expect(outcomeOf(end).fallbackChain).toEqual(['reader:http-4xx', 'reader:preview-stub']);
    expect([sent, bench.fetched]).toEqual([[DOI_URL], [PAGE, FILE]]);
  });

  test('is not asked for by the plan of another source either', async () => {
    const bench = pipelineBench(
      [
        { name: 'other', tier: 'first', host: 'b.org', gives: [{ url: DOI_URL, expected: 'html' }] },
        { ...reader(), tier: 'second' },
      ],
      { [DOI_URL]: judgedAs({ kind: 'refused', reason: 'unexpected-ct' }) },
      { send: serve('<html></html>', []) },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'failed', reason: 'no-candidates' });
    expect(bench.fetched).toEqual([DOI_URL]);
  });

  test('is taken at once where HTML is wanted first', async () => {
    const bench = pipelineBench(
      [reader([pdfAt(FILE)])],
      { [PAGE]: judgedAs(heldAt(PAGE, { ...asHtml, identity: proven })) },
      { send: serve('<html></html>', []), formats: ['html', 'pdf'] },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', artifact: { url: PAGE } });
    expect(bench.fetched).toEqual([PAGE]);
  });
});
