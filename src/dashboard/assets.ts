import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from '../core/files.ts';
import { PAGE_STYLE } from './page-style.ts';

interface Asset {
  readonly type: string;
  readonly body: string;
}

/** What the page is made of, by the path it is asked under: a closed list, read once. */
export type Assets = ReadonlyMap<string, Asset>;

/** The modules that run in the browser, and those of ours they share. */
export const BROWSER_MODULES = [
  'dashboard/page/actions',
  'dashboard/page/chart',
  'dashboard/page/dom',
  'dashboard/page/hosts',
  'dashboard/page/main',
  'dashboard/page/overview',
  'dashboard/page/works',
  'report/figures',
] as const;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1d625d"/><path d="M16 7v12m-6-5 6 6 6-6M8 25h16" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** `.js` when built, `.ts` when run from its sources. */
const SUFFIX = extname(import.meta.url);

/** The module the page starts with. */
export const PAGE_MODULE = `/assets/dashboard/page/main${SUFFIX}`;

/** As browsers run it: sources lose their types. */
async function runnable(text: string): Promise<string> {
  if (SUFFIX !== '.ts') return text;
  const { stripTypeScriptTypes } = await import('node:module');
  return stripTypeScriptTypes(text);
}

export async function loadAssets(files: Pick<Files, 'read'>): Promise<Assets> {
  const textOf = async (url: URL): Promise<string> =>
    Buffer.from(await files.read(fileURLToPath(url))).toString('utf8');
  const modules = BROWSER_MODULES.map(async (name): Promise<[string, Asset]> => {
    const text = await textOf(new URL(`../${name}${SUFFIX}`, import.meta.url));
    return [`/assets/${name}${SUFFIX}`, { type: JAVASCRIPT, body: await runnable(text) }];
  });
  const uplot = new URL('./', import.meta.resolve('uplot'));
  return new Map([
    ...(await Promise.all(modules)),
    ['/assets/uplot.js', { type: JAVASCRIPT, body: await textOf(new URL('uPlot.iife.min.js', uplot)) }],
    ['/assets/uplot.css', { type: CSS, body: await textOf(new URL('uPlot.min.css', uplot)) }],
    ['/assets/page.css', { type: CSS, body: PAGE_STYLE }],
    ['/assets/icon.svg', { type: 'image/svg+xml', body: ICON }],
  ]);
}
