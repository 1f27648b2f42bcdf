import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { start } from './binary.ts';

/** Each answers within a second on an idle machine. */
const LONGEST_MS = 30_000;
const LONG = 'x'.repeat(300);

/** Commands that end by themselves, with what they are given in place of PATH. */
const COMMANDS: readonly string[] = [
  'catalog stats --db-path PATH',
  'catalog query --sql SELECT(1) --db-path PATH',
  'catalog verify --strict --db-path PATH',
  'catalog gc --delete --db-path PATH',
  'catalog dedupe --db-path PATH',
  'queue stats --db-path PATH',
  'queue pause --db-path PATH',
  'explain --work 10.1/x --db-path PATH',
  'pull --ids /dev/null --out PATH',
  'queue run --drain --out PATH',
  'catalog stats --out PATH',
  'doctor --out PATH',
  'pull --works PATH',
  'queue import PATH',
  'resume --run PATH',
  'report --run PATH',
  'catalog rebuild --from PATH',
  'telemetry export --out x.csv --run PATH',
  'telemetry export --run PATH --out PATH',
  'validate-config -c PATH',
];

const PATHS: readonly string[] = [
  'missing/below',
  'text',
  'text/below',
  'folder',
  'empty',
  'dangling',
  'loop',
  'noise',
  'other.sqlite',
  'versioned.sqlite',
  '/proc/x/y',
  '/dev/null',
  '/dev/full',
  'caf\u00e9 \u{1f4c4}',
  LONG,
];

/** Read as a stream, which is what pipes are for: they wait for whoever writes. */
const READS = /^(?:pull --works|queue import|validate-config)/;

describe('odd paths', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;

  beforeAll(async () => {
    folder = await tempDir();
    const at = (name: string): string => join(folder.path, name);
    await mkdir(at('folder'));
    await writeFile(at('text'), 'hello\n');
    await writeFile(at('empty'), '');
    await writeFile(at('noise'), Buffer.alloc(5000, 0xd3));
    await symlink('nowhere', at('dangling'));
    await symlink('loop', at('loop'));
    execFileSync('mkfifo', [at('fifo')]);
    const make = (name: string, sql: string): void => {
      const db = new DatabaseSync(at(name));
      db.exec(sql);
      db.close();
    };
    make('other.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    make(
      'versioned.sqlite',
      'CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL); INSERT INTO schema_version VALUES (1, 1)',
    );
  });

  afterAll(async () => {
    await chmod(folder.path, 0o700);
    await folder[Symbol.asyncDispose]();
  });

  async function complaints(command: string, path: string): Promise<readonly string[]> {
    const args = command.split(' ').map((word) => (word === 'PATH' ? path : word));
    const started = start(args, { cwd: folder.path, env: { DTKG_MAILTO: 'tests@university.edu' } });
    const late = setTimeout(() => started.child.kill('SIGKILL'), LONGEST_MS);
    const { code, signal, stderr } = await started.ended;
    clearTimeout(late);
    const what = `${command} with ${path.slice(0, 40)}`;
    if (signal) return [`${what} does not end`];
    if (/^bug:/m.test(stderr)) return [`${what}: ${stderr}`];
    return code === null || code > 3 ? [`${what} ends with ${code}`] : [];
  }

  /** Two at a time: each is a process that starts, answers and ends. */
  async function all(command: string, paths: readonly string[]): Promise<readonly string[]> {
    const rest = [...paths];
    const found: string[] = [];
    const worker = async (): Promise<void> => {
      for (let path = rest.shift(); path !== undefined; path = rest.shift())
        found.push(...(await complaints(command, path)));
    };
    await Promise.all([worker(), worker()]);
    return found;
  }

  test.each(COMMANDS)(
    '%s is answered in words whatever the path is',
    async (command) => {
      const paths = READS.test(command) ? PATHS : [...PATHS, 'fifo'];
      expect(await all(command, paths)).toEqual([]);
    },
    300_000,
  );

  test('databases of others are left as they were', async () => {
    const tables = (name: string): readonly unknown[] => {
      const db = new DatabaseSync(join(folder.path, name), { readOnly: true });
      try {
        return db.prepare('SELECT name FROM sqlite_schema').all();
      } finally {
        db.close();
      }
    };
    expect(tables('other.sqlite')).toEqual([{ name: 't' }]);
    expect(tables('versioned.sqlite')).toEqual([{ name: 'schema_version' }]);
    expect(await readdir(join(folder.path, 'folder'))).not.toContain('missing');
  });

  test('an unwritable place for runs ends at once with exit code 3 and its name', async () => {
    const { code, stderr } = await start(['pull', '10.1/x', '--out', '/proc/x'], {
      env: { DTKG_MAILTO: 'tests@university.edu' },
    }).ended;
    expect(stderr).toContain('cannot make the folder /proc/x');
    expect(code).toBe(3);
  }, 30_000);

  test.each(['lab', 'serve'])('%s --port 99999 is a usage error', async (command) => {
    const { code, stderr } = await start([command, '--port', '99999']).ended;
    expect(stderr).toBe('error: --port goes up to 65535\n');
    expect(code).toBe(2);
  });

  test.each([
    ['artifacts', 'taken'],
    ['Artifacts', 'taken'],
    ['manifest.sqlite3', 'taken'],
    ['manifest.sqlite3-wal', 'taken'],
    ['run.lock', 'taken'],
    ['run.lock.json', 'taken'],
    ['http-cache.sqlite3', 'taken'],
    ['nul', 'device'],
    ['notes', 'holds files already'],
    ['..', 'may hold only'],
    ['.', 'may hold only'],
    ['a/b', 'may hold only'],
  ])(
    '--run-id %s is refused with exit code 2',
    async (runId, problem) => {
      const out = join(folder.path, 'runs');
      await mkdir(join(out, 'notes'), { recursive: true });
      await writeFile(join(out, 'notes', 'mine.txt'), 'mine');
      const { code, stderr } = await start(['pull', '10.1/x', '--out', out, '--run-id', runId], {
        env: { DTKG_MAILTO: 'tests@university.edu' },
      }).ended;
      expect(stderr).toContain(problem);
      expect(code).toBe(2);
      expect(await readdir(join(out, 'notes'))).toEqual(['mine.txt']);
    },
    30_000,
  );
});
