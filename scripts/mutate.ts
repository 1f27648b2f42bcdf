/**
 * Whether the tests notice faults: single-line changes of the safety-critical rooms, each run against the tests that cover
 * it. `npm run mutate -- [--count N] [--seed N] [--jobs N] [--only PATH[:LINE]] [--coverage FILE] [--out FILE]`
 *
 * Covering tests are those that load the file (nearest first), and those whose processes of the program ran the
 * changed place, as V8 counted in one run of them without a change; `--coverage` keeps these counts in a file for the next time.
 * A change is noticed when a test fails, and fails again where it watches processes; it survives when all covering tests pass.
 * Prints JSON; exit code 1 when more than 3 % survive unexplained (test/mutation/explained.ts).
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { testsOf } from '../test/mutation/covering-tests.ts';
import { type Executed, executedIn, hasRun } from '../test/mutation/executed.ts';
import { EXPLAINED } from '../test/mutation/explained.ts';
import { type Mutant, mutantsOf } from '../test/mutation/mutants.ts';
import { type WorkCopy, workCopy } from '../test/mutation/work-copy.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string' },
    coverage: { type: 'string' },
    out: { type: 'string' },
  },
});

/** The safety-critical rooms: each gives an equal share of the mutants, as long as it has some. */
const ROOMS: Readonly<Record<string, string>> = {
  ledger: 'src/ledger/**/*.ts',
  artifacts: 'src/artifacts/*.ts',
  layers: 'src/http/layers/*.ts',
  transport: 'src/http/{transport,address}/*.ts',
  'rate-limit': 'src/http/{rate-limit,retry,breaker,robots,slots}/*.ts',
  download: 'src/download/*.ts',
  workers: 'src/workers/*.ts',
  pipeline: 'src/pipeline/*.ts',
  run: 'src/app/{run,feed,gc,dedupe,verify,shutdown,list-works,queue-works,rebuild-catalog,ended-well,choose-again,places,machine-room,crew,engine-member}.ts',
  platform: 'src/platform/{run-lock,atomic-file,node-files,line-calls,recycled-child,migrate}.ts',
};
/** The tests that start the program, and so notice what no import shows. */
const STARTS_PROGRAM = 'test/e2e/binary.ts';
const NEAREST = 8;
const SHORTEST = 6;
const MAX_SURVIVORS = 0.03;
const project = resolve(import.meta.dirname, '..');

interface Verdict {
  readonly mutant: Mutant;
  readonly noticedBy?: string;
  readonly tests: number;
}

interface Covering {
  /** They load the file in their own process. */
  readonly loading: (file: string) => readonly string[];
  /** They start the program. */
  readonly starting: readonly {
    readonly test: string;
    readonly seconds: number;
    readonly executed: Executed;
  }[];
}

