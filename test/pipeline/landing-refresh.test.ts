import { describe, expect, test } from 'vitest';
import { doiRedirect } from '../../src/resolvers/doi-redirect.ts';
import { stackUnderTest } from '../http/stack-under-test.ts';
import { outcomeOf, pipelineBench, storedAt } from './pipeline-bench.ts';

const html = { 'content-type': 'text/html' };
const PAGE = 'https://journal.example.org/article/S1';
const PDF = 'https://journal.example.org/article/S1/pdf';

describe('a page that sends browsers on, through the real HTTP stack', () => {
  const web: Readonly<Record<string, { status?: number; headers: Record<string, string>; body?: string }>> = {
    'https://doi.org/10.1000/x': { status: 302, headers: { location: 'https://hub.example.org/S1' } },
    'https://hub.example.org/S1': {
      headers: html,
      body: '<meta http-equiv="REFRESH" content="2; url=\'https://journal.example.org/article/S1\'">',
    },
    'https://journal.example.org/article/S1': { headers: html, body: '<a href="S1/pdf">Download PDF</a>' },
  };

  test('is followed: the work is saved, and each page is known as read', async () => {
    const stack = stackUnderTest(({ url }) => web[url] ?? { status: 404 });
    const bench = pipelineBench(
      [{ name: 'doi_redirect', gives: [], plans: doiRedirect.plans }],
      { [PDF]: storedAt(PDF), [PAGE]: { kind: 'refused', reason: 'unexpected-ct' } },
      { send: stack.client.send },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', resolver: 'doi_redirect', url: PDF });
    expect(stack.sent.map(({ url }) => url)).toEqual(Object.keys(web));
    expect(bench.fetched).toEqual([PAGE, PDF]);
  });

  test('is not followed past robots.txt', async () => {
    const robots = {
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /article',
    };
    const stack = stackUnderTest(
      ({ url }) =>
        url === 'https://journal.example.org/robots.txt' ? robots : (web[url] ?? { status: 404 }),
      { robots: { enabled: true, ttlMs: 86_400_000 } },
    );
    const bench = pipelineBench(
      [{ name: 'doi_redirect', gives: [], plans: doiRedirect.plans }],
      {},
      { send: stack.client.send },
    );
    expect(outcomeOf(await bench.run()).kind).not.toBe('saved');
    expect(stack.sent.map(({ url }) => url)).not.toContain('https://journal.example.org/article/S1');
  });
});
