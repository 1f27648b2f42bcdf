import { describe, expect, test } from 'vitest';
import { NEW_RUN, type SourcePlace } from '../../src/core/source-place.ts';
import { advise } from '../../src/report/advise.ts';
import { buildReport } from '../../src/report/build-report.ts';
import { headlineOf } from '../../src/report/headline.ts';
import { mannersText } from '../../src/report/manners.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { summarise } from '../../src/report/summarise.ts';
import { attempt } from '../telemetry/records.ts';
import { entry, RUN, records } from './catalog-entry.ts';

const NOT_FINISHED = { ...RUN, finished_at: null };
const whole: SourcePlace = { cursor: undefined, exhausted: true, listed: 3, of: 3 };
const broken: SourcePlace = {
  cursor: 'x',
  exhausted: false,
  listed: 200,
  of: 9876,
  problem: 'status 500: busy',
};
const headline = async (given: Parameters<typeof records>[0]) => headlineOf(await summarise(records(given)));

describe('the first line', () => {
  test('of a run that did all says what it did', async () => {
    expect(await headline({ places: [whole], entries: [entry()] })).toMatch(
      /^1 work in 1 min 00 s from first start to end, .* stored$/,
    );
  });

  test('of a broken listing says how much of how many, and why', async () => {
    const given = {
      run: NOT_FINISHED,
      isInterrupted: true,
      places: [whole, broken],
      entries: [entry()],
      waiting: 1,
    };
    expect(await headline(given)).toBe(
      'Interrupted: the listing broke off, 203 of 9,879 works listed: status 500: busy. `resume` goes on listing. 1 of 2 works known so far ended (50.0 %).',
    );
  });

  test('of a listing that cannot be gone on with does not send to resume; the advice is a new run', async () => {
    const problem = `ids.txt has changed since its first 200 entries were read; ${NEW_RUN} with it`;
    const metrics = await summarise(
      records({
        run: NOT_FINISHED,
        isInterrupted: true,
        places: [{ ...broken, problem }],
        entries: [entry()],
      }),
    );
    expect(headlineOf(metrics)).toContain(problem);
    expect(headlineOf(metrics)).not.toContain('resume');
    expect(advise(metrics)[0]?.text).toBe(
      'The listing is not complete, and `resume` cannot go on with it: start a new run.',
    );
  });

  test('tells a stop from a run that may still go on', async () => {
    const given = { run: NOT_FINISHED, places: [whole], entries: [entry()], waiting: 3 };
    expect(await headline({ ...given, isInterrupted: true })).toBe(
      'Interrupted: 1 of 4 works ended (25.0 %), 3 wait.',
    );
    expect(await headline(given)).toBe(
      'Not finished, still running or killed: 1 of 4 works ended (25.0 %), 3 wait.',
    );
  });

  test('says that nothing was asked for, or that nothing was left of it', async () => {
    expect(await headline({ places: [{ ...whole, listed: 0, of: 0 }] })).toContain('matches nothing');
    expect(await headline({ places: [whole] })).toContain('none of them is left');
    expect(await headline({ places: [] })).toContain('no work was listed or queued');
    const none = { ...whole, listed: 0, of: 0 };
    const leftOut = { lines: 2, works: 0, duplicates: 2, rejected: 0 };
    expect(await headline({ places: [none], input: leftOut })).toContain('2 works listed, and none of them');
    const rejected = { lines: 2, works: 0, duplicates: 0, rejected: 2 };
    expect(await headline({ places: [none], input: rejected })).toContain(
      'no line of the input names a work',
    );
  });

  test('says how many lines of the input were rejected, before what was done and after what was not', async () => {
    const input = { lines: 10, works: 2, duplicates: 0, rejected: 8 };
    const given = { places: [whole], entries: [entry()], input };
    const told = '8 of 10 input lines were rejected (rejects.jsonl)';
    expect(await headline(given)).toMatch(new RegExp(`^${told.replaceAll(/[().]/g, '[$&]')}; 1 work in `));
    const report = await buildReport(records(given));
    expect(renderMarkdown(report).split('\n')[0]?.replaceAll('\\', '')).toContain(`# ${told}; `);
    expect(renderHtml(report)).toContain(`<h1>${told}; 100.0 % of the works have a file</h1>`);
    expect(await headline({ ...given, run: NOT_FINISHED, isInterrupted: true, waiting: 1 })).toBe(
      `Interrupted: 1 of 2 works ended (50.0 %), 1 wait. ${told}.`,
    );
    expect(await headline({ places: [whole], input: { ...input, lines: 1, works: 0, rejected: 1 } })).toMatch(
      /^Nothing to do: .* The one input line was rejected \(rejects\.jsonl\)\.$/,
    );
  });

  test('says by what all works were skipped', async () => {
    const skipped = (reason: string) => entry({ status: 'skipped', reason });
    expect(
      await headline({ entries: [skipped('policy-license'), skipped('policy-license'), skipped('robots')] }),
    ).toBe(
      'Nothing was fetched: all 3 works were skipped, 2 by `licenses.accept` (policy-license), 1 by robots.txt of the hosts (robots).',
    );
  });

  test('of a listing that counts some sources and not others gives no total', async () => {
    const { listing } = await summarise(
      records({ places: [whole, { cursor: undefined, exhausted: false }] }),
    );
    expect(listing).toEqual({ listed: 0, of: null, complete: false, problem: null });
  });
});

