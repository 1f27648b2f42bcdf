import { describe, expect, test } from 'vitest';
import { advise, factsOf } from '../../src/report/advise.ts';
import { buildReport } from '../../src/report/build-report.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { renderSummary } from '../../src/report/render-summary.ts';
import { shellWord } from '../../src/report/shell-word.ts';
import { summarise } from '../../src/report/summarise.ts';
import { attempt } from '../telemetry/records.ts';
import { entry, records } from './catalog-entry.ts';

const page = { classification: 'html', mime: 'text/html', resolver: 'doi_redirect' } as const;
const file = { classification: 'pdf', resolver: 'doi_redirect' } as const;

describe('a second run over files that have not changed', () => {
  const first = records({
    entries: [entry(file), entry(file), entry({ ...page, status: 'html_only' })],
  });
  const cached = { status: 'cached', reason: 'not-modified' } as const;
  const second = () =>
    records({
      entries: [entry({ ...file, ...cached }), entry({ ...file, ...cached }), entry({ ...page, ...cached })],
    });

  test('has the same yield and the same figures of resolvers: a stored page stays a page', async () => {
    const [before, after] = [await summarise(first), await summarise(second())];
    expect(after.slo.yield.value).toBe(before.slo.yield.value);
    expect(after.slo.yield.value).toBeCloseTo(2 / 3);
    for (const { resolvers } of [before, after])
      expect(resolvers).toMatchObject({ successes: { doi_redirect: 2 }, html: { doi_redirect: 1 } });
    expect([before.cached_html, after.cached_html]).toEqual([0, 1]);
  });

  test('says how many of the stored files are HTML, and what each source was worth is not more', async () => {
    const report = await buildReport(second());
    expect(renderSummary(report.metrics).join('\n')).toMatch(/cached +3 +100.0 % \(1 of them HTML\)/);
    expect(renderMarkdown(report)).toContain('| cached (1 of them HTML) | 3 |');
    expect(report.sources['doi_redirect']).toMatchObject({ saved: 2 });
  });

  test('a file whose kind is not recorded is told by its media type', async () => {
    const { slo } = await summarise(
      records({ entries: [entry({ ...page, ...cached, classification: null })] }),
    );
    expect(slo.yield.value).toBe(0);
  });
});

