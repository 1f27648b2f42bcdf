import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run, start, startLab } from './binary.ts';
import { entries, rows } from './results.ts';

const oneLine = (text: string): string => {
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
};

test('an unknown flag is a usage error with a suggestion', async () => {
  const { code, stderr } = await run(['pull', '--worker', '3', '10.1000/x']);
  expect(code).toBe(2);
  expect(oneLine(stderr)).toMatch(/--worker.*--workers/);
});

test('an unknown config key is named with file, line and the nearest known key', async () => {
  await using dir = await tempDir();
  await writeFile(join(dir.path, 'cd.yaml'), 'mailto: a@b.org\norchestrator:\n  workres: 3\n');
  const { code, stderr } = await run(['pull', '-c', 'cd.yaml', '10.1000/x'], { cwd: dir.path });
  expect(code).toBe(2);
  expect(oneLine(stderr)).toMatch(/orchestrator\.workres.*workers.*cd\.yaml:3/);
});

test('an unreadable file is named', async () => {
  await using dir = await tempDir();
  const { code, stderr } = await run(['pull', '--ids', 'nowhere.txt', '--out', 'o'], {
    cwd: dir.path,
    env: { DTKG_MAILTO: 'a@b.org' },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('cannot read nowhere.txt: there is no such file');
});

test('without a contact address no real server is asked', async () => {
  await using dir = await tempDir();
  const { code, stderr } = await run(['pull', '10.1000/x', '--out', 'o'], { cwd: dir.path });
  expect(code).toBe(2);
  expect(oneLine(stderr)).toContain('mailto is not set');
});

test('a folder that cannot be made is named, with exit code 3', async () => {
  await using dir = await tempDir();
  await writeFile(join(dir.path, 'file'), '');
  const { code, stderr } = await run(['pull', '10.1000/x', '--out', 'file/out'], {
    cwd: dir.path,
    env: { DTKG_MAILTO: 'a@b.org' },
  });
  expect(code).toBe(3);
  expect(oneLine(stderr)).toContain(join(dir.path, 'file/out'));
});

test.each([
  'https://api.openalex.org/works?filter=publication_year:2020&api_key=TopSecret123',
  'api.openalex.org/works?api%5Fkey=TopSecret123&filter=publication_year:2020',
  'https://me:TopSecret123@api.openalex.org/works?filter=publication_year:2020',
])('a key in a query is refused and stored nowhere: %s', async (query) => {
  await using dir = await tempDir();
  const { code, stdout, stderr } = await run(['pull', '--query', query, '--out', 'o'], {
    cwd: dir.path,
    env: { DTKG_MAILTO: 'a@b.org' },
  });
  expect(code).toBe(2);
  expect(oneLine(stderr)).toContain('resolvers.openalex.api_key');
  expect(stdout + stderr).not.toContain('TopSecret123');
  expect(existsSync(join(dir.path, 'o'))).toBe(false);
});

test('malformed id lines are reported with file and line; the rest goes on', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '3', '--faults', 'gold-best-pdf');
  const config = await labConfig(dir.path, lab.origin);
  const [one, two] = await lab.world();
  const ids = join(dir.path, 'mixed.txt');
  await writeFile(ids, `${one!.spelling}\nnot an id\n\n# a comment\n12345\n${two!.spelling}\n`);
  const { code, stderr } = await run(['pull', '-c', config, '--ids', ids, '--run-id', 'r']);
  expect(code).toBe(1);
  expect(stderr).toContain('mixed.txt:2: "not an id"');
  expect(stderr).toContain('mixed.txt:5: "12345"');
  expect(entries(join(dir.path, 'out')).map(({ status }) => status)).toEqual(['saved', 'saved']);
});

test('an input that names no work is a usage error only where it was read to its end', async () => {
  await using dir = await tempDir();
  const packed = gzipSync('{"title":"none"}\n{"title":"none"}\n');
  await writeFile(join(dir.path, 'whole.jsonl.gz'), packed);
  await writeFile(join(dir.path, 'cut.jsonl.gz'), packed.subarray(0, -9));
  const pull = (name: string) =>
    run(['pull', '--works', name, '--out', `${name}-out`], {
      cwd: dir.path,
      env: { DTKG_MAILTO: 'a@b.org' },
    });
  expect(await pull('whole.jsonl.gz')).toMatchObject({ code: 2 });
  const cut = await pull('cut.jsonl.gz');
  expect(cut.code).toBe(1);
  expect(cut.stdout.split('\n')[0]).toContain('Interrupted: the listing broke off');
  expect((await run(['--help'])).stdout).toContain('read to its end and no line of it names a work');
});

test('a second run on the same directory is refused with who holds it, and harms nothing', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '60', '--latency', '50');
  const config = await labConfig(dir.path, lab.origin, {
    orchestrator: { workers: 2, job_retry_backoff_s: 0.1 },
  });
  const ids = join(dir.path, 'ids.txt');
  const works = await lab.world();
  await writeFile(ids, works.map(({ spelling }) => spelling).join('\n'));
  const first = start(['pull', '-c', config, '--ids', ids, '--run-id', 'r']);
  while ((await lab.requests()) < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await run(['pull', '-c', config, '10.1000/x']);
  expect(second.code).toBe(3);
  expect(second.stderr).toContain(`process ${first.child.pid}`);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(143);
  expect(rows(join(dir.path, 'out'), "SELECT 1 FROM works WHERE id = 'doi:10.1000/x'")).toEqual([]);
}, 120_000);

test('a reader that closes stdout early does not end a run', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '5', '--faults', 'gold-best-pdf');
  const config = await labConfig(dir.path, lab.origin);
  const works = await lab.world();
  await mkdir(join(dir.path, 'x'));
  const started = start([
    'pull',
    '-c',
    config,
    '--run-id',
    'r',
    '--json',
    ...works.map(({ spelling }) => spelling),
  ]);
  started.child.stdout!.destroy();
  const { code } = await started.ended;
  expect(code).toBe(0);
  expect(entries(join(dir.path, 'out'))).toHaveLength(5);
});