test('a report never says that nothing was missed while something waits or was not listed', async () => {
  for (const more of [{ waiting: 2 }, { places: [broken], isInterrupted: true, run: NOT_FINISHED }]) {
    const report = await buildReport(records({ entries: [entry()], ...more }));
    for (const text of [renderMarkdown(report), renderHtml(report)]) {
      expect(text).toContain('Every work that ended has a file.');
      expect(text).not.toContain('Nothing: every work has a file');
    }
  }
});

describe('politeness', () => {
  const asked = (second: number) =>
    attempt({
      host: 'a.org',
      verb: 'GET',
      role: 'artifact',
      status: 'http-200',
      duration_ms: 0,
      timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
    });
  const reportOf = (intervalMs: number) =>
    buildReport(records({ attempts: [asked(0), asked(1)] }), {
      policyOf: () => ({ rate: 'x', interval_ms: intervalMs }),
      route: [],
    });

  test('is not affirmed above a host that was asked too fast, in either report', async () => {
    const report = await reportOf(3000);
    expect(mannersText(report)).toMatch(
      /^Not enough: 1 host was asked faster than the policy at least once\./,
    );
    for (const text of [renderMarkdown(report), renderHtml(report)]) {
      expect(text).toContain('Not enough: 1 host');
      expect(text).toContain('faster than the policy');
    }
  });

  test('is not affirmed of gaps that are below the policy by less than the records can tell', async () => {
    const [first, second] = [asked(0), asked(0.003)];
    for (const intervalMs of [5, 12]) {
      const report = await buildReport(records({ attempts: [first, second] }), {
        policyOf: () => ({ rate: 'x', interval_ms: intervalMs }),
        route: [],
      });
      expect(mannersText(report)).toMatch(
        /faster than its policy; at 1 host it could not be judged: .*10 ms/,
      );
      for (const text of [renderMarkdown(report), renderHtml(report)])
        expect(text).toContain('it could not be judged');
    }
  });

  test('is affirmed only as far as the records tell', async () => {
    expect(mannersText(await reportOf(1000))).toMatch(
      /^Yes, as far as these records tell: .*no host was seen to be asked faster than its policy\./,
    );
    expect(mannersText(await buildReport(records()))).toBe('No request was made.');
    const unknown = await buildReport(records({ attempts: [asked(0), asked(1)] }));
    expect(mannersText(unknown)).not.toContain('faster');
  });
});
