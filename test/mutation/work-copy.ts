import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applied, type Mutant } from './mutants.ts';

/** The project once more, in which a file can be changed and tests run without touching the original. */
export interface WorkCopy {
  readonly root: string;
  /** Runs test files until one fails; what it could not end in time it stops, which counts as failed. */
  run(tests: readonly string[], options?: { readonly coverage?: string }): Promise<TestRun>;
  /** The file is as it was once `body` has ended. */
  with<T>(mutant: Mutant, body: () => Promise<T>): Promise<T>;
}

interface TestRun {
  readonly passed: boolean;
  readonly seconds: number;
  /** The first test file that failed; `timeout` where the tests did not end. */
  readonly failed: string;
}

/** The program runs from its sources, so that a changed file needs no build, and V8 counts in the files themselves. */
const PROGRAM = "#!/usr/bin/env node\nimport '../../src/bin/contentdownload.ts';\n";

export function workCopy(project: string, folder: string): WorkCopy {
  const root = join(folder, 'project');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  });
  for (const file of listed
    .trim()
    .split('\n')
    .filter((each) => existsSync(join(project, each)))) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(join(project, file), join(root, file));
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const shared = join(project, '../shared');
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
  if (existsSync(join(project, 'dist')))
    cpSync(join(project, 'dist'), join(root, 'dist'), { recursive: true });
  mkdirSync(join(root, 'dist/bin'), { recursive: true });
  writeFileSync(join(root, 'dist/bin/contentdownload.js'), PROGRAM, { mode: 0o755 });
  return {
    root,
    run: (tests, options) => runTests(root, tests, options?.coverage),
    async with(mutant, body) {
      const path = join(root, mutant.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, applied(mutant, source));
      try {
        return await body();
      } finally {
        writeFileSync(path, source);
      }
    },
  };
}

const SECONDS_PER_FILE = 90;

async function runTests(
  root: string,
  tests: readonly string[],
  coverage: string | undefined,
): Promise<TestRun> {
  const report = join(root, 'mutation-report.json');
  rmSync(report, { force: true });
  const startedAt = performance.now();
  // A group of its own: what hangs is stopped with everything it has started.
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report, ...tests],
    {
      cwd: root,
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        NO_COLOR: '1',
        ...(coverage !== undefined && { NODE_V8_COVERAGE: coverage }),
      },
    },
  );
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(stop, Math.min(600, 60 + tests.length * SECONDS_PER_FILE) * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  if (code === 0) return { passed: true, seconds, failed: '' };
  return { passed: false, seconds, failed: code === null ? 'timeout' : failedIn(report, root) };
}

function failedIn(report: string, root: string): string {
  if (!existsSync(report)) return 'the test runner';
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  const failed = testResults.find(({ status }) => status === 'failed');
  return failed === undefined ? 'the test runner' : failed.name.slice(root.length + 1);
}
