import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESOLVERS } from '../../src/resolvers/index.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, labConfig, run } from './binary.ts';

/** A canary for every credential the configuration knows. It has characters that every encoding writes differently. */
const canary = (role: string): string => `S3CR3T-${role}-+/ü?${role}`;
const headerCanary = (role: string): string => `S3CR3T-${role}-+/?"${role}`;

const API_KEYS = Object.fromEntries(RESOLVERS.map(({ name }) => [name, { api_key: canary(name) }]));
const HEADER_NAMES = [
  'Authorization',
  'X-Api-Key',
  'X-Els-Apikey',
  'Cr-Clickthrough-Client-Token',
  'Cookie',
  'Wiley-Tdm-Client-Token',
];
const HOST_HEADERS = Object.fromEntries(HEADER_NAMES.map((name) => [name, headerCanary(name)]));

/** Whatever a canary looks like in text: plain, in URLs, in JSON, lower-cased, in Base64 at any offset. */
const TRACES = [
  /S3CR3T/i,
  /UzNDUjNUL|MzQ1IzVC|TM0NSM1Qt/, // Base64 of "S3CR3T-" at the three offsets
];

/** Kinds of redirect away from the origin a secret belongs to. */
const AWAY = {
  host: 'https://elsewhere.example',
  subdomain: 'https://sub.secret.example',
  port: 'https://secret.example:8443',
  scheme: 'http://secret.example',
} as const;

const page = (inner: string): string =>
  `<html><head><title>A paper</title>${inner}</head><body></body></html>`;

/** A web whose servers repeat every secret they are told, in every place that is written down somewhere. */
async function tattlingWeb(): Promise<Loopback> {
  return loopback((incoming, outgoing) => {
    const { host = '' } = incoming.headers;
    const url = new URL(incoming.url ?? '/', `https://${host}`);
    const told = [
      ...url.searchParams.values(),
      ...HEADER_NAMES.map((name) => incoming.headers[name.toLowerCase()]),
    ]
      .filter((value) => value !== undefined && /S3CR3T/.test(String(value)))
      .join(' ');
    const [, work = ''] = /10\.5555\/([a-z.-]+)/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (url.pathname === '/robots.txt') return void outgoing.writeHead(404).end();
    if (host === 'api.unpaywall.org') {
      const key = encodeURIComponent(canary('unpaywall'));
      if (work === 'redirect')
        return void outgoing
          .writeHead(302, { location: `https://elsewhere.example/v2?k=${key}&n=${key}` })
          .end();
      if (work === 'refused') return void outgoing.writeHead(403, { 'x-echo': key }).end(told);
      const places: Record<string, object> = {
        title: { url_for_pdf: 'https://open.example/paper.pdf' },
        url: { url_for_pdf: `https://open.example/paper.pdf?repeat=${key}` },
        path: { url_for_pdf: `https://open.example/${key}/paper.pdf` },
        landing: { url_for_landing_page: `https://open.example/page/${key}` },
      };
      const location = places[work] ?? { url_for_pdf: `https://secret.example/${work}` };
      const body = {
        doi: work,
        title: work === 'title' ? told : 'A paper',
        year: 2020,
        best_oa_location: location,
        oa_locations: [location],
        license: told,
      };
      return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    const kind = url.pathname.slice(1) as keyof typeof AWAY;
    if (host === 'secret.example' && kind in AWAY)
      return void outgoing
        .writeHead(302, { location: `${AWAY[kind]}/there?told=${encodeURIComponent(told)}` })
        .end();
    if (url.pathname.includes('/page/'))
      return void outgoing
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page(`<meta name="citation_title" content="${told}">`));
    if (url.pathname.endsWith('.pdf'))
      return void outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(samplePdf());
    outgoing.writeHead(404, { 'content-type': 'text/html' }).end(page(told));
  });
}

async function everyByteUnder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path)] as const)));
}

const tracesIn = (text: string): readonly string[] =>
  TRACES.flatMap((trace) =>
    [...text.matchAll(new RegExp(trace, 'gi'))].map(({ index }) =>
      text.slice(Math.max(0, index - 60), index + 40),
    ),
  );

