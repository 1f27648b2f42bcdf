import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Reason } from '../../src/core/errors.ts';
import { plainText } from '../../src/core/plain-text.ts';
import { buildReport } from '../../src/report/build-report.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { run } from '../e2e/binary.ts';
import { entry, records } from '../report/catalog-entry.ts';
import { tempDir } from '../support/temp-dir.ts';
import { attempt } from '../telemetry/records.ts';
import {
  accessibilityFaults,
  chromiumIsAbsent,
  focusables,
  pageWidth,
  startBrowser,
  tabStops,
} from './chromium.ts';
import { HOSTILE_TITLES } from './hostile.ts';

const drawnBars = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `[...document.querySelectorAll('svg rect')].filter((rect) => rect.getBoundingClientRect().width > 0).length`,
  );

describe.skipIf(chromiumIsAbsent)('the HTML report in a browser', () => {
  test('of a real run answers five questions with charts, loads nothing, and is usable by everyone', async () => {
    await using dir = await tempDir();
    const { stdout, code } = await run(['demo', '--works', '60', '--seed', '11', '--out', dir.path, '-q']);
    expect(code).toBe(0);
    const path = /^report +(\S+report\.html)$/m.exec(stdout)?.[1];
    await using browser = await startBrowser();
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(`file://${path}`, { scheme });
      expect(await page.locator('h2').allTextContents()).toEqual([
        'What did I get?',
        'What did I miss, and why?',
        'Who was slow?',
        'Was I polite?',
        'What should I change?',
      ]);
      expect(await page.title()).toMatch(/^Run .* of the works have a file$/);
      await page.locator('summary').first().press('Enter');
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect(await drawnBars(page)).toBeGreaterThan(20);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await tabStops(page)).toBeGreaterThanOrEqual(await focusables(page));
      await page.close();
    }
    const narrow = await browser.open(`file://${path}`, { width: 360 });
    expect(await pageWidth(narrow)).toBe(360);
    expect(browser.asked.filter((url) => !url.startsWith('file://'))).toEqual([]);
    expect(browser.complaints).toEqual([]);
  }, 180_000);

  test('shows whatever titles, hosts and reasons say as text', async () => {
    await using dir = await tempDir();
    const works = HOSTILE_TITLES.map((title, n) =>
      entry({
        status: 'failed',
        reason: `reason-${n}` as Reason,
        title,
        url: `javascript:document.title='owned'//${n}`,
      }),
    );
    const attempts = HOSTILE_TITLES.map((host) =>
      attempt({ host, verb: 'GET', duration_ms: 5, role: 'artifact' }),
    );
    const path = join(dir.path, 'report.html');
    await writeFile(path, renderHtml(await buildReport(records({ entries: works, attempts }))));
    await using browser = await startBrowser();
    const page = await browser.open(`file://${path}`);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    const text = (await page.evaluate<string>('document.body.textContent')).replace(/\s+/g, ' ');
    for (const title of HOSTILE_TITLES)
      expect(text).toContain(plainText(title, 400).replace(/\s+/g, ' ').trim());
    expect(await page.locator('script, iframe, img, object, embed, a[href^="javascript" i]').count()).toBe(0);
    expect(await page.title()).not.toContain('owned');
    expect(browser.complaints).toEqual([]);
    expect(browser.asked.filter((url) => !url.startsWith('file://'))).toEqual([]);
  }, 120_000);
});
