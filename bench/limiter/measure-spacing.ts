/**
 * Starts of requests as a server sees them: client processes with the real HTTP stack over warm connections ask a server
 * process on loopback as fast as their limiter lets them, and the server's log is judged. Run as a program it is one of the
 * clients.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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
import type { Arrival } from '../product/origin.ts';
import { type ArrivalServer, startArrivalServer } from './arrival-server.ts';

export type Backend = 'memory' | 'sqlite' | 'multiprocess';

export interface SpacingRequest {
  readonly backend: Backend;
  readonly processes: number;
  readonly rate: string;
  readonly seconds: number;
}

export interface Spacing extends SpacingRequest {
  /** Whose times of arrival these are: see `ArrivalServer`. */
  readonly stamped_by: ArrivalServer['stampedBy'];
  readonly starts: number;
  /** On new connections. */
  readonly cold_starts: number;
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
const start = (task: ClientTask): ChildProcess =>
  fork(SELF, ['client', JSON.stringify(task)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** Measures one combination and leaves nothing running. */
export async function measureSpacing(request: SpacingRequest): Promise<Spacing> {
  const folder = await mkdtemp(join(tmpdir(), 'limiter-spacing-'));
  await using server = await startArrivalServer();
  const clients: ChildProcess[] = [];
  try {
    const port = Number(new URL(server.url).port);
    const time = { clock: systemClock(), boot: bootClock() };
    const shared = memoryLimiter(time.clock);
    for (let n = 0; n < request.processes; n++) {
      const client = start({ ...request, port, path: join(folder, 'limits.sqlite3') });
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
    return judge(request, server, {
      arrived: await arrivalsAt(server),
      sent: sent.toSorted((a, b) => a - b),
    });
  } finally {
    for (const client of clients) client.kill('SIGKILL');
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

const arrivalsAt = async (server: ArrivalServer): Promise<readonly Arrival[]> =>
  (await server.arrivals()).toSorted((a, b) => a.at - b.at);

const gapsOf = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - times[index]!);

interface Starts {
  /** Both in order. */
  readonly arrived: readonly Arrival[];
  readonly sent: readonly number[];
}

function judge(request: SpacingRequest, { stampedBy }: ArrivalServer, { arrived, sent }: Starts): Spacing {
  const rate = parseRate(request.rate)!;
  const interval = rate.periodMs / rate.count;
  const allowed = interval - Math.max(interval * 0.02, 2);
  const times = arrived.map(({ at }) => at);
  // A request on a new connection comes later by what connecting took: the gap after it says nothing.
  const gaps = gapsOf(times).filter((_, index) => arrived[index]!.isWarm);
  const sentGaps = gapsOf(sent);
  const lasted = times.at(-1)! - times[0]!;
  const round = (value: number, digits = 3): number => Number(value.toFixed(digits));
  let busiest = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= 100) from++;
    busiest = Math.max(busiest, to - from + 1);
  }
  return {
    ...request,
    stamped_by: stampedBy,
    starts: times.length,
    cold_starts: arrived.filter(({ isWarm }) => !isWarm).length,
    interval_ms: interval,
    smallest_gap_ms: round(Math.min(...gaps)),
    allowed_gap_ms: allowed,
    gaps_below: gaps.filter((gap) => gap < allowed).length,
    smallest_sent_gap_ms: round(Math.min(...sentGaps)),
    sent_gaps_below: sentGaps.filter((gap) => gap < allowed).length,
    throughput_of_policy: round(((times.length - 1) * interval) / lasted, 4),
    busiest_100_ms: busiest,
    policy_100_ms: Math.max(1, 100 / interval),
  };
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
  const { client, setRates } = createHttpStack({
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
    rates: { default: {}, policies: {}, resolvers: {} },
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
  // All roles, so that the host and its domain have totals as well.
  const roles = { metadata: task.rate, landing: task.rate, artifact: task.rate };
  setRates({ default: roles, policies: {}, resolvers: {} });
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
if (role === 'client') {
  await runClient(JSON.parse(task ?? '{}') as ClientTask);
  process.exit();
}
