import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../core/errors.ts';
import type { Role } from '../core/manifest-record.ts';
import { type AccessLog, createAccessLog } from './access-log.ts';
import { answerControl } from './control.ts';
import { deliver } from './deliver.ts';
import { dice } from './dice.ts';
import type { BreachKind } from './host-record.ts';
import { isListingFault, spoiltListing } from './listing-faults.ts';
import { PROVIDERS } from './providers/index.ts';
import { createRateGate, type RateRule } from './rate-limits.ts';
import type { LabContext, LabRequest, Provider, Reply } from './reply.ts';
import { isDenied } from './robots.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface LabOptions extends Partial<WorldOptions> {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Hosts that answer 429 when asked faster than this; default: none. */
  readonly rateLimits?: readonly RateRule[];
  readonly retryAfterS?: number;
  /** The client's limit for one file; bodies that are to be too large exceed it by a tenth. */
  readonly maxBytes?: number;
  readonly openalexBudgetUsd?: number;
  /** Default 10, as in the real service. */
  readonly crossrefPerSecond?: number;
  readonly arxivCrawlDelayS?: number;
  /** Time before an answer, half to one and a half of it, the same for the same URL; default: none. */
  readonly latencyMs?: number;
  /** Every request as a JSON line. */
  readonly logFile?: string;
}

/** A running lab. Its hosts are reached by sending their name as `Host` to `origin`. */
export interface Lab extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly world: World;
  readonly accessLog: AccessLog;
  close(): Promise<void>;
}

const DEFAULT_WORKS = 250;
const DEFAULT_SEED = 1;
const DEFAULT_MAX_BYTES = 104_857_600;
const KEEP_ALIVE_MS = 60_000;

/** What the client is after, as it says itself in Accept (JSON for metadata, HTML for landing, PDF for artifact). */
function roleOf(request: LabRequest): Role {
  if (request.url.pathname === '/robots.txt') return 'robots';
  const accept = String(request.headers.accept ?? '');
  if (accept.includes('application/pdf')) return 'artifact';
  if (/json|atom/.test(accept) || request.host.startsWith('api.')) return 'metadata';
  return 'landing';
}

const MAX_POST_BYTES = 10_000_000;

