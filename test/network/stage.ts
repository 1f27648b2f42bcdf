import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { BINARY, type Ended, type LabWork } from '../e2e/binary.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Cable, layCable } from './namespaces.ts';
import type { Order } from './programs/world.ts';

const PROGRAM = resolve('test/network/programs/world.ts');

interface World {
  readonly connections: number;
  readonly answer: unknown;
}

/** A program that runs behind the cable, and what it has said so far. */
interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended & { readonly ms: number }>;
  readonly stderr: () => string;
  /** Resolves when a line of its log has this event, with its age in ms since the start. */
  told(event: string, withinMs: number): Promise<number>;
}

export interface Stage extends AsyncDisposable {
  readonly cable: Cable;
  readonly works: readonly LabWork[];
  order(order: Order & { readonly cut?: boolean; readonly ask?: string }): Promise<World>;
  /** Starts `pull` of these works in a folder of its own. */
  pull(options?: PullOptions): Promise<Pulled>;
}

export interface PullOptions {
  readonly http?: Record<string, unknown>;
  readonly more?: Record<string, unknown>;
  readonly works?: readonly LabWork[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Most open files of the program. */
  readonly files?: number;
}

export interface Pulled extends Running {
  readonly out: string;
  /** How each work ended: `saved/ok` and the like, by its id. */
  outcomes(): Promise<ReadonlyMap<string, string>>;
  /** Rows of the ledger. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
}

const SLOW = '40/second';
const rates = { metadata: SLOW, landing: SLOW, artifact: SLOW };

/** Hosts of the lab are spread over both peers. */
export const TWO_PEERS = { '*.org': 'http://two.world:8080', '*': 'http://one.world:8080' };

function configOf(out: string, { http = {}, more = {} }: PullOptions) {
  return {
    out,
    mailto: 'tests@university.edu',
    http: {
      connect_to: TWO_PEERS,
      timeout_read_s: 20,
      timeout_headers_s: 20,
      cache: { backend: 'memory' },
      retry: { base_delay_ms: 30, max_delay_ms: 200, jitter_ms: 10 },
      breaker: { open_s: 0.3, max_open_s: 1 },
      ...http,
    },
    rate_limit: {
      default: rates,
      policies: Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, rates])),
    },
    orchestrator: { job_retry_backoff_s: 0.1, max_per_host: 4 },
    ...more,
  };
}

function started(command: readonly string[], env: Readonly<Record<string, string>>): Running {
  const [program = '', ...args] = command;
  const startedAt = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const heard = new Map<string, number>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderr += `${line}\n`;
    const event = /"event":"([^"]+)"/.exec(line)?.[1];
    if (event !== undefined && !heard.has(event)) heard.set(event, performance.now() - startedAt);
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
    ms: performance.now() - startedAt,
  }));
  return {
    child,
    ended,
    stderr: () => stderr,
    async told(event, withinMs) {
      const until = performance.now() + withinMs;
      while (!heard.has(event)) {
        if (performance.now() > until || child.exitCode !== null)
          throw new Error(`no "${event}" within ${withinMs} ms:\n${stderr.slice(-3000)}`);
        await new Promise((wait) => setTimeout(wait, 20));
      }
      return heard.get(event) ?? 0;
    },
  };
}

/** The ids and their ends, from the records of the only run. */
async function recordsIn(out: string): Promise<readonly Record<string, unknown>[]> {
  const { glob } = await import('node:fs/promises');
  const records: Record<string, unknown>[] = [];
  for await (const path of glob(join(out, '*', 'manifest.jsonl')))
    for (const line of (await readFile(path, 'utf8')).trim().split('\n'))
      records.push(JSON.parse(line) as Record<string, unknown>);
  return records;
}

export async function setStage(labWorks = 40): Promise<Stage> {
  const cable = layCable();
  const folder = await tempDir();
  const world = spawn(
    cable.inWorld[0]!,
    [...cable.inWorld.slice(1), process.execPath, PROGRAM, `${labWorks}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: world.stdout })[Symbol.asyncIterator]();
  const heard = async (): Promise<World> => JSON.parse((await lines.next()).value as string) as World;
  const children = new Set<ChildProcess>();
  let pulls = 0;
  const order: Stage['order'] = async (one) => {
    world.stdin.write(`${JSON.stringify(one)}\n`);
    return heard();
  };
  await heard();
  const { works } = (await order({ ask: 'world' })).answer as { works: readonly LabWork[] };
  return {
    cable,
    works,
    order,
    async pull(options = {}) {
      const out = join(folder.path, `out-${++pulls}`);
      const config = join(folder.path, `config-${pulls}.json`);
      const ids = join(folder.path, `ids-${pulls}.txt`);
      await writeFile(config, JSON.stringify(configOf(out, options)));
      await writeFile(ids, (options.works ?? works).map(({ spelling }) => spelling).join('\n'));
      const limit =
        options.files === undefined ? [] : ['prlimit', `--nofile=${options.files}:${options.files}`];
      const node = [...cable.inClient, ...limit, process.execPath, BINARY];
      const args = ['run', '-c', config, '--ids', ids, '--log-format', 'json', ...(options.args ?? [])];
      const running = started([...node, ...args], options.env ?? {});
      children.add(running.child);
      return {
        ...running,
        out,
        async outcomes() {
          const records = await recordsIn(out);
          return new Map(
            records
              .filter(({ record_type }) => record_type === 'outcome')
              .map(({ doc_id, status, reason }) => [String(doc_id), `${String(status)}/${String(reason)}`]),
          );
        },
        async query(sql) {
          const { DatabaseSync } = await import('node:sqlite');
          using database = new DatabaseSync(join(out, 'manifest.sqlite3'), { readOnly: true });
          return database.prepare(sql).all();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      const gone = once(world, 'close');
      world.stdin.end();
      world.kill('SIGKILL');
      await gone;
      cable[Symbol.dispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
