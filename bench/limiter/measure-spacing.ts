/**
 * Starts of requests as a server sees them: client processes with the real HTTP stack over warm connections ask a server
 * process on loopback as fast as their limiter lets them, and the server's own log is judged. Run as a program it is one of
 * those processes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRate } from '../../src/core/rate.ts';
import { urlPolicy } from '../../src/http/address/url-policy.ts';
import { createHttpStack } from '../../src/http/create-http-client.ts';
import type { Limiter } from '../../src/http/rate-limit/limiter.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { limiterOver, limiterServer } from '../../src/http/rate-limit/multiprocess.ts';
import { sqliteLimiter } from '../../src/http/rate-limit/sqlite.ts';
import { undiciTransport } from '../../src/http/transport.ts';
import { bootClock } from '../../src/platform/boot-clock.ts';
import { processLine } from '../../src/platform/line.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';

export type Backend = 'memory' | 'sqlite' | 'multiprocess';

export interface SpacingRequest {
  readonly backend: Backend;
  readonly processes: number;
  readonly rate: string;
  readonly seconds: number;
}

export interface Spacing extends SpacingRequest {
  readonly starts: number;
  readonly interval_ms: number;
  readonly smallest_gap_ms: number;
  /** The policy less max(2 %, 2 ms). */
  readonly allowed_gap_ms: number;
  readonly gaps_below: number;
  /** The same as the clients sent them: what differs is the way to the server, and the server's own delays. */
  readonly smallest_sent_gap_ms: number;
  readonly sent_gaps_below: number;
  readonly throughput_of_policy: number;
  /** Most starts within 100 ms, against the policy's figure. */
  readonly busiest_100_ms: number;
  readonly policy_100_ms: number;
}

/** Requests each process has under way or waiting. */
const AT_ONCE = 4;

interface ClientTask extends SpacingRequest {
  readonly port: number;
  readonly path: string;
}

const SELF = new URL(import.meta.url);
const start = (role: string, task?: ClientTask): ChildProcess =>
  fork(SELF, [role, JSON.stringify(task ?? {})], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

const messageOf = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await once(child, 'message')) as [T];
  return message;
};

/** Measures one combination and leaves nothing running. */
export async function measureSpacing(request: SpacingRequest): Promise<Spacing> {
  const folder = await mkdtemp(join(tmpdir(), 'limiter-spacing-'));
  const server = start('server');
  const clients: ChildProcess[] = [];
  try {
    const port = await messageOf<number>(server);
    const time = { clock: systemClock(), boot: bootClock() };
    const shared = memoryLimiter(time.clock);
    for (let n = 0; n < request.processes; n++) {
      const client = start('client', { ...request, port, path: join(folder, 'limits.sqlite3') });
      if (request.backend === 'multiprocess') limiterServer(shared, processLine(client), time);
      clients.push(client);
    }
    await Promise.all(clients.map((client) => readiness(client)));
    const sent: number[] = [];
    for (const client of clients)
      client.on('message', (message: { sent?: number[] }) => sent.push(...(message.sent ?? [])));
    const ended = clients.map((client) => once(client, 'exit'));
    for (const client of clients) client.send({ go: true });
    await Promise.all(ended);
    server.send({ report: true });
    return judge(request, await messageOf<number[]>(server), sent);
  } finally {
    for (const child of [server, ...clients]) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const readiness = (client: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    client.on('message', (message) => {
      if (message === 'warm') resolve();
    });
    client.once('exit', (code) => reject(new Error(`a client ended with ${code} before it began`)));
  });

const gapsOf = (times: readonly number[]): number[] => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(1).map((at, index) => at - sorted[index]!);
};

