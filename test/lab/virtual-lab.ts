import { identityOf } from '../../src/app/identity.ts';
import { pipelineOptions } from '../../src/app/pipeline-options.ts';
import { ratesOf } from '../../src/app/rates.ts';
import { orderIn, wireRoute } from '../../src/app/wire-resolvers.ts';
import { parseConfig } from '../../src/config/load.ts';
import { Failure } from '../../src/core/errors.ts';
import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { DownloadJob, DownloadResult } from '../../src/download/download.ts';
import { urlPolicy } from '../../src/http/address/url-policy.ts';
import type { HttpRequest, HttpResponse, Send } from '../../src/http/client.ts';
import { createHttpStack } from '../../src/http/create-http-client.ts';
import { networkWatch } from '../../src/http/network/network-watch.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { createAccessLog } from '../../src/lab/access-log.ts';
import { PROVIDERS } from '../../src/lab/providers/index.ts';
import type { LabContext, LabRequest } from '../../src/lab/reply.ts';
import { createWorld, type WorldOptions } from '../../src/lab/world.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { createPipeline } from '../../src/pipeline/create-pipeline.ts';
import { createScheduler } from '../../src/workers/scheduler.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** What every host takes to answer: long enough that requests meet where nobody keeps them apart. */
const LATENCY_MS = 700;

/** A request as it left the stack, secrets included. */
interface Sent {
  readonly host: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly startMs: number;
}

export interface VirtualRun {
  /** From when to when nothing can be reached. */
  readonly outage?: { readonly fromMs: number; readonly toMs: number };
  readonly values?: Readonly<Record<string, unknown>>;
  readonly world: Partial<WorldOptions> & Pick<WorldOptions, 'works'>;
  readonly openalexBudgetUsd?: number;
}

/** The hosts of the lab behind the stack's transport, in virtual time; the access log is the lab's own. */
function virtualLab(clock: FakeClock, { world: options, openalexBudgetUsd = 10 }: VirtualRun) {
  const world = createWorld({ seed: 5, sizeScale: 0.02, hostileTitles: false, ...options });
  const began = clock.now();
  const accessLog = createAccessLog({ now: () => clock.now() - began });
  const lab: LabContext = {
    world,
    origin: () => 'http://127.0.0.1:1',
    wallMs: () => clock.wall().getTime(),
    retryAfterS: 20,
    hugeBytes: 1000,
    openalexBudgetUsd,
    crossrefPerSecond: 10,
    arxivCrawlDelayS: 0,
  };
  const byHost = new Map(
    PROVIDERS.map((provider) => provider(lab)).flatMap((one) =>
      one.hosts.map((host) => [host, one] as const),
    ),
  );
  const sent: Sent[] = [];
  const send: Send = async (request) => {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(request.secretQuery ?? {})) url.searchParams.set(name, value);
    const headers = { ...request.headers, ...request.secretHeaders };
    const { host } = url;
    sent.push({ host, url: url.href, headers, startMs: clock.now() - began });
    request.onSent?.();
    const { role, method } = request;
    const ticket = accessLog.start({ method, host, path: url.pathname + url.search, role, userAgent: '' });
    const asked: LabRequest = { method, host, url, headers, body: request.body ?? '' };
    const reply = byHost.get(host)?.answer(asked) ?? { status: 421 };
    await clock.sleep(LATENCY_MS, request.signal).finally(() => ticket.end());
    ticket.answered(reply.status);
    return responseOf(request, reply.status, { headers: reply.headers ?? {}, body: reply.body ?? '' });
  };
  return { world, accessLog, sent, send };
}

function responseOf(
  { url }: HttpRequest,
  status: number,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string | Buffer },
): HttpResponse {
  const bytes = Buffer.from(body);
  return {
    status,
    headers,
    url,
    hops: [url],
    body: {
      async read(onChunk) {
        await onChunk(bytes);
        return { wireBytes: bytes.length, decodedBytes: bytes.length };
      },
      discard: () => Promise.resolve(),
    },
  };
}

/** Fetches and believes: what is stored is not the matter here, but when and how often hosts are asked. */
const believer =
  (send: Send) =>
  async ({ plan, signal, note, page, token }: DownloadJob): Promise<DownloadResult> => {
    const digest = { sha256: '0'.repeat(64), sizeBytes: 1, path: `PDF/${plan.resolver}.pdf` };
    const facts = { mime: 'application/pdf', format: 'pdf', classification: 'pdf' } as const;
    if (page) {
      const artifact = { ...digest, ...facts, url: plan.url, canonicalUrl: plan.url };
      return { kind: 'held', file: { token, plan, artifact: { ...artifact, format: 'html' } } };
    }
    const request = { url: plan.url, method: 'GET', role: 'artifact', resolver: plan.resolver, signal, note };
    const { status, headers, body, url } = await send(request as HttpRequest);
    await body.discard();
    if (status !== 200 || !headers['content-type']?.includes(plan.expected))
      return { kind: 'refused', reason: status === 200 ? 'unexpected-ct' : 'http-4xx' };
    return { kind: 'stored', artifact: { ...digest, ...facts, url, canonicalUrl: url } };
  };

