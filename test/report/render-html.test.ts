import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildReport, type KnownConfig } from '../../src/report/build-report.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { attempt } from '../telemetry/records.ts';
import { entry, records } from './catalog-entry.ts';

const policyOf: KnownConfig['policyOf'] = (host) =>
  host === 'slow.org' ? { rate: '1/3second', interval_ms: 3000 } : { rate: '5/second', interval_ms: 200 };

const request = (host: string, second: number, fields = {}) =>
  attempt({
    host,
    verb: 'GET',
    role: 'artifact',
    duration_ms: 0,
    timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
    ...fields,
  });

const typical = async () =>
  renderHtml(
    await buildReport(
      records({
        entries: [
          ...Array.from({ length: 1230 }, () => entry()),
          entry({ status: 'html_only', classification: 'html', tier: 'landing_scrape' }),
          entry({ status: 'failed', reason: 'timeout', doc_id: 'doi:10.1/slow', title: 'Slow <b>host</b>' }),
        ],
        attempts: [
          request('slow.org', 0),
          request('slow.org', 1),
          request('fine.org', 0),
          request('fine.org', 2, { status: 'http-error', http_status: 429, retry_after_s: 5 }),
          request('fine.org', 8),
        ],
        waiting: 7,
      }),
      { policyOf, route: ['openalex', 'core'] },
    ),
  );

describe('the HTML report', () => {
  test('has figures, reasons with advice, and manners held against the policy', async () => {
    const page = await typical();
    expect(page).toContain('<h1>99.4 % of the works have a file</h1>');
    expect(page).toContain('1,232 works ended, 7 still wait.');
    expect(page).toContain(
      'Try again later (<code>resume --run DIR --filter status=failed</code>); raise <code>http.timeout_*</code> for slow hosts.',
    );
    expect(page).toContain('Slow &lt;b&gt;host&lt;/b&gt;');
    expect(page).toMatch(
      /slow\.org<\/th>.*artifact 1\/3second.*artifact 1\.0 s <span class="no">✗ faster than the policy/,
    );
    expect(page).toMatch(
      /fine\.org<\/th>.*artifact 2\.0 s <span class="yes">✓ kept.*<span class="yes">✓ obeyed<\/span> 1 time/,
    );
  });

  test('runs no script, loads nothing, and its one style is known by its hash', async () => {
    const page = await typical();
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import| style=| on[a-z]+=/i);
  });

  test('of an empty run says so', async () => {
    const page = renderHtml(await buildReport(records()));
    expect(page).toContain('<h1>Nothing to do: no work was listed or queued.</h1>');
    expect(page).toContain('No work has ended.');
    expect(page).toContain('No request was made.');
  });

  test('links only to addresses on the web', async () => {
    const missed = (url: string) => entry({ status: 'failed', reason: 'http-4xx', url });
    const page = renderHtml(
      await buildReport(
        records({
          entries: [missed('https://a.org/"><b>'), missed('javascript:alert(1)'), missed('data:text/html,x')],
        }),
      ),
    );
    const links = [...page.matchAll(/<a href="([^"#]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['https://a.org/%22%3E%3Cb%3E']);
    expect(page).toContain('rel="noopener noreferrer nofollow"');
  });
});
