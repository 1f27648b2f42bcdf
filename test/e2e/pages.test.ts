import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FULL_TEXTS } from '../download/pages/full-texts.ts';
import { OTHERS } from '../download/pages/others.ts';
import { AUTHORS, citationTags, footer, menu, p, page, TITLE } from '../download/pages/text.ts';
import { loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { entries } from './results.ts';

/** What each address serves, and how its work must end. */
const PAGES: Readonly<Record<string, readonly [html: string | undefined, status: string, reason: string]>> = {
  mdpi: [FULL_TEXTS['mdpi, paragraphs in divs']?.(), 'html_only', 'ok'],
  aspnet: [FULL_TEXTS['asp.net, one form']?.(), 'html_only', 'ok'],
  chinese: [FULL_TEXTS['chinese journal']?.(), 'html_only', 'ok'],
  policy: [OTHERS['privacy policy']?.(), 'failed', 'no-candidates'],
  issue: [OTHERS['issue contents']?.(), 'failed', 'no-candidates'],
  preview: [OTHERS['sciencedirect preview']?.(), 'failed', 'preview-stub'],
  other: [OTHERS['another article']?.(), 'failed', 'no-candidates'],
  captcha: [
    page('', `${menu}<h1>Sicherheitsüberprüfung</h1>${footer}`, 'Verlag'),
    'failed',
    'challenge-page',
  ],
  missing: [page('', `${menu}<h1>Page introuvable</h1>${footer}`, 'Revue'), 'failed', 'soft-404'],
  gone: [page('', `${menu}<p>您访问的页面不存在</p>${footer}`, '学报'), 'failed', 'soft-404'],
  abstract: [
    page(
      citationTags(),
      `<script src="https://cdn.perfdrive.com/aperture.js"></script><h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}`,
    ),
    'failed',
    'no-candidates',
  ],
};

test('only pages that are the work and hold its text end as html_only; the others say what they are', async () => {
  await using folder = await tempDir();
  await using web = await loopback((request, response) => {
    const [html] = PAGES[(request.url ?? '').slice(1)] ?? [];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  const config = await labConfig(folder.path, web.url, {
    robots: { enabled: false },
    resolvers: { order: ['landing'] },
    download: { formats: ['pdf', 'html'] },
  });
  const works = Object.keys(PAGES).map((name) => ({
    URL: `https://${name}.example/${name}`,
    title: TITLE,
    author: AUTHORS.map((literal) => ({ literal })),
  }));
  const list = join(folder.path, 'works.json');
  await writeFile(list, JSON.stringify(works));
  await run(['pull', '-c', config, '--works', list]);
  const ended = entries(join(folder.path, 'out')).map(({ doc_id, status, reason }) => [
    doc_id.replace(/^.*\//, ''),
    { status, reason },
  ]);
  const expected = Object.entries(PAGES).map(([name, [, status, reason]]) => [name, { status, reason }]);
  expect(Object.fromEntries(ended)).toEqual(Object.fromEntries(expected));
}, 60_000);
