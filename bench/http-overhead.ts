/**
 * What the HTTP stack costs: requests a second on 10 KiB bodies over loopback through the whole stack (every layer, no
 * rates) against bare `undici.request`, in interleaved rounds of one run, and how long each layer's own code takes per request (a sampling profile of one more
 * round). Prints JSON; only ratios mean anything.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { urlPolicy } from '../src/http/address/url-policy.ts';
import { createHttpStack } from '../src/http/create-http-client.ts';
import { memoryLimiter } from '../src/http/rate-limit/memory.ts';
import { undiciTransport } from '../src/http/transport.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { systemRandom } from '../src/platform/system-random.ts';
import { selfTimePerRequest } from './http/self-time.ts';

const BODY_BYTES = 10 * 1024;
/** Code that is not yet compiled is not what a run of hours is made of. */
const WARM_UP_ROUNDS = 6;
const ROUNDS = 9;
const REQUESTS = 4000;
const AT_ONCE = 16;
const TARGET = 0.6;

/** What the stack sends for metadata, so that both ask the same. */
const HEADERS = {
  'user-agent': 'ContentDownload/0 (+mailto:bench@uni.example)',
  accept: 'application/json, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br',
};

function serve(): void {
  const body = Buffer.alloc(BODY_BYTES, 'x');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

function wholeStack(origin: string) {
  const clock = systemClock();
  const urls = urlPolicy({
    allowedPorts: [80, 443],
    httpsOnly: true,
    allowHttpHosts: [],
    allowPrivateAddresses: [new URL(origin).host],
  });
  const transport = undiciTransport({
    clock,
    times: {
      connectMs: 10_000,
      headersMs: 30_000,
      idleMs: 60_000,
      totalMs: 900_000,
      minBytesPerSecond: 1024,
      slowAfterMs: 30_000,
    },
    maxBytes: 100_000_000,
    policy: urls,
    connectTo: {},
    tls: { verify: true },
    resolve: async () => [],
  });
  const { client } = createHttpStack({
    clock,
    random: systemRandom(),
    transport: transport.send,
    limiter: memoryLimiter(clock),
    urls,
    identity: { userAgent: HEADERS['user-agent'], hostHeaders: {} },
    maxRedirects: 10,
    robots: { enabled: true, ttlMs: 86_400_000 },
    retry: {
      maxAttempts: 4,
      retryStatuses: [429, 500, 502, 503, 504],
      strategy: 'exponential',
      baseDelayMs: 750,
      maxDelayMs: 8000,
      jitterMs: 100,
      retryAfterCapMs: 60_000,
    },
    breaker: {
      failureThreshold: 5,
      windowMs: 60_000,
      openMs: 30_000,
      openFactor: 2,
      maxOpenMs: 480_000,
      halfOpenTrials: 3,
    },
    slots: { maxConnections: 256, maxPerHost: AT_ONCE, maxPerResolver: {} },
    rates: { default: {}, policies: {}, resolvers: {} },
    parkAfterMs: 15_000,
  });
  return { client, transport };
}

/** Requests a second of `ask`, `AT_ONCE` at a time. */
async function perSecond(ask: (index: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS) await ask(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return REQUESTS / ((performance.now() - started) / 1000);
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const summary = (values: readonly number[]) => ({
  median: Math.round(median(values)),
  min: Math.round(Math.min(...values)),
  max: Math.round(Math.max(...values)),
});

async function main(): Promise<void> {
  const server = new Worker(new URL(import.meta.url));
  const port = await new Promise<number>((resolve) => server.once('message', resolve));
  const origin = `http://127.0.0.1:${port}`;
  const { client, transport } = wholeStack(origin);
  const agent = new Agent();
  const signal = new AbortController().signal;
  let notes = 0;
  const note = (): void => {
    notes++;
  };

  const bare = async (index: number): Promise<void> => {
    const { body } = await request(`${origin}/${index}`, { dispatcher: agent, headers: HEADERS });
    for await (const _chunk of body);
  };
  const ours = async (index: number): Promise<void> => {
    const { body } = await client.send({
      url: `${origin}/${index}`,
      method: 'GET',
      role: 'metadata',
      signal,
      note,
    });
    await body.read(() => undefined);
  };

  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await perSecond(bare);
    await perSecond(ours);
  }
  const rounds: { bare: number; ours: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await perSecond(bare), ours: await perSecond(ours) });
  }
  const own_us_per_request = await selfTimePerRequest(() => perSecond(ours), REQUESTS);
  await agent.destroy();
  await transport[Symbol.asyncDispose]();
  await server.terminate();

  const ratio = median(rounds.map((round) => round.ours / round.bare));
  const figures = {
    name: 'http-overhead',
    ratio: Number(ratio.toFixed(3)),
    target: TARGET,
    met: ratio >= TARGET,
    stack_per_s: summary(rounds.map((round) => round.ours)),
    undici_request_per_s: summary(rounds.map((round) => round.bare)),
    added_us: Math.round(
      1e6 * (1 / median(rounds.map((r) => r.ours)) - 1 / median(rounds.map((r) => r.bare))),
    ),
    own_us_per_request,
    rounds: ROUNDS,
    requests_per_round: REQUESTS,
    at_once: AT_ONCE,
    records: notes,
    load: loadavg().map((one) => Number(one.toFixed(2))),
  };
  console.log(JSON.stringify(figures, null, 2));
  if (!figures.met) process.exitCode = 1;
}

if (isMainThread) await main();
else serve();
