import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const PROGRAM = '/usr/bin/chromium';
export const chromiumIsAbsent = !existsSync(PROGRAM);

type Scheme = 'light' | 'dark';

export interface Browser extends AsyncDisposable {
  readonly context: BrowserContext;
  /** What pages complained of, in their console or by throwing. */
  readonly complaints: readonly string[];
  /** Every address that was asked for. */
  readonly asked: readonly string[];
  open(url: string, look?: { readonly scheme?: Scheme; readonly width?: number }): Promise<Page>;
}

/** A browser with a fresh profile, gone when the test ends. */
export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'contentdownload-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: PROGRAM,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const complaints: string[] = [];
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  return {
    context,
    complaints,
    asked,
    async open(url, { scheme = 'light', width = 1200 } = {}) {
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('dialog', (dialog) => complaints.push(`a script ran: ${dialog.message()}`));
      await page.goto(url);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Serious and critical faults that axe finds, each with the first place. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run().then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Presses Tab until the focus comes round; the number of different elements that had it. */
export async function tabStops(page: Page): Promise<number> {
  await page.evaluate('document.activeElement?.blur()');
  const seen = new Set<number>();
  for (let press = 0; press < 300; press++) {
    await page.keyboard.press('Tab');
    const held = await page.evaluate<number>(
      "document.activeElement === document.body ? -1 : [...document.querySelectorAll('*')].indexOf(document.activeElement)",
    );
    // Between the last and the first element lies the browser itself.
    if (held === -1) continue;
    if (seen.has(held)) break;
    seen.add(held);
  }
  return seen.size;
}

/** Visible elements a keyboard must reach. */
export const focusables = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `[...document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]')]
      .filter((one) => one.checkVisibility() && !one.matches(':disabled')).length`,
  );

export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');
