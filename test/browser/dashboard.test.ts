import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plainText } from '../../src/core/plain-text.ts';
import { type LabProcess, labConfig, type Started, start, startLab } from '../e2e/binary.ts';
import { tempDir } from '../support/temp-dir.ts';
import {
  accessibilityFaults,
  type Browser,
  chromiumIsAbsent,
  focusables,
  pageWidth,
  startBrowser,
  tabStops,
} from './chromium.ts';
import { hostileWorks } from './hostile.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

/** Slow enough to be looked at. */
const SLOW = {
  rate_limit: {
    default: { metadata: '15/second', landing: '10/second', artifact: '4/second' },
    policies: {},
  },
};

async function worksFile(folder: string, lab: LabProcess): Promise<string> {
  const works = [...hostileWorks(), ...(await lab.world()).map(({ spelling }) => ({ id: spelling }))];
  const path = join(folder, 'works.jsonl');
  await writeFile(path, works.map((work) => JSON.stringify(work)).join('\n'));
  return path;
}

async function printedUrl(started: Started): Promise<string> {
  const found = () =>
    /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(started.stdout() + started.stderr())?.[0];
  await expect.poll(found, PATIENCE).toBeDefined();
  return found()!;
}

const processed = async (page: Page): Promise<number> =>
  Number(await page.evaluate<string>("document.querySelector('.headline').firstChild.textContent"));
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('#confirm-yes').click();
  await page.locator('#confirm').waitFor({ state: 'hidden' });
}

/** A page of somebody else, who tries to read along and to act. */
async function attack(browser: Browser, victim: URL): Promise<readonly string[]> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const page = await browser.context.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    return await page.evaluate<string[]>(`Promise.all([
      fetch('${victim.origin}/api/state').then(() => 'read', () => 'refused'),
      fetch('${victim.origin}/api/resume', { method: 'POST', mode: 'no-cors' }).then(() => 'sent', () => 'refused'),
      fetch('${victim.origin}/api/resume', { method: 'POST', headers: { authorization: 'Bearer x' } }).then(() => 'sent', () => 'refused'),
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = () => { try { resolve(frame.contentDocument === null ? 'refused' : 'framed'); } catch { resolve('refused'); } };
        frame.src = '${victim.origin}/';
        document.body.append(frame);
      }),
    ])`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe.skipIf(chromiumIsAbsent)('the dashboard in a browser', () => {
  test('follows a run from within: live, searchable, operable, safe and usable by everyone', async () => {
    await using dir = await tempDir();
    await using lab = await startLab('--works', '60', '--seed', '13');
    const works = await worksFile(dir.path, lab);
    const config = await labConfig(dir.path, lab.origin, SLOW);
    const run = start(['pull', '--works', works, '-c', config, '--dashboard']);
    try {
      const url = await printedUrl(run);
      await using browser = await startBrowser();
      const page = await browser.open(url);

      // Live: updates arrive, numbers grow, the chart is drawn, the token is out of sight.
      await expect.poll(() => processed(page), PATIENCE).toBeGreaterThan(0);
      const before = await processed(page);
      await expect.poll(() => processed(page), PATIENCE).toBeGreaterThan(before + 2);
      await page.locator('#throughput canvas').waitFor();
      expect(page.url()).not.toContain('token');
      expect(await page.locator('#hosts tbody tr').count()).toBeGreaterThan(0);

      // Pause and resume, each asked about first.
      await act(page, 'Pause');
      await expect.poll(() => page.locator('#badge').textContent(), PATIENCE).toBe('paused');
      await expect
        .poll(async () => {
          const before = await processed(page);
          await page.waitForTimeout(1500);
          return (await processed(page)) - before;
        }, PATIENCE)
        .toBe(0);

      // While nothing moves: search, story, keyboard, accessibility, small screens.
      const [script] = hostileWorks();
      await page.getByLabel('Search by title or identifier').fill(script!.doi);
      await page.keyboard.press('Enter');
      const found = page.locator('#found').getByRole('button');
      await found.waitFor();
      expect(await found.textContent()).toBe(plainText(script!.title));
      await found.click();
      await page.locator('.steps li').first().waitFor();
      expect(await page.evaluate<string>('document.activeElement.id')).toBe('story-title');
      expect(await page.locator('.story').innerText()).toContain('no-candidates');
      expect(await page.title()).not.toContain('owned');
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect([scheme, await accessibilityFaults(page)]).toEqual([scheme, []]);
      }
      expect(await tabStops(page)).toBeGreaterThanOrEqual(await focusables(page));
      await page.getByRole('button', { name: 'Close' }).click();
      await page.setViewportSize({ width: 360, height: 800 });
      await expect.poll(() => pageWidth(page)).toBe(360);
      await page.setViewportSize({ width: 1200, height: 900 });
      expect(await page.locator('main script, main iframe, main img').count()).toBe(0);

      // Others get nowhere; what they try is not our page's complaint.
      expect(new Set(await attack(browser, new URL(url)))).toEqual(new Set(['refused']));
      const { queue } = (await (await fetch(new URL('/api/state', url))).json()) as {
        queue: { paused: boolean };
      };
      expect(queue.paused).toBe(true);
      await act(page, 'Resume');
      await expect.poll(() => page.locator('#badge').textContent(), PATIENCE).toBe('running');

      await expect.poll(() => page.locator('#badge').textContent(), PATIENCE).toBe('the run has ended');
      await run.ended;
      const elsewhere = browser.asked.filter((asked) => !/^http:\/\/(127\.0\.0\.1|localhost):/.test(asked));
      expect(elsewhere).toEqual([]);
      expect(browser.complaints).toEqual([]);
    } finally {
      run.child.kill('SIGKILL');
      await run.ended;
    }
  }, 240_000);

  test('beside a ledger shows the newest run, and retries failed works', async () => {
    await using dir = await tempDir();
    await using lab = await startLab('--works', '30', '--seed', '17');
    const works = await worksFile(dir.path, lab);
    const config = await labConfig(dir.path, lab.origin);
    await start(['pull', '--works', works, '-c', config, '-q']).ended;
    const served = start(['serve', '-c', config, '--port', '0']);
    try {
      await using browser = await startBrowser();
      const page = await browser.open(await printedUrl(served));
      await expect
        .poll(() => page.locator('#run-title').textContent(), PATIENCE)
        .toBe('The run has finished');
      expect(await page.locator('#newest li').count()).toBeGreaterThan(20);
      const titles = await page.locator('#newest').innerText();
      expect(titles).toContain('<script>document.title="owned"</script>');
      await act(page, 'Retry failed');
      await expect.poll(() => page.locator('#queue').innerText(), PATIENCE).toMatch(/queued\s+[1-9]/);
      expect(browser.complaints).toEqual([]);
    } finally {
      served.child.kill('SIGTERM');
      expect((await served.ended).code).toBe(0);
    }
  }, 180_000);
});