/** Any order will do, as long as a seed gives the same one. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}

const mutantsIn = (pattern: string): readonly Mutant[] =>
  globSync(pattern, { cwd: project })
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(join(project, file), 'utf8')));

function chosen(): readonly Mutant[] {
  if (values.only !== undefined) {
    const [file = '', line] = values.only.split(':');
    const all = mutantsIn(file);
    return line === undefined
      ? shuffled(all, Number(values.seed)).slice(0, Number(values.count))
      : all.filter((each) => each.line === Number(line));
  }
  const rooms = Object.values(ROOMS).map((pattern, at) =>
    shuffled(mutantsIn(pattern), Number(values.seed) + at),
  );
  const taken: Mutant[] = [];
  while (taken.length < Number(values.count) && rooms.some((room) => room.length > 0))
    for (const room of rooms) {
      const mutant = room.pop();
      if (mutant !== undefined && taken.length < Number(values.count)) taken.push(mutant);
    }
  return taken;
}

const tell = (message: string): void => console.error(message);

/** Each test that starts the program, once without a change: what it runs, how long it takes, whether it passes from the sources. */
async function measured(copy: WorkCopy, tests: readonly string[]): Promise<Covering['starting']> {
  const starting = [];
  for (const test of tests) {
    const folder = mkdtempSync(join(tmpdir(), 'mutate-coverage-'));
    try {
      const { passed, seconds } = await copy.run([test], { coverage: folder });
      tell(`${test}: ${passed ? `${seconds.toFixed(1)} s` : 'does not pass from the sources, left out'}`);
      if (passed) starting.push({ test, seconds, executed: executedIn(folder, copy.root) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return starting;
}

async function coveringTests(copy: WorkCopy): Promise<Covering> {
  const loading = testsOf(copy.root);
  const tests = loading(STARTS_PROGRAM);
  const isStarting = new Set(tests);
  const kept = values.coverage;
  const starting =
    kept !== undefined && existsSync(kept)
      ? (
          JSON.parse(readFileSync(kept, 'utf8')) as {
            test: string;
            seconds: number;
            executed: [string, never][];
          }[]
        ).map((each) => ({ ...each, executed: new Map(each.executed) }))
      : await measured(copy, tests);
  if (kept !== undefined && !existsSync(kept))
    writeFileSync(kept, JSON.stringify(starting.map((each) => ({ ...each, executed: [...each.executed] }))));
  return { loading: (file) => loading(file).filter((test) => !isStarting.has(test)), starting };
}

/** Whether a test notices it: the likeliest first, then all the others that cover it. */
async function judge(copy: WorkCopy, mutant: Mutant, { loading, starting }: Covering): Promise<Verdict> {
  const near = loading(mutant.file);
  const running = starting
    .filter(({ executed }) => hasRun(executed, mutant.file, mutant.start))
    .toSorted((one, other) => one.seconds - other.seconds)
    .map(({ test }) => test);
  const stages = [
    near.slice(0, NEAREST),
    running.slice(0, SHORTEST),
    near.slice(NEAREST),
    running.slice(SHORTEST),
  ];
  return copy.with(mutant, async () => {
    let tests = 0;
    for (const stage of stages) {
      if (stage.length === 0) continue;
      tests += stage.length;
      const { passed, failed } = await copy.run(stage);
      if (passed) continue;
      // Under load a test of processes may fail by itself.
      const isTrue = !running.includes(failed) || !(await copy.run([failed])).passed;
      if (isTrue) return { mutant, noticedBy: failed, tests };
    }
    return { mutant, tests };
  });
}

const lineOf = ({ file, line }: Mutant): string =>
  (readFileSync(join(project, file), 'utf8').split('\n')[line - 1] ?? '').trim();

const explanation = (mutant: Mutant): string | undefined =>
  EXPLAINED.find(
    ({ file, kind, line }) => file === mutant.file && kind === mutant.kind && line === lineOf(mutant),
  )?.why;

function summary(verdicts: readonly Verdict[]) {
  const survivors = verdicts.filter(({ noticedBy }) => noticedBy === undefined);
  const listed = survivors.map(({ mutant, tests }) => ({
    at: `${mutant.file}:${mutant.line}`,
    kind: mutant.kind,
    line: lineOf(mutant),
    tests,
    why: explanation(mutant) ?? null,
  }));
  const unexplained = listed.filter(({ why }) => why === null).length;
  return {
    mutants: verdicts.length,
    noticed: verdicts.length - survivors.length,
    survived: survivors.length,
    unexplained,
    survivors: listed,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
try {
  const copies = Array.from({ length: Number(values.jobs) }, (_, at) => {
    const own = join(folder, String(at));
    mkdirSync(own);
    return workCopy(project, own);
  });
  const covering = await coveringTests(copies[0]!);
  const left = [...chosen()];
  const verdicts: Verdict[] = [];
  const keep = () =>
    values.out !== undefined && writeFileSync(values.out, JSON.stringify(summary(verdicts), undefined, 2));
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
        const verdict = await judge(copy, mutant, covering);
        verdicts.push(verdict);
        tell(
          `${verdicts.length} ${mutant.file}:${mutant.line} ${mutant.kind}: ${verdict.noticedBy ?? `SURVIVED ${verdict.tests} test files: ${lineOf(mutant)}`}`,
        );
        keep();
      }
    }),
  );
  const result = summary(verdicts);
  console.log(JSON.stringify(result, undefined, 2));
  process.exitCode = result.unexplained > verdicts.length * MAX_SURVIVORS ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
