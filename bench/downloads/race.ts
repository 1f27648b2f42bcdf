import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface RaceOptions {
  readonly files: number;
  readonly sizeBytes: number;
  readonly atOnce: number;
  readonly rounds: number;
}

/** One contender's figures in one round. */
interface Lap {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface Track {
  readonly origin: string;
  readonly ids: readonly string[];
  readonly folder: string;
  readonly options: RaceOptions;
}

type Contender = 'contentdownload' | 'curl' | 'aria2c' | 'scrapy';

const PROGRAM = resolve(process.env['CONTENTDOWNLOAD'] ?? 'dist/bin/contentdownload.js');

const has = (command: string): boolean =>
  spawnSync(command, [command === 'scrapy' ? 'version' : '--version'], { stdio: 'ignore' }).error ===
  undefined;

/** Wall time, and the processor time of the command with all its threads and children. */
function timed(command: readonly string[]): Lap {
  const script = `TIMEFORMAT='%R %U %S'; time "$@" >/dev/null 2>"$ERRORS"`;
  const errors = join(tmpdir(), `race-errors-${process.pid}`);
  const run = spawnSync('bash', ['-c', script, 'race', ...command], {
    encoding: 'utf8',
    env: { ...process.env, ERRORS: errors },
  });
  const [seconds = 0, user = 0, system = 0] = run.stderr.trim().split(/\s+/).map(Number);
  if (run.status !== 0) throw new Error(`${command[0]} ended with ${run.status}; see ${errors}`);
  rmSync(errors, { force: true });
  return { seconds, cpuSeconds: user + system };
}

function expectFiles(folder: string, count: number): void {
  const found = readdirSync(folder).length;
  if (found !== count) throw new Error(`${found} of ${count} files in ${folder}`);
}

const FAST = { metadata: '1000000/second', landing: '1000000/second', artifact: '1000000/second' };

/** The whole product: queue, scheduler, HTTP stack, checks, fsync, catalog, manifest. Only politeness is off. */
function ourselves({ origin, ids, folder, options }: Track): Lap {
  const out = join(folder, 'ours');
  const config = join(folder, 'bench.json');
  writeFileSync(join(folder, 'ids.txt'), ids.map((id) => `arXiv:${id}`).join('\n'));
  writeFileSync(
    config,
    JSON.stringify({
      out,
      mailto: 'bench@university.edu',
      inputs: { ids: join(folder, 'ids.txt') },
      http: { connect_to: { '*': origin }, cache: { enabled: false } },
      robots: { enabled: false },
      rate_limit: { default: FAST, policies: { 'arxiv.org': FAST } },
      orchestrator: { workers: options.atOnce, max_per_host: options.atOnce },
      download: { verify_identity: 'off' },
      resolvers: { order: ['arxiv'] },
    }),
  );
  const lap = timed([process.execPath, PROGRAM, 'run', '-c', config, '-q']);
  expectFiles(join(out, 'artifacts/PDF'), ids.length);
  return lap;
}

function curl({ origin, ids, folder, options }: Track): Lap {
  const out = join(folder, 'curl');
  mkdirSync(out);
  const list = join(folder, 'curl.txt');
  writeFileSync(list, ids.map((id) => `url="${origin}/pdf/${id}"\noutput="${join(out, id)}"`).join('\n'));
  const lap = timed([
    'curl',
    '-s',
    '--parallel',
    '--parallel-immediate',
    '--parallel-max',
    `${options.atOnce}`,
    '-K',
    list,
  ]);
  expectFiles(out, ids.length);
  return lap;
}

function aria2c({ origin, ids, folder, options }: Track): Lap {
  const out = join(folder, 'aria2c');
  mkdirSync(out);
  const list = join(folder, 'aria2c.txt');
  writeFileSync(list, ids.map((id) => `${origin}/pdf/${id}\n  out=${id}`).join('\n'));
  const lap = timed(['aria2c', '-q', `-j${options.atOnce}`, '-x1', '-d', out, '-i', list]);
  expectFiles(out, ids.length);
  return lap;
}

/** With its politeness and retries off, as ours. */
function scrapy({ origin, ids, folder, options }: Track): Lap {
  const out = join(folder, 'scrapy');
  mkdirSync(out);
  const list = join(folder, 'scrapy.txt');
  writeFileSync(list, ids.map((id) => `${origin}/pdf/${id}`).join('\n'));
  const settings = {
    CONCURRENT_REQUESTS: options.atOnce,
    CONCURRENT_REQUESTS_PER_DOMAIN: options.atOnce,
    ROBOTSTXT_OBEY: 'False',
    RETRY_ENABLED: 'False',
    LOG_ENABLED: 'False',
    TELNETCONSOLE_ENABLED: 'False',
  };
  const lap = timed([
    'scrapy',
    'runspider',
    new URL('./save-all.py', import.meta.url).pathname,
    '-a',
    `list=${list}`,
    '-a',
    `out=${out}`,
    ...Object.entries(settings).flatMap(([name, value]) => ['-s', `${name}=${value}`]),
  ]);
  expectFiles(out, ids.length);
  return lap;
}

const CONTENDERS: Readonly<Record<Contender, (track: Track) => Lap>> = {
  contentdownload: ourselves,
  curl,
  aria2c,
  scrapy,
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(3));

async function startOrigin(
  sizeBytes: number,
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const program = new URL('./origin.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, `${sizeBytes}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, origin: `http://127.0.0.1:${port.toString().trim()}` };
}

export interface RaceResult {
  /** Our speed against the other's: the median over rounds of both in the same round. */
  readonly ratios: Readonly<Partial<Record<Contender, number>>>;
  readonly cpuSecondsPerGb: number;
  readonly figures: Readonly<Record<string, unknown>>;
}

/** Every contender fetches the same files from the same origin, in turn, for some rounds. */
export async function race(options: RaceOptions): Promise<RaceResult> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`);
  const contenders = (Object.keys(CONTENDERS) as Contender[]).filter(
    (name) => name === 'contentdownload' || has(name),
  );
  const { child, origin } = await startOrigin(options.sizeBytes);
  const ids = Array.from({ length: options.files }, (_, n) => `2101.${String(n + 1).padStart(5, '0')}`);
  const laps = new Map<Contender, Lap[]>(contenders.map((name) => [name, []]));
  try {
    for (let round = 0; round <= options.rounds; round++) {
      for (const name of contenders) {
        const folder = mkdtempSync(join(tmpdir(), 'contentdownload-race-'));
        try {
          const lap = CONTENDERS[name]({ origin, ids, folder, options });
          // The first round warms the origin and the disk.
          if (round > 0) laps.get(name)?.push(lap);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }
    }
  } finally {
    child.kill();
  }
  return summed(laps, options);
}

function summed(laps: ReadonlyMap<Contender, readonly Lap[]>, options: RaceOptions): RaceResult {
  const ours = laps.get('contentdownload') ?? [];
  const gb = (options.files * options.sizeBytes) / 1e9;
  const ratios = Object.fromEntries(
    [...laps]
      .filter(([name]) => name !== 'contentdownload')
      .map(([name, theirs]) => [
        name,
        rounded(median(theirs.map(({ seconds }, at) => seconds / (ours[at]?.seconds ?? Number.NaN)))),
      ]),
  );
  const seconds = Object.fromEntries(
    [...laps].map(([name, all]) => {
      const values = all.map((lap) => lap.seconds);
      return [name, { median: rounded(median(values)), min: Math.min(...values), max: Math.max(...values) }];
    }),
  );
  const cpu = Object.fromEntries(
    [...laps].map(([name, all]) => [name, rounded(median(all.map(({ cpuSeconds }) => cpuSeconds)) / gb)]),
  );
  return {
    ratios,
    cpuSecondsPerGb: cpu['contentdownload'] ?? Number.NaN,
    figures: {
      ...options,
      seconds,
      mb_per_s: rounded((gb * 1000) / median(ours.map((lap) => lap.seconds))),
      files_per_s: rounded(options.files / median(ours.map((lap) => lap.seconds))),
      cpu_s_per_gb: cpu,
      not_here: Object.keys(CONTENDERS).filter((name) => !laps.has(name as Contender)),
      load: loadavg().map(rounded),
    },
  };
}
