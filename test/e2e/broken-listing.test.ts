import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, type LabProcess, labConfig, run, startLab } from './binary.ts';
import { type OpenAlexFront, openAlexFront } from './openalex-front.ts';
import { rows } from './results.ts';

/** Three pages of OpenAlex. */
const WORKS = 450;
let lab: LabProcess;
let front: OpenAlexFront;
beforeAll(async () => {
  lab = await startLab('--works', String(WORKS), '--seed', '77');
  front = await openAlexFront(lab.origin);
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

const QUERY = ['--query', 'publication_year:>1900'];

/** Only OpenAlex is asked, so that a work ends quickly, one way or the other. */
const configIn = (folder: string): Promise<string> =>
  labConfig(folder, lab.origin, {
    http: {
      connect_to: { '*': lab.origin, 'api.openalex.org': front.origin },
      timeout_read_s: 2,
      timeout_headers_s: 5,
      retry: { max_attempts: 2, base_delay_ms: 10, max_delay_ms: 50, jitter_ms: 5 },
    },
    resolvers: { order: ['openalex'] },
    orchestrator: { job_retry_backoff_s: 0.1, max_job_attempts: 1 },
  });

const firstLine = ({ stdout }: Ended): string => stdout.split('\n')[0] ?? '';

const stateOf = (out: string): string | undefined =>
  rows<{ state: string }>(out, 'SELECT state FROM runs')[0]?.state;

interface ListedMetrics {
  readonly finished_at: string | null;
  readonly state: string;
  readonly processed: number;
  readonly input: Readonly<Record<'lines' | 'works' | 'duplicates' | 'rejected', number>>;
  readonly listing: { listed: number; of: number | null; complete: boolean; problem: string | null };
}

const metricsIn = async (out: string): Promise<ListedMetrics> =>
  JSON.parse(await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8')) as ListedMetrics;

describe('a listing that breaks off', () => {
  test.each([
    [
      'a refusal with a message',
      {
        status: 403,
        body: '{"error":"Invalid query parameters error.","message":"foo is not a valid field."}',
      },
      'OpenAlex answered with status 403: Invalid query parameters error. foo is not a valid field.',
    ],
    ['an error without one', { status: 500, body: 'oops' }, 'OpenAlex answered with status 500'],
    ['no JSON', { status: 200, body: '<html>' }, 'OpenAlex answered with something that is not JSON'],
    ['JSON that is no list', { status: 200, body: '{"a":1}' }, 'OpenAlex answered with no list of works'],
  ])('on the first page by %s is an interrupted run with exit code 1', async (_, fault, problem) => {
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    front.setFault(() => fault);
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', ...QUERY]);
    expect(ended.code).toBe(1);
    expect(firstLine(ended)).toContain(`the listing broke off, 0 works listed so far: ${problem}`);
    expect(stateOf(out)).toBe('interrupted');
    expect((await metricsIn(out)).listing).toEqual({ listed: 0, of: null, complete: false, problem });
  });

  test('on the second of three pages works on what was listed, says how much that is, and goes on later', async () => {
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    const config = await configIn(dir.path);
    const first = front.pages() + 1;
    front.setFault((page) => (page > first ? { status: 500, body: '{"message":"overloaded"}' } : undefined));
    const ended = await run(['pull', '-c', config, '--run-id', 'r', ...QUERY]);
    expect(ended.code).toBe(1);
    const { listing, processed, ...metrics } = await metricsIn(out);
    expect(metrics).toMatchObject({ finished_at: null, state: 'interrupted' });
    expect(listing).toMatchObject({ listed: 200, complete: false });
    expect(listing.of).toBeGreaterThan(400);
    expect(processed).toBe(200);
    const told = `200 of ${listing.of} works listed: OpenAlex answered with status 500: overloaded`;
    expect(firstLine(ended)).toContain(`Interrupted: the listing broke off, ${told}`);
    expect(ended.stdout).toContain(`resume --run ${join(out, 'r')} -c ${config}`);
    for (const format of ['md', 'html', 'json']) {
      const report = await run(['report', '--run', out, '--format', format]);
      expect(report.stdout, format).toContain(`the listing broke off, ${told}`);
      expect(report.stdout, format).not.toContain('Nothing: every work has a file');
    }
    expect(firstLine(await run(['report', '--run', out]))).toMatch(/^# Interrupted: the listing broke off/);

    front.setFault(() => undefined);
    const before = front.pages();
    const resumed = await run(['resume', '--run', out]);
    expect(firstLine(resumed)).not.toContain('Interrupted');
    // The two that were missing, and the empty one that ends a list; not the first again.
    expect(front.pages() - before).toBe(3);
    expect(stateOf(out)).toBe('finished');
    expect((await metricsIn(out)).listing).toEqual({
      listed: listing.of,
      of: listing.of,
      complete: true,
      problem: null,
    });
  }, 120_000);

  test('that ends long before the number it announced is not taken for whole', async () => {
    await using dir = await tempDir();
    const first = front.pages() + 1;
    front.setFault((page) =>
      page > first
        ? { status: 200, body: '{"meta":{"count":450,"next_cursor":null},"results":[]}' }
        : undefined,
    );
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', ...QUERY]);
    expect(ended.code).toBe(1);
    expect(firstLine(ended)).toContain('OpenAlex ended its list after 200 of 450 works');
  }, 60_000);

  test('in a dry run is told first, with exit code 1', async () => {
    await using dir = await tempDir();
    front.setFault(() => ({ status: 403, body: '{"message":"no such filter"}' }));
    const ended = await run(['pull', '-c', await configIn(dir.path), '--dry-run', ...QUERY]);
    expect(ended.code).toBe(1);
    expect(firstLine(ended)).toMatch(/^Incomplete: the listing broke off.*no such filter/);
  });
});

describe('what is no broken listing', () => {
  test('a query that matches nothing says so', async () => {
    await using dir = await tempDir();
    front.setFault(() => ({ status: 200, body: '{"meta":{"count":0,"next_cursor":null},"results":[]}' }));
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', ...QUERY]);
    expect(firstLine(ended)).toContain('matches nothing');
    expect(ended.code).toBe(0);
    expect(stateOf(join(dir.path, 'out'))).toBe('finished');
  });

  test('a listing that --max-works ends is finished, and says so', async () => {
    await using dir = await tempDir();
    front.setFault(() => undefined);
    const args = ['pull', '-c', await configIn(dir.path), '--run-id', 'r', '--max-works', '5', ...QUERY];
    await run(args);
    const out = join(dir.path, 'out');
    expect((await metricsIn(out)).listing).toEqual({
      listed: 5,
      of: 448,
      complete: null,
      problem: null,
      capped: 'max_works = 5 was reached, and the rest of the input was not read',
    });
    expect(stateOf(out)).toBe('finished');
  });
});

describe('an input file', () => {
  const cutFile = async (folder: string): Promise<string> => {
    const works = (await lab.world()).slice(0, 300).map(({ spelling }) => spelling);
    const packed = gzipSync(works.join('\n'));
    const file = join(folder, 'ids.txt.gz');
    await writeFile(file, packed.subarray(0, Math.floor(packed.length / 2)));
    return file;
  };

  test('that is cut off is an interrupted run over what came before', async () => {
    await using dir = await tempDir();
    front.setFault(() => undefined);
    const file = await cutFile(dir.path);
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', '--ids', file]);
    expect(ended.code).toBe(1);
    const { listing, processed } = await metricsIn(join(dir.path, 'out'));
    expect(listing.complete).toBe(false);
    expect(listing.problem).toContain(`${file}, line `);
    expect(listing.listed).toBeGreaterThan(20);
    expect(processed).toBeGreaterThan(20);
    expect(firstLine(ended)).toContain('the gzip data are damaged or cut off');
    expect(stateOf(join(dir.path, 'out'))).toBe('interrupted');
  }, 60_000);

  test('that is cut off has its last piece rejected, once; mended, it is gone on with', async () => {
    await using dir = await tempDir();
    front.setFault(() => undefined);
    const [out, config, file] = [join(dir.path, 'out'), await configIn(dir.path), await cutFile(dir.path)];
    await run(['pull', '-c', config, '--run-id', 'r', '--ids', file]);
    const { input, listing } = await metricsIn(out);
    expect(input).toMatchObject({ rejected: 1, lines: listing.listed + 1 });
    const rejects = await readFile(join(out, 'r', 'rejects.jsonl'), 'utf8');
    expect(JSON.parse(rejects)).toMatchObject({ reason: 'the gzip data are damaged or cut off' });

    const again = await run(['resume', '--run', out]);
    expect(again.code).toBe(1);
    expect((await metricsIn(out)).input).toEqual(input);
    expect(await readFile(join(out, 'r', 'rejects.jsonl'), 'utf8')).toBe(rejects);

    const works = (await lab.world()).slice(0, 300).map(({ spelling }) => spelling);
    await writeFile(file, gzipSync(works.join('\n')));
    const mended = await run(['resume', '--run', out]);
    expect(mended.code).toBe(1);
    expect(stateOf(out)).toBe('finished');
    expect(await metricsIn(out)).toMatchObject({
      listing: { listed: 300, of: 300, complete: true, problem: null },
      input: { lines: 300, rejected: 0 },
    });
  }, 120_000);

  const dois = async (): Promise<readonly string[]> =>
    (await lab.world())
      .filter(({ id }) => id.startsWith('doi:'))
      .slice(0, 3)
      .map(({ id }) => id.slice('doi:'.length));
  const asList = (items: readonly string[]) =>
    `[${items.map((DOI) => JSON.stringify({ DOI })).join(',\n')}\n]`;
  const asEntries = (items: readonly string[]) =>
    items.map((doi, at) => `@article{k${at},\n  doi = {${doi}},\n  title = {T}\n}\n`).join('');

  test.each([
    ['w.json', asList, -10],
    ['w.json', asList, -1],
    ['w.bib', asEntries, -12],
  ])('%s that ends too early is an interrupted run; mended, it is gone on with', async (name, write, end) => {
    await using dir = await tempDir();
    front.setFault(() => undefined);
    const [out, file, whole] = [join(dir.path, 'out'), join(dir.path, name), write(await dois())];
    await writeFile(file, whole.slice(0, end));
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', '--works', file]);
    expect(ended.code).toBe(1);
    expect(firstLine(ended)).toMatch(/^Interrupted: the listing broke off, .* is never closed/);
    expect(stateOf(out)).toBe('interrupted');
    expect(await metricsIn(out)).toMatchObject({ listing: { complete: false }, input: { rejected: 1 } });
    await writeFile(file, whole);
    await run(['resume', '--run', out]);
    expect(stateOf(out)).toBe('finished');
    expect(await metricsIn(out)).toMatchObject({
      listing: { listed: 3, complete: true },
      input: { lines: 3, works: 3, rejected: 0 },
    });
  });

  test('that is a broken gzip from its first byte on is an interrupted run too', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'ids.txt.gz');
    await writeFile(file, gzipSync('10.1000/a\n').subarray(0, 12));
    const ended = await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', '--ids', file]);
    expect(ended.code).toBe(1);
    expect(stateOf(join(dir.path, 'out'))).toBe('interrupted');
    expect((await metricsIn(join(dir.path, 'out'))).input).toEqual({
      lines: 1,
      works: 0,
      duplicates: 0,
      rejected: 1,
    });
  });

  test('that --max-works leaves no room for is no incomplete listing', async () => {
    await using dir = await tempDir();
    const [first, second, third] = (await lab.world()).map(({ spelling }) => spelling);
    const file = join(dir.path, 'ids.txt');
    await writeFile(file, `${third}\n`);
    const args = ['--max-works', '2', '--ids', file, first ?? '', second ?? ''];
    await run(['pull', '-c', await configIn(dir.path), '--run-id', 'r', ...args]);
    const { listing, input } = await metricsIn(join(dir.path, 'out'));
    expect(listing).toEqual({
      listed: 2,
      of: null,
      complete: null,
      problem: null,
      capped: 'max_works = 2 was reached, and the rest of the input was not read',
    });
    expect(input).toEqual({ lines: 2, works: 2, duplicates: 0, rejected: 0 });
  });

  test('that is cut off is told by queue import, which keeps what came before', async () => {
    await using dir = await tempDir();
    const file = await cutFile(dir.path);
    const args = ['queue', 'import', file, '--format', 'ids', '-c', await configIn(dir.path)];
    const ended = await run(args);
    expect(ended.code, ended.stderr).toBe(1);
    expect(firstLine(ended)).toMatch(/^the input broke off: .*cut off/);
    expect(rows(join(dir.path, 'out'), 'SELECT 1 FROM jobs').length).toBeGreaterThan(20);
  });

  test('that is missing ends the call, and the run is not left as running', async () => {
    await using dir = await tempDir();
    const args = [
      'pull',
      '-c',
      await configIn(dir.path),
      '--run-id',
      'r',
      '--ids',
      join(dir.path, 'none.txt'),
    ];
    const ended = await run(args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('there is no such file');
    expect(stateOf(join(dir.path, 'out'))).toBe('interrupted');
  });
});
