import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run } from './binary.ts';
import { manifestOf } from './results.ts';

interface Line {
  readonly record_type: string;
  readonly doc_id?: string;
  readonly reason?: string;
  readonly attempt?: number;
  readonly duration_ms?: number;
  readonly status?: string;
  readonly stage?: string;
  readonly fallback_chain?: readonly string[];
}

const DOIS = ['10.1234/one', '10.1234/two', '10.1234/three'];
/** Every exchange with the host of the files takes at least this long. */
const SLOW_MS = 100;

test('a host that fails every time is the reason, also where the last try found its breaker open', {
  timeout: 120_000,
}, async () => {
  await using folder = await tempDir();
  await using server = await loopback((request, response) => {
    const { host = '' } = request.headers;
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    if (host !== 'api.unpaywall.org')
      return void setTimeout(() => response.writeHead(500).end(), SLOW_MS).unref();
    const doi = decodeURIComponent(/v2\/([^?]+)/.exec(request.url ?? '')?.[1] ?? '');
    const location = { url_for_pdf: `https://files.example.org/${doi}.pdf`, host_type: 'repository' };
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ doi, best_oa_location: location, oa_locations: [location] }));
  });
  const ids = join(folder.path, 'ids.txt');
  await writeFile(ids, DOIS.join('\n'));
  const config = await labConfig(folder.path, server.url, {
    resolvers: { order: ['unpaywall'] },
    http: {
      connect_to: { '*': server.url },
      retry: { base_delay_ms: 10, max_delay_ms: 20, jitter_ms: 1 },
      // Open for longer than a work waits for it the second time.
      breaker: { failure_threshold: 8, open_s: 1, max_open_s: 1 },
    },
    orchestrator: { job_retry_backoff_s: 0.1, max_park_s: 1.2, max_wait_s: 30 },
  });
  await run(['pull', '-c', config, '--ids', ids, '--run-id', 'one', '--json']);
  const lines = (await manifestOf(join(folder.path, 'out', 'one'))) as readonly Line[];
  const outcomes = lines.filter(({ record_type }) => record_type === 'outcome');
  expect(outcomes.map(({ reason }) => reason)).toEqual(DOIS.map(() => 'http-5xx'));
  const chains = outcomes.flatMap(({ fallback_chain = [] }) => fallback_chain);
  expect(chains).toContain('unpaywall:http-5xx');
  expect(chains).toContain('unpaywall:breaker-open');
  for (const { doc_id, attempt, duration_ms } of outcomes) {
    const attempts = lines.filter((one) => one.record_type === 'attempt' && one.doc_id === doc_id);
    expect(attempt).toBe(attempts.length);
    const answered = attempts.filter(({ status, stage }) => status === 'http-error' && stage !== 'finalize');
    expect(answered.length).toBeGreaterThan(0);
    expect(duration_ms).toBeGreaterThanOrEqual(answered.length * (SLOW_MS - 10));
  }
});

test('a link that needs a key, and a source that was not asked, are told as such', {
  timeout: 60_000,
}, async () => {
  await using folder = await tempDir();
  const link = {
    URL: 'https://api.elsevier.com/content/article/PII:S1?httpAccept=text/xml',
    'content-type': 'text/xml',
    'content-version': 'vor',
    'intended-application': 'text-mining',
  };
  await using server = await loopback((request, response) => {
    if (request.headers.host !== 'api.crossref.org') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { DOI: '10.1234/one', title: ['A paper'], link: [link] };
    return void response.end(JSON.stringify({ status: 'ok', 'message-type': 'work', message }));
  });
  const config = await labConfig(folder.path, server.url, { resolvers: { order: ['crossref', 'wayback'] } });
  const pulled = await run(['pull', '10.1234/one', '-c', config, '--run-id', 'one']);
  const told = await run(['explain', '--work', '10.1234/one', '-c', config]);
  const key = 'resolvers.crossref.elsevier_api_key';
  expect(told.stdout).not.toContain('named no place');
  expect(told.stdout).toMatch(/crossref +did not ask for https:\/\/api\.elsevier\.com\S*: it needs the key/);
  expect(told.stdout).toMatch(/wayback +not asked: no address of a file that could not be had is known/);
  expect(told.stdout).toContain(`what to do Set \`${key}\``);
  expect(told.stdout).toMatch(new RegExp(`crossref +not asked: needs ${key.replaceAll('.', '\\.')}`));
  expect(pulled.stdout).toContain(
    `keys: 1 work has a place that is asked only with \`${key}\`, which is not set`,
  );
});