function judge(request: SpacingRequest, times: readonly number[], sent: readonly number[]): Spacing {
  const rate = parseRate(request.rate)!;
  const interval = rate.periodMs / rate.count;
  const allowed = interval - Math.max(interval * 0.02, 2);
  const starts = times.toSorted((a, b) => a - b);
  const gaps = gapsOf(times);
  const sentGaps = gapsOf(sent);
  const lasted = starts.at(-1)! - starts[0]!;
  const round = (value: number, digits = 3): number => Number(value.toFixed(digits));
  let busiest = 0;
  for (let from = 0, to = 0; to < starts.length; to++) {
    while (starts[to]! - starts[from]! >= 100) from++;
    busiest = Math.max(busiest, to - from + 1);
  }
  return {
    ...request,
    starts: starts.length,
    interval_ms: interval,
    smallest_gap_ms: round(Math.min(...gaps)),
    allowed_gap_ms: allowed,
    gaps_below: gaps.filter((gap) => gap < allowed).length,
    smallest_sent_gap_ms: round(Math.min(...sentGaps)),
    sent_gaps_below: sentGaps.filter((gap) => gap < allowed).length,
    throughput_of_policy: round((gaps.length * interval) / lasted, 4),
    busiest_100_ms: busiest,
    policy_100_ms: Math.max(1, 100 / interval),
  };
}

function runServer(): void {
  const starts: number[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/measured') starts.push(performance.now());
    response.writeHead(200, { 'content-length': 2 });
    response.end('ok');
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(starts));
}

async function limiterOf({ backend, path }: ClientTask): Promise<Limiter> {
  const time = { clock: systemClock(), boot: bootClock() };
  switch (backend) {
    case 'memory':
      return memoryLimiter(time.clock);
    case 'sqlite':
      return sqliteLimiter(path, { ...time, random: systemRandom() });
    case 'multiprocess':
      return limiterOver(processLine(process), time);
  }
}

async function runClient(task: ClientTask): Promise<void> {
  const clock = systemClock();
  const boot = bootClock();
  const sent: number[] = [];
  const urls = urlPolicy({
    allowedPorts: [80, 443],
    httpsOnly: true,
    allowHttpHosts: [],
    allowPrivateAddresses: [`127.0.0.1:${task.port}`],
  });
  await using transport = undiciTransport({
    clock,
    times: {
      connectMs: 10_000,
      headersMs: 30_000,
      idleMs: 60_000,
      totalMs: 900_000,
      minBytesPerSecond: 0,
      slowAfterMs: 30_000,
    },
    maxBytes: 1_000_000,
    policy: urls,
    connectTo: {},
    tls: { verify: true },
    resolve: async () => [],
  });
  const { client } = createHttpStack({
    clock,
    random: systemRandom(),
    transport: (request) => {
      if (request.role === 'artifact') sent.push(boot.uptimeMs());
      return transport.send(request);
    },
    limiter: await limiterOf(task),
    urls,
    identity: { userAgent: 'ContentDownload/0 (+mailto:bench@uni.example)', hostHeaders: {} },
    maxRedirects: 10,
    robots: { enabled: false, ttlMs: 86_400_000 },
    retry: {
      maxAttempts: 1,
      retryStatuses: [],
      strategy: 'constant',
      baseDelayMs: 0,
      maxDelayMs: 0,
      jitterMs: 0,
      retryAfterCapMs: 0,
    },
    breaker: undefined,
    slots: { maxConnections: 256, maxPerHost: 64, maxPerResolver: {} },
    rates: { default: { artifact: task.rate }, policies: {}, resolvers: {} },
    parkAfterMs: 600_000,
  });
  const stop = new AbortController();
  const ask = async (path: string, role: 'metadata' | 'artifact'): Promise<void> => {
    const { body } = await client.send({
      url: `http://127.0.0.1:${task.port}/${path}`,
      method: 'GET',
      role,
      signal: stop.signal,
      note: () => {},
    });
    await body.read(() => {});
  };
  const atOnce = (run: () => Promise<void>) => Promise.all(Array.from({ length: AT_ONCE }, run));
  for (let turn = 0; turn < 50; turn++) await atOnce(() => ask('warm-up', 'metadata'));
  process.send?.('warm');
  await once(process, 'message');
  const until = clock.now() + task.seconds * 1000;
  await Promise.all([
    clock.sleep(task.seconds * 1000).then(() => stop.abort(new Error('the time is over'))),
    atOnce(async () => {
      while (clock.now() < until) await ask('measured', 'artifact');
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    }),
  ]);
  await new Promise((resolve) => process.send?.({ sent }, resolve));
}

const [role, task] = process.argv.slice(2);
if (role === 'server') runServer();
if (role === 'client') {
  await runClient(JSON.parse(task ?? '{}') as ClientTask);
  process.exit();
}
