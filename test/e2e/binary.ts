import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';

export const BINARY = resolve('dist/bin/contentdownload.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** A test that fails midway leaves nothing behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the built program as a user would. */
export function start(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; stdin?: 'pipe' } = {},
): Started {
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

export const run = (
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> => start(args, options).ended;

/** How a work must end, as the lab tells it. */
export interface LabWork {
  readonly id: string;
  /** As a person would paste it. */
  readonly spelling: string;
  readonly scenario: string;
  /** What each source has of it; null where it does not know the work. */
  readonly sources: { readonly openalex: unknown };
  readonly expected: {
    readonly outcome: string;
    readonly reason: string;
    readonly alsoRight: readonly string[];
    readonly sha256: readonly string[];
  };
}

interface LabEntry {
  readonly startMs: number;
  readonly seq: number;
  readonly role: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

export interface LabProcess extends AsyncDisposable {
  readonly origin: string;
  world(): Promise<readonly LabWork[]>;
  /** Every request it has answered, in order; those after number `from` where it is given. */
  accessLog(from?: number): Promise<readonly LabEntry[]>;
  /** Requests so far. */
  requests(): Promise<number>;
  /** Each host that was asked, and how many requests it had to bear at one time. */
  hosts(): Promise<readonly { readonly host: string; readonly maxConcurrent: number }[]>;
  /** What it holds against its client: robots, Retry-After, private addresses. */
  violations(): Promise<readonly unknown[]>;
}

/** The lab in a process of its own, reached over loopback only. */
export async function startLab(...flags: readonly string[]): Promise<LabProcess> {
  const lab = start(['lab', '--json', ...flags]);
  while (!lab.stdout().includes('\n')) {
    if (lab.child.exitCode !== null || lab.child.signalCode !== null)
      throw new Error(`the lab did not start: ${lab.stderr()}`);
    await Promise.race([once(lab.child.stdout!, 'data'), lab.ended]);
  }
  const { origin } = JSON.parse(lab.stdout()) as { origin: string };
  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}/__lab/${path}`)).json();
  return {
    origin,
    world: async () => ((await get('world')) as { works: readonly LabWork[] }).works,
    accessLog: async (from = 0) => {
      const { entries } = (await get('access-log')) as { entries: readonly LabEntry[] };
      return entries.filter(({ seq }) => seq > from);
    },
    requests: async () => ((await get('access-log?entries=0')) as { count: number }).count,
    hosts: async () =>
      (
        (await get('access-log?entries=0')) as {
          hosts: readonly { readonly host: string; readonly maxConcurrent: number }[];
        }
      ).hosts,
    violations: async () =>
      ((await get('access-log?entries=0')) as { violations: readonly unknown[] }).violations,
    async [Symbol.asyncDispose]() {
      lab.child.kill('SIGTERM');
      await lab.ended;
    },
  };
}

/** The ids of the world as a file, spelt as people spell them. */
export async function idsFile(folder: string, works: readonly LabWork[]): Promise<string> {
  const path = join(folder, 'ids.txt');
  await writeFile(path, works.map(({ spelling }) => spelling).join('\n'));
  return path;
}

const FAST = '500/second';

/** A configuration that sends every host to the lab, at rates only a lab would bear. */
export async function labConfig(
  folder: string,
  origin: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const path = join(folder, 'lab.json');
  const rates = { metadata: FAST, landing: FAST, artifact: FAST };
  const hosts = Object.keys(DEFAULT_POLICIES);
  const config = {
    out: join(folder, 'out'),
    mailto: 'tests@university.edu',
    http: {
      connect_to: { '*': origin },
      timeout_read_s: 2,
      timeout_headers_s: 5,
      retry: { base_delay_ms: 30, max_delay_ms: 200, jitter_ms: 10 },
      breaker: { open_s: 0.3, max_open_s: 1 },
    },
    rate_limit: { default: rates, policies: Object.fromEntries(hosts.map((host) => [host, rates])) },
    orchestrator: { job_retry_backoff_s: 0.1 },
    ...more,
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}