describe('tables of Markdown and HTML', () => {
  test('have the same columns with the same figures', async () => {
    const report = await buildReport(
      records({
        entries: [entry(file), entry({ ...page, status: 'html_only' })],
        attempts: [
          attempt({ resolver: 'doi_redirect', verb: 'GET', status: 'http-200' }),
          attempt({ resolver: 'doi_redirect', status: 'cache-hit', cache_hit: true }),
        ],
      }),
    );
    const markdown = renderMarkdown(report);
    expect(markdown).toContain('| resolver | requests and cache hits | PDF or XML | HTML |');
    expect(markdown).toContain('| doi\\_redirect | 2 | 1 | 1 |');
    const html = renderHtml(report);
    const table = /<caption>Yield by resolver<\/caption>[\s\S]*?<\/table>/.exec(html)?.[0] ?? '';
    const titles = [...table.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(titles.slice(0, 4)).toEqual(['resolver', 'PDF or XML', 'HTML', 'requests and cache hits']);
    const cells = [...table.matchAll(/<td class="n"[^>]*>([^<]*)/g)].map(([, cell]) => cell);
    expect(cells.slice(0, 3)).toEqual(['1', '1', '2']);
  });
});

describe('a work that is the same as another one', () => {
  const twin = { status: 'skipped', reason: 'duplicate-work', doc_id: 'doi:10.1/twin', path: null } as const;
  const build = () =>
    buildReport(
      records({
        entries: [entry(), entry({ ...twin, identity: null })],
        duplicateOf: async () => 'doi:10.1/the-other',
      }),
    );

  test('is missed nowhere: not in the summary, the reports, the advice or the share of works with a file', async () => {
    const report = await build();
    expect(report.missed).toEqual({});
    expect(advise(report.metrics)).toEqual([]);
    const summary = renderSummary(report.metrics).join('\n');
    expect(summary).not.toContain('without a file');
    expect(summary).toContain('duplicates: 1 work is the same as another one, which has the file');
    expect(renderMarkdown(report)).toContain('Nothing: every work has a file.');
    expect(renderHtml(report)).toContain('<h1>100.0 % of the works have a file</h1>');
  });

  test('is told with the other work', async () => {
    const report = await build();
    expect(report.duplicates).toEqual([
      { doc_id: 'doi:10.1/twin', title: 'A title', duplicate_of: 'doi:10.1/the-other' },
    ]);
    expect(renderMarkdown(report)).toContain('| doi:10.1/twin | doi:10.1/the-other |');
    expect(renderHtml(report)).toContain('<code>doi:10.1/the-other</code>');
  });
});

test('files set aside are counted beside the works that ended quarantined', async () => {
  const entries = [entry(), entry({ status: 'quarantined', reason: 'wrong-paper', identity: null })];
  const report = await buildReport(records({ entries, setAside: 6 }));
  const text = '6 files that are not the paper asked for lie in quarantine/; 1 work ended quarantined';
  expect(renderSummary(report.metrics)).toContain(`set aside: ${text}`);
  expect(renderMarkdown(report)).toContain(`Set aside: ${text}.`);
  expect(renderHtml(report)).toContain(`Set aside: ${text}.`);
});

test('DOIs that doi.org does not know are named, those that lead to a page that is gone are not', async () => {
  const asked = (doc_id: string, host: string) =>
    attempt({ doc_id, host, role: 'landing', verb: 'GET', status: 'http-error', http_status: 404 });
  const report = await buildReport(
    records({ attempts: [asked('doi:10.1/typo', 'doi.org'), asked('doi:10.1/gone', 'publisher.org')] }),
  );
  expect(report.unknown_dois).toEqual(['doi:10.1/typo']);
  expect(renderMarkdown(report)).toMatch(/doi\.org does not know these DOIs[\s\S]*- doi:10\.1\/typo/);
  expect(renderHtml(report)).toMatch(/doi\.org does not know these DOIs[\s\S]*<code>doi:10\.1\/typo<\/code>/);
});

describe('advice', () => {
  test('names commands as they can be typed where the run is known', async () => {
    const folder = '/my runs/run-1';
    const entries = [entry({ status: 'failed', reason: 'timeout', identity: null })];
    const report = await buildReport(records({ entries, waiting: 1 }), undefined, folder);
    const command = "contentdownload resume --run '/my runs/run-1'";
    expect(renderMarkdown(report)).toContain(`\`${command} --filter status=failed\``);
    expect(renderMarkdown(report)).toContain(`1 work still waits: \`${command}\` goes on with it.`);
    expect(renderHtml(report)).toContain('contentdownload resume --run ');
    expect(renderHtml(report)).not.toContain('--run DIR');
    expect(factsOf('attempt-limit', { folder, workId: 'doi:10.1/a' }).advice).toBe(
      "See its attempts with `contentdownload explain --work doi:10.1/a --out '/my runs'`.",
    );
  });

  test.each([
    ['runs/a-1', 'runs/a-1'],
    ['my runs', "'my runs'"],
    ["it's", '"it\'s"'],
    ["it's $HOME", "'it'\\''s $HOME'"],
    ['', "''"],
  ])('%j is one word of a shell', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });
});

describe('lists that are cut', () => {
  const unknown = Array.from({ length: 103 }, (_, n) =>
    attempt({
      doc_id: `doi:10.1/typo-${n}`,
      role: 'landing',
      host: 'doi.org',
      verb: 'GET',
      http_status: 404,
    }),
  );
  const entries = Array.from({ length: 7 }, (_, n) =>
    entry({ doc_id: `doi:10.1/typo-${n}`, status: 'failed', reason: 'no-candidates', identity: null }),
  );

  test('say how many more there are and how to see them', async () => {
    const report = await buildReport(
      records({ attempts: [...unknown, ...unknown], entries }),
      undefined,
      '/out/r',
    );
    expect(report.metrics.unknown_dois).toBe(103);
    const markdown = renderMarkdown(report);
    expect(markdown).toMatch(
      /And 3 more; `contentdownload catalog query --out \/out --sql .*doi\.org.*` lists all\./,
    );
    expect(markdown).toMatch(/All works of a reason: `contentdownload catalog query .*no-candidates/);
    const page = renderHtml(report);
    expect(page).toMatch(/And 3 more; <code>contentdownload catalog query --out \/out/);
    expect(page).toMatch(/All works of a reason: <code>contentdownload catalog query/);
  });

  test('DOIs that doi.org does not know are told at the end of a run and among the advice', async () => {
    const report = await buildReport(records({ attempts: unknown, entries }));
    const text =
      'doi.org does not know the DOI of 103 works (it answered 404): look whether they are mistyped';
    expect(renderSummary(report.metrics)).toContain(`DOIs: ${text}`);
    expect(renderMarkdown(report)).toContain(`- D${text.slice(1)}.`);
  });
});