async function bodyOf(message: IncomingMessage): Promise<string> {
  if (message.method !== 'POST') return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_POST_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function parseRequest(message: IncomingMessage): Promise<LabRequest | undefined> {
  const host = (message.headers.host ?? '').toLowerCase().replace(/:(?:80|443)$/, '');
  const url = URL.parse(`http://${host}${message.url ?? '/'}`);
  if (!url) return undefined;
  return {
    method: message.method ?? 'GET',
    host,
    url,
    headers: message.headers,
    body: await bodyOf(message),
  };
}

/** Milliseconds a client is told to stay away; only 429 and 503 mean it. */
function retryAfterMs(reply: Reply, wallMs: number): number | undefined {
  const value = reply.headers?.['retry-after'];
  if (value === undefined || (reply.status !== 429 && reply.status !== 503)) return undefined;
  return /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - wallMs;
}

interface Handling {
  readonly lab: LabContext;
  readonly accessLog: AccessLog;
  readonly answer: (request: LabRequest, role: Role) => Reply;
  readonly delayMs: (request: LabRequest) => number;
}

function breachOf(request: LabRequest, world: World): Exclude<BreachKind, 'retry-after'> | undefined {
  if (request.url.pathname.startsWith('/__lab/trap')) return 'private-address';
  const site = world.site(request.host);
  return site && isDenied(site.robots, request.url.pathname) ? 'robots' : undefined;
}

async function handle(message: IncomingMessage, response: ServerResponse, handling: Handling): Promise<void> {
  const { lab, accessLog } = handling;
  const request = await parseRequest(message);
  if (!request) {
    response.writeHead(400).end();
    return;
  }
  const { method, host, url } = request;
  const isOwn = `http://${host}` === lab.origin() || host === `localhost:${message.socket.localPort}`;
  if (isOwn && (await answerControl(url, { ...lab, accessLog }, response))) return;

  const role = roleOf(request);
  const breach = breachOf(request, lab.world);
  const ticket = accessLog.start({
    method,
    host,
    path: url.pathname + url.search,
    role,
    userAgent: message.headers['user-agent'] ?? '',
    ...(breach && { breach }),
  });
  response.once('close', () => ticket.end());
  message.resume();
  const reply = handling.answer(request, role);
  const delay = handling.delayMs(request);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  if (response.destroyed) return;
  const status = deliver(reply, request, { response, sent: ticket.sent });
  ticket.answered(status, retryAfterMs(reply, lab.wallMs()));
}

function answerer(providers: readonly Provider[], rules: readonly RateRule[], now: () => number) {
  const byHost = new Map(
    providers.flatMap((provider) => provider.hosts.map((host) => [host, provider] as const)),
  );
  const gate = createRateGate(rules, now);
  return (request: LabRequest, role: Role): Reply => {
    const provider = byHost.get(request.host);
    if (!provider) {
      return { status: 421, headers: { 'content-type': 'text/plain' }, body: 'The lab has no such host.\n' };
    }
    const isPost = request.method === 'POST' && provider.takesPost === true;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isPost) {
      return { status: 405, headers: { allow: 'GET, HEAD' } };
    }
    return gate(request.host, role) ?? provider.answer(request);
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function latency(seed: number, latencyMs: number): (request: LabRequest) => number {
  if (latencyMs <= 0) return () => 0;
  return ({ host, url }) => latencyMs * (0.5 + dice(seed, 'latency', host, url.pathname).next());
}

/** How the hosts of this lab behave where the options leave it open. */
const habitsOf = (options: LabOptions): Omit<LabContext, 'world' | 'origin' | 'wallMs' | 'listing'> => ({
  retryAfterS: options.retryAfterS ?? 1,
  hugeBytes: Math.ceil((options.maxBytes ?? DEFAULT_MAX_BYTES) * 1.1),
  openalexBudgetUsd: options.openalexBudgetUsd ?? 10,
  crossrefPerSecond: options.crossrefPerSecond ?? 10,
  arxivCrawlDelayS: options.arxivCrawlDelayS ?? 0,
});

/** Faults of works, which are scenarios, and that of the listing, of which there is one at most. */
function faultsOf(names: readonly string[] | undefined) {
  const listings = (names ?? []).filter(isListingFault);
  if (listings.length > 1)
    throw new UserError(`lab: one listing fault at a time, not ${listings.join(', ')}`);
  const scenarios = names?.filter((name) => !isListingFault(name));
  const [listing] = listings.map(spoiltListing);
  return { listing, scenarios: listing && scenarios?.length === 0 ? undefined : scenarios };
}

/** Starts the simulated scholarly web on loopback. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const { seed = DEFAULT_SEED, works = DEFAULT_WORKS, rateLimits = [], latencyMs = 0, logFile } = options;
  const { scenarios, listing } = faultsOf(options.faults);
  const { faults: _faults, ...plain } = options;
  const world = createWorld({ ...plain, ...(scenarios && { faults: scenarios }), seed, works });
  const startedMs = performance.now();
  const now = (): number => performance.now() - startedMs;
  const accessLog = createAccessLog({ now, ...(logFile !== undefined && { file: logFile }) });
  let origin = '';
  const lab: LabContext = {
    world,
    origin: () => origin,
    wallMs: () => Date.now(),
    ...habitsOf(options),
    ...(listing && { listing }),
  };
  const answer = answerer(
    PROVIDERS.map((provider) => provider(lab)),
    rateLimits,
    now,
  );
  const handling: Handling = { lab, accessLog, answer, delayMs: latency(seed, latencyMs) };

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (message, response) => {
    void handle(message, response, handling);
  });
  const port = await listen(server, options.port ?? 0);
  origin = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
    await accessLog.close();
  };
  return { origin, port, world, accessLog, close, [Symbol.asyncDispose]: close };
}