describe('with a canary in every credential', () => {
  let web: Loopback;
  let trap: Loopback;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  const said: [string, Ended][] = [];
  let out: string;

  const speak = async (name: string, args: readonly string[]): Promise<Ended> => {
    const proxy = trap.url;
    const ended = await run(args, {
      cwd: folder.path,
      env: {
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        ALL_PROXY: proxy,
        http_proxy: proxy,
        https_proxy: proxy,
        all_proxy: proxy,
        NODE_USE_ENV_PROXY: '1',
      },
    });
    said.push([name, ended]);
    return ended;
  };

  beforeAll(async () => {
    web = await tattlingWeb();
    trap = await loopback((_incoming, outgoing) => void outgoing.writeHead(502).end());
    folder = await tempDir();
    out = join(folder.path, 'out');
    const rest = {
      telemetry: { sinks: ['console', 'csv'], otlp: { headers: { authorization: canary('otlp') } } },
      storage: { connection_string: `postgres://user:${encodeURIComponent(canary('postgres'))}@127.0.0.1/x` },
      rate_limit: { url: `redis://:${encodeURIComponent(canary('redis'))}@127.0.0.1/0` },
      resolvers: { order: ['unpaywall', 'landing'], ...API_KEYS },
      orchestrator: { max_job_attempts: 1 },
    };
    const http = {
      connect_to: { '*': web.url },
      headers: { 'secret.example': HOST_HEADERS },
      allowed_ports: [80, 443, 8443],
      allow_http_hosts: ['secret.example'],
      retry: { max_attempts: 1 },
      cache: { url: `redis://:${encodeURIComponent(canary('cache'))}@127.0.0.1/0` },
    };
    const config = await labConfig(folder.path, web.url, { ...rest, http });
    const works = ['redirect', 'refused', 'title', 'url', 'path', 'landing', ...Object.keys(AWAY)];
    const ids = join(folder.path, 'ids.txt');
    await writeFile(ids, works.map((work) => `10.5555/${work}`).join('\n'));
    await speak('pull', ['pull', '-c', config, '-v', '--ids', ids, '--run-id', 'first']);
    await speak('pull again', [
      'pull',
      '-c',
      config,
      '-v',
      '--force',
      '--ids',
      ids,
      '--run-id',
      'second',
      '--json',
    ]);
    await speak('report', ['report', '--run', out, '--format', 'md']);
    await speak('report json', ['report', '--run', out, '--format', 'json']);
    await speak('print-config', ['print-config', '-c', config]);
    await speak('print-config json', ['print-config', '-c', config, '--json']);
    await speak('validate-config', ['validate-config', '-c', config]);
    await speak('explain', ['explain', '-c', config]);
    await speak('explain work', ['explain', '-c', config, '--work', '10.5555/url']);
    await speak('explain url', [
      'explain',
      '-c',
      config,
      '--url',
      `https://secret.example/?api_key=${encodeURIComponent(canary('unpaywall'))}`,
    ]);
    await speak('catalog', [
      'catalog',
      'query',
      '--out',
      out,
      '--json',
      '--sql',
      'SELECT * FROM catalog_entries',
    ]);
    await speak('attempts', ['catalog', 'query', '--out', out, '--json', '--sql', 'SELECT * FROM attempts']);
    await speak('no such input', ['pull', '-c', config, '-v', '--ids', join(folder.path, 'gone.txt')]);
    const viaProxy = join(folder.path, 'proxy.json');
    const proxied = {
      ...http,
      connect_to: {},
      proxy: `http://user:${encodeURIComponent(canary('proxy'))}@127.0.0.1:${new URL(web.url).port}`,
    };
    await writeFile(
      viaProxy,
      JSON.stringify({
        ...rest,
        out: join(folder.path, 'proxied'),
        mailto: 'tests@university.edu',
        http: proxied,
      }),
    );
    await speak('through a proxy', ['pull', '-c', viaProxy, '-v', '10.5555/title']);
    const broken = join(folder.path, 'broken.yaml');
    await writeFile(
      broken,
      `http:\n  proxy: "nonsense ${canary('proxy')}"\nresolvers:\n  core: { api_key: [${canary('core')}] }\n`,
    );
    await speak('a wrong value', ['validate-config', '-c', broken]);
    const torn = join(folder.path, 'torn.yaml');
    await writeFile(torn, `resolvers:\n  core:\n    api_key: "${canary('core')}\n  - x\n`);
    await speak('a torn file', ['validate-config', '-c', torn, '-v']);
    for (const name of ['ids.txt', 'lab.json', 'proxy.json', 'broken.yaml', 'torn.yaml'])
      await writeFile(join(folder.path, name), '');
  }, 120_000);

  afterAll(async () => {
    await web[Symbol.asyncDispose]();
    await trap[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('the secrets were really used, and the servers really repeated them', () => {
    const asked = web.asked.map(({ path, headers }) => `${headers.host} ${path}`);
    expect(
      asked.filter(
        (one) => one.startsWith('api.unpaywall.org') && one.includes(encodeURIComponent(canary('unpaywall'))),
      ).length,
    ).toBeGreaterThan(8);
    for (const name of HEADER_NAMES)
      expect(
        web.asked.some(
          ({ headers }) =>
            headers.host === 'secret.example' && headers[name.toLowerCase()] === headerCanary(name),
        ),
      ).toBe(true);
    expect(said.map(([name, { code }]) => [name, code])).toEqual(
      expect.arrayContaining([
        ['pull', 1],
        ['print-config', 0],
        ['explain url', 0],
        ['a wrong value', 2],
        ['a torn file', 2],
      ]),
    );
  });

  test('no byte printed shows one', () => {
    const shown = said.flatMap(([name, { stdout, stderr }]) =>
      tracesIn(stdout + stderr).map((trace) => [name, trace]),
    );
    expect(shown).toEqual([]);
  });

  test('no byte written holds one', async () => {
    const files = await everyByteUnder(folder.path);
    expect([...files.keys()].filter((path) => /manifest|attempts|sqlite3/.test(path)).length).toBeGreaterThan(
      4,
    );
    const written = [...files].flatMap(([path, bytes]) =>
      tracesIn(bytes.toString('latin1')).map((trace) => [path.slice(folder.path.length), trace]),
    );
    expect(written).toEqual([]);
  });

  test('none of them reaches another origin', () => {
    const strangers = web.asked.filter(({ headers, path }) => {
      const host = headers.host ?? '';
      const mayKnow =
        host === 'api.unpaywall.org' ||
        host === 'secret.example' ||
        path.startsWith('http') ||
        path === 'CONNECT';
      return !mayKnow && tracesIn(JSON.stringify([path, headers])).length > 0;
    });
    expect(strangers).toEqual([]);
    const downgraded = web.asked.filter(
      ({ headers, path }) => path.startsWith('/there') && headers.host === 'secret.example',
    );
    expect(downgraded.flatMap(({ headers }) => tracesIn(JSON.stringify(headers)))).toEqual([]);
  });

  test('proxies of the environment are never asked', () => {
    expect(trap.asked).toEqual([]);
  });
});
