import { readdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labConfig, run } from '../e2e/binary.ts';
import { entries } from '../e2e/results.ts';
import { loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import type { ConnectCall } from './connect-log.ts';
import { insideUrls } from './inside-targets.ts';
import { insideTrap } from './inside-trap.ts';

/** Ways for a URL to get into the product, each through the resolver that takes it in. */
const WAYS = ['json', 'json-landing', 'meta', 'link', 'refresh', 'anchor', 'redirect', 'doi'] as const;
type Way = (typeof WAYS)[number];

/** Names are looked up by the system in this test, so only those that cannot leave the machine are used. */
const staysHere = (url: string): boolean => {
  const host =
    URL.parse(url)
      ?.hostname.replace(/^\[|\]$/g, '')
      .replace(/[.]$/, '') ?? '';
  return isIP(host) !== 0 || !/[.](?:example|me)$/.test(host);
};

const doiOf = (way: Way, index: number): string => `10.5555/${way}.${index}`;
const escaped = (url: string): string =>
  url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const PAGE = 'https://landing.example';

function unpaywallAnswer(doi: string, way: Way, target: string): object {
  const location =
    way === 'json'
      ? { url_for_pdf: target, url: target }
      : way === 'json-landing'
        ? { url_for_landing_page: target, url: target }
        : way === 'redirect'
          ? { url_for_pdf: `${PAGE}/${doi}` }
          : { url_for_landing_page: `${PAGE}/${doi}` };
  return {
    doi,
    title: 'A paper',
    year: 2020,
    is_oa: true,
    best_oa_location: location,
    oa_locations: [location],
  };
}

function pageFor(way: Way, target: string): { headers: Record<string, string>; html: string } {
  const link = way === 'link' ? { link: `<${encodeURI(target)}>; rel="item"; type="application/pdf"` } : {};
  const inner =
    way === 'meta'
      ? `<meta name="citation_pdf_url" content="${escaped(target)}">`
      : way === 'refresh'
        ? `<meta http-equiv="refresh" content="0; url=${escaped(target)}">`
        : way === 'anchor'
          ? `<a href="${escaped(target)}">Download PDF</a>`
          : '';
  const html = `<html><head><title>A paper</title>${inner}</head><body>${inner}</body></html>`;
  return { headers: { 'content-type': 'text/html', ...link }, html };
}

test('no answer of a source or a page makes the program connect to an address inside', {
  timeout: 120_000,
}, async () => {
  const urls = insideUrls().filter(staysHere);
  await using folder = await tempDir();
  await using trap = await insideTrap();
  await using web = await loopback((incoming, outgoing) => {
    const path = decodeURIComponent(incoming.url ?? '');
    const [doi = '', way, index] = /10\.5555\/([a-z-]+)\.(\d+)/.exec(path) ?? [];
    const target = urls[Number(index)] ?? '';
    const host = incoming.headers.host ?? '';
    if (way === undefined || path === '/robots.txt') return void outgoing.writeHead(404).end();
    if (host === 'api.unpaywall.org') {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      return void outgoing.end(JSON.stringify(unpaywallAnswer(doi, way as Way, target)));
    }
    if (host === 'doi.org' ? way === 'doi' : way === 'redirect') {
      const location = Buffer.from(target.replace(/[\t]/g, '')).toString('latin1');
      return void outgoing.writeHead(302, { location }).end();
    }
    const { headers, html } = pageFor(way as Way, target);
    outgoing.writeHead(200, headers).end(html);
  });
  const port = Number(new URL(web.url).port);
  const config = await labConfig(folder.path, web.url, {
    http: {
      connect_to: { 'api.unpaywall.org': web.url, 'doi.org': web.url, 'landing.example': web.url },
      retry: { max_attempts: 1 },
      breaker: { enabled: false },
    },
    orchestrator: { max_job_attempts: 1, workers: 16, max_per_host: 16 },
    resolvers: { order: ['unpaywall', 'doi_redirect', 'landing'] },
    robots: { enabled: true },
  });
  // Every URL in JSON and in a page; the other ways meet the same guard and take every tenth.
  const ids = WAYS.flatMap((way) =>
    [...urls.keys()]
      .filter((index) => way === 'json' || way === 'meta' || index % 10 === 0)
      .map((index) => doiOf(way, index)),
  );
  const list = join(folder.path, 'ids.txt');
  await writeFile(list, ids.join('\n'));
  const preload = new URL('programs/log-connections.ts', import.meta.url).href;
  const ended = await run(['pull', '-c', config, '--ids', list, '--run-id', 'inside', '--json'], {
    env: { NODE_OPTIONS: `--import ${preload} --no-warnings`, CONNECTIONS_FOLDER: folder.path },
  });

  expect(ended.code).toBe(1);
  expect(ended.stderr).not.toMatch(/^bug/m);
  const logs = (await readdir(folder.path)).filter((name) => /^\d+-\d+\.json$/.test(name));
  const calls: ConnectCall[] = [];
  for (const name of logs)
    calls.push(...(JSON.parse(await readFile(join(folder.path, name), 'utf8')) as ConnectCall[]));
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((call) => call.address !== '127.0.0.1' || call.port !== port)).toEqual([]);
  expect(trap.connections()).toBe(0);

  const ends = entries(join(folder.path, 'out'));
  expect(ends).toHaveLength(ids.length);
  expect(ends.filter(({ status }) => status === 'saved')).toEqual([]);
  expect(ends.filter(({ reason }) => reason === 'internal-error')).toEqual([]);
  expect(ends.filter(({ reason }) => reason === 'blocked-address').length).toBeGreaterThan(ids.length / 3);
});