/** A network that is gone for a while: names cannot be resolved. */
function weatherOf(clock: FakeClock, outage: VirtualRun['outage']) {
  const begunAt = clock.now();
  let refused = 0;
  const isDown = (): boolean => {
    const atMs = clock.now() - begunAt;
    return outage !== undefined && atMs >= outage.fromMs && atMs < outage.toMs;
  };
  return {
    isDown,
    refused: () => refused,
    async refuse(): Promise<never> {
      refused += 1;
      const cause = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
      throw new Failure('dns-error', 'no name server', { cause, isUnreached: true });
    },
    network: networkWatch({
      clock,
      connectMs: 10_000,
      probe: async () =>
        isDown() ? { reached: false, kind: 'network', why: 'no name server' } : { reached: true },
    }),
  };
}

/** The real engine under the real default limits, from the scheduler down to the transport, in virtual time. */
export async function runVirtually(ask: VirtualRun) {
  const clock = fakeClock();
  const lab = virtualLab(clock, ask);
  const values = { out: 'unused', mailto: 'lab@university.edu', ...ask.values };
  const loaded = parseConfig({ given: { origin: 'test', values } });
  const { config } = loaded;
  const { orchestrator } = config;
  const weather = weatherOf(clock, ask.outage);
  const http = createHttpStack({
    clock,
    random: seededRandom(),
    transport: (request) => (weather.isDown() ? weather.refuse() : lab.send(request)),
    network: weather.network,
    limiter: memoryLimiter(clock),
    urls: urlPolicy({ allowedPorts: [443], httpsOnly: true, allowHttpHosts: [], allowPrivateAddresses: [] }),
    identity: identityOf(config, '0'),
    maxRedirects: 10,
    robots: { enabled: true, ttlMs: 86_400_000 },
    retry: {
      maxAttempts: config.http.retry.max_attempts,
      retryStatuses: config.http.retry.retry_statuses,
      strategy: 'exponential',
      baseDelayMs: config.http.retry.base_delay_ms,
      maxDelayMs: config.http.retry.max_delay_ms,
      jitterMs: config.http.retry.jitter_ms,
      retryAfterCapMs: config.http.retry.retry_after_cap_s * 1000,
    },
    breaker: undefined,
    slots: {
      maxConnections: config.http.max_connections,
      maxPerHost: orchestrator.max_per_host,
      maxPerResolver: orchestrator.max_per_resolver,
    },
    rates: ratesOf(config),
    budget: { usdPerDay: config.budgets.openalex_usd_per_day },
    parkAfterMs: orchestrator.park_after_s * 1000,
  });
  await using ledger = await inThreadLedger(
    ':memory:',
    { clock, random: seededRandom() },
    { leaseTtlMs: 45_000, heartbeatMs: 15_000 },
  );
  const startedAt = clock.wall().toISOString();
  await ledger.openRun({
    runId: 'r',
    configHash: 'hash',
    configJson: '{}',
    startedAt,
    lastHolderDied: false,
  });
  const route = wireRoute(loaded);
  const pipeline = createPipeline({
    clock,
    emit: () => {},
    send: http.client.send,
    downloader: {
      download: believer(http.client.send),
      isWhole: () => Promise.resolve(true),
      adopt: () => Promise.resolve(true),
      examineHeld: (file) => Promise.resolve({ kind: 'held', file }),
      publishHeld: ({ artifact }) => Promise.resolve(artifact),
      release: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    },
    twinOf: () => Promise.resolve(undefined),
    claimNames: ledger.claimNames,
    route,
    orderOf: orderIn(route),
    options: pipelineOptions(config, 'hash'),
  });
  const outcomes = new Map<string, string>();
  let triedAgain = 0;
  const scheduler = createScheduler({
    queue: ledger,
    pipeline,
    gate: http.gate,
    clock,
    emit: (event) => {
      if (event.type === 'outcome') outcomes.set(event.record.doc_id, event.record.status);
      if (event.type === 'parked' && event.why === 'backoff') triedAgain += 1;
    },
    room: {
      seats: async (workers) => (weather.network.outage() ? 0 : workers),
      offlineSince: () => weather.network.outage()?.since,
      ranShort: () => {},
    },
    holder: { workerId: 'w', runId: 'r' },
    workers: orchestrator.workers,
    maxPerHost: orchestrator.max_per_host,
    maxWaitMs: orchestrator.max_park_s * 1000,
    parkAfterMs: orchestrator.park_after_s * 1000,
    shutdownGraceMs: 10_000,
    isListing: () => false,
  });
  const works = lab.world.works.map(({ paper }) => {
    const ids = parseIdentifier(paper.id) ?? {};
    return { id: canonicalWorkId(ids), ...ids };
  });
  const queued = await Promise.all(
    works.map(async (work) => ({ work, lane: await pipeline.firstRequest(work), progress: NO_PROGRESS })),
  );
  await ledger.enqueue({ works: queued, runId: 'r', rearm: true, forget: false });
  let end: Awaited<ReturnType<typeof scheduler.drain>> | undefined;
  const draining = scheduler.drain(new AbortController().signal).then((drained) => (end = drained));
  while (!end) await clock.advance(250);
  await draining;
  return {
    ...lab,
    outcomes,
    triedAgain,
    refused: weather.refused(),
    end,
    elapsedMs: clock.now() - Date.UTC(2026, 0, 1),
    clock,
  };
}
