import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../src/report/build-report.ts';
import { escapeMarkdown } from '../../src/report/escape-markdown.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderJson } from '../../src/report/render-json.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderSummary } from '../../src/report/render-summary.ts';
import { attempt } from '../telemetry/records.ts';
import { entry, records } from './catalog-entry.ts';

const corpus = resolve('../shared/corpora/naughty/blns.json');
const naughty = existsSync(corpus) ? (JSON.parse(readFileSync(corpus, 'utf8')) as string[]) : [];

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/a.png)',
  'a | b\n# heading\n\n- list',
  '`code` ${x} {{y}} </script>',
  'x\\| y',
  '<svg/onload=alert(1)>\u2028next',
];

const typical = () =>
  buildReport(
    records({
      entries: [
        ...Array.from({ length: 1230 }, () => entry()),
        entry({ status: 'html_only', classification: 'html', tier: 'landing_scrape' }),
        entry({ status: 'failed', reason: 'timeout', doc_id: 'doi:10.1/slow', title: 'Slow <b>host</b>' }),
        entry({ status: 'skipped', reason: 'robots', doc_id: 'doi:10.1/no' }),
      ],
      attempts: [
        attempt({ verb: 'GET', host: 'slow.org', resolver: 'landing', role: 'landing', duration_ms: 12_000 }),
        ...Array.from({ length: 3 }, (_, n) =>
          attempt({
            host: 'pushed.org',
            verb: 'GET',
            role: 'artifact',
            status: 'http-error',
            http_status: 429,
            timestamp: `2026-01-01T00:00:0${n}.000Z`,
          }),
        ),
      ],
      waiting: 7,
    }),
  );

describe('the Markdown report', () => {
  test('answers every question', async () => {
    const text = renderMarkdown(await typical());
    for (const question of [
      '## What did I get?',
      '## What did I miss, and why?',
      '## Service levels',
      '## Resolvers',
      '## Who was slow?',
      '## Was I polite?',
      '## What should I change?',
    ])
      expect(text).toContain(question);
    expect(text).toContain('| saved | 1,230 | 99.2 % |');
    expect(text).toContain('Files: 1,230 pdf, 1 html. By tier: 1,230 direct\\_oa, 1 landing\\_scrape.');
    expect(text).toContain(
      '| timeout | 1 | The server did not answer, or stopped sending, in time. | Try again later (`resume --run DIR --filter status=failed`); raise `http.timeout_*` for slow hosts. |',
    );
    expect(text).toContain('- timeout (failed): doi:10.1/slow Slow &lt;b&gt;host&lt;/b&gt;');
    expect(text).toContain('| slow.org | 12.0 s | 12.0 s | 0 ms |');
    expect(text).toContain('| pushed.org | 3 | 0 B | 3 | 3 | 0 | – | artifact 1.0 s |');
    expect(text).toContain('7 works still wait: `resume --run DIR` goes on with them.');
    expect(text).toContain('pushed.org answered 100.0 % of 3 requests with 429');
    expect(text).toContain('slow.org needs up to 12.0 s for an answer');
  });

  test('lists the works whose file is unsure, with what was found', async () => {
    const doubtful = entry({
      doc_id: 'doi:10.1/doubt',
      title: 'A <i>doubt</i>',
      identity: 'unsure',
      identity_score: 0.2,
      identity_evidence: '{"title":0.45,"doi":"other","verdict":"wrong","later":true}',
    });
    const report = await buildReport(records({ entries: [entry(), doubtful] }));
    const text = renderMarkdown(report);
    expect(text).toContain('## Is it the right paper?');
    expect(text).toContain('Files proven to be their work: 1; unsure: 1; not checked: 0');
    const why =
      'it is not the paper asked for; 45 % of the title found; another DOI is printed in it; later: true';
    expect(text).toContain(`A &lt;i&gt;doubt&lt;/i&gt; | 0.2 | ${why}`);
    expect(report.unsure).toMatchObject([{ doc_id: 'doi:10.1/doubt', identity: 'unsure', why }]);
    expect(renderHtml(report)).toContain(why);
    expect(renderMarkdown(await buildReport(records({ entries: [entry()] })))).not.toContain('right paper');
  });

  test('of an empty run says so', async () => {
    const text = renderMarkdown(await buildReport(records()));
    expect(text).toContain('0 works ended');
    expect(text).toMatch(/^# Nothing to do: no work was listed or queued\./);
    expect(text).toMatch(/## What did I miss, and why\?\n\nNo work has ended\./);
    expect(text).toMatch(/## What should I change\?\n\nNothing that these records tell\./);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });

  test.each(HOSTILE)('shows %j as text wherever it comes from', async (text) => {
    const report = await buildReport(
      records({
        run: { run_id: text, config_hash: text, started_at: text, finished_at: null },
        entries: [
          entry({ tier: text, classification: text, resolver: text }),
          entry({ status: 'failed', reason: text, doc_id: text, title: text, url: text }),
        ],
        attempts: [
          attempt({ verb: 'GET', host: text, resolver: text, role: 'artifact', duration_ms: 20_000 }),
          attempt({ verb: 'GET', host: text, resolver: text, status: 'http-error', http_status: 429 }),
          attempt({ resolver: text, status: 'resolver-skip' }),
        ],
      }),
    );
    const plain = await buildReport(
      records({
        entries: [entry({ tier: 't', resolver: 'r' }), entry({ status: 'failed', reason: 'r', title: 't' })],
        attempts: [
          attempt({ verb: 'GET', host: 'h', resolver: 'r', role: 'artifact', duration_ms: 20_000 }),
          attempt({ verb: 'GET', host: 'h', resolver: 'r', status: 'http-error', http_status: 429 }),
          attempt({ resolver: 'r', status: 'resolver-skip' }),
        ],
      }),
    );
    const [markdown, usual] = [renderMarkdown(report), renderMarkdown(plain)];
    expect(markdown).not.toMatch(/[<>]/);
    expect(markdown).not.toMatch(/(?<!\\)[[\]]/);
    const shape = (rendered: string) =>
      rendered.split('\n').map((line) => line.match(/(?<!\\)\|/g)?.length ?? 0);
    expect(shape(markdown)).toEqual(shape(usual));
  });

  test.skipIf(naughty.length === 0)('escapes every naughty string', () => {
    for (const text of naughty) {
      const escaped = escapeMarkdown(text);
      expect(escaped).not.toMatch(/[\n\r<>]/);
      expect(escaped.replace(/\\[\\`*_{}[\]()#|~!$^]/g, '')).not.toMatch(/[\\`*_{}[\]()#|~!$^]/);
    }
  });
});

describe('the JSON report', () => {
  test('is the metrics object with examples beside it', async () => {
    const report = await typical();
    const json = JSON.parse(renderJson(report)) as Record<string, unknown>;
    expect(json).toMatchObject({ processed: 1233, saved: 1230, waiting: 7, kinds: { pdf: 1230, html: 1 } });
    expect(json['missed']).toMatchObject({ robots: [{ doc_id: 'doi:10.1/no' }] });
  });

  test('keeps a few examples for each reason', async () => {
    const entries = Array.from({ length: 50 }, (_, n) =>
      entry({ status: 'failed', reason: 'timeout', doc_id: `d${n}` }),
    );
    expect((await buildReport(records({ entries }))).missed['timeout']).toHaveLength(5);
  });
});

describe('the closing summary', () => {
  test('tells outcomes, reasons and missed service levels in plain lines', async () => {
    expect(renderSummary((await typical()).metrics)).toEqual([
      '1,233 works in 1 min 00 s from first start to end, 1.2 MB stored; 7 works still wait',
      '  saved        1,230   99.2 %',
      '  html_only        1    0.1 %',
      '  skipped          1    0.1 %',
      '  failed           1    0.1 %',
      '  waiting          7    0.6 %',
      '',
      'without a file:',
      '  robots        1  robots.txt of the host does not allow this URL.',
      '  timeout       1  The server did not answer, or stopped sending, in time.',
      '',
      'service levels: 1 of 5 missed: ratio_429 0.75 (target 0.01); not measured: corruption',
    ]);
  });

  test('has one line on identity where some file is not proven, and none where all are', async () => {
    const summaryOf = async (entries: Parameters<typeof entry>[0][]) =>
      renderSummary(
        (await buildReport(records({ entries: entries.map((fields) => entry(fields)) }))).metrics,
        '/my runs/manifest.sqlite3',
      ).filter((line) => line.startsWith('identity:'));
    expect(await summaryOf([{}, {}])).toEqual([]);
    const [line, ...more] = await summaryOf([
      {},
      { identity: 'unsure' },
      { identity: 'unchecked' },
      { status: 'failed', reason: 'timeout', identity: null },
    ]);
    expect(line).toBe(
      "identity: 1 proven, 1 unsure, 1 unchecked (list them: contentdownload catalog query --db-path '/my runs/manifest.sqlite3' " +
        `--sql "SELECT doc_id, path FROM catalog_entries WHERE run_id = 'run-1' AND identity <> 'proven'")`,
    );
    expect(more).toEqual([]);
  });

  test('of an empty run has nothing to judge', async () => {
    const lines = renderSummary((await buildReport(records())).metrics);
    expect(lines[0]).toBe('Nothing to do: no work was listed or queued.');
    expect(lines.join('\n')).not.toMatch(/NaN|undefined|null/);
  });
});
