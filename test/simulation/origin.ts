import { Failure } from '../../src/core/errors.ts';
import type { Role } from '../../src/core/manifest-record.ts';
import type { HttpBody, HttpRequest, HttpResponse, Send } from '../../src/http/client.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { sha256 } from './disk.ts';
import { uniform } from './draws.ts';
import type { Machine, SimProcess } from './machine.ts';
import { API_HOST, type Offer, type Scenario, type SimHost, type SimPlan } from './scenario.ts';

/** One exchange as the server saw it. */
interface LogEntry {
  readonly process: string;
  readonly generation: number;
  readonly host: string;
  readonly role: Role;
  readonly path: string;
  startedAt: number;
  endedAt: number | undefined;
  status: number | undefined;
  /** Sent by a process that had just been stopped. */
  wasLate: boolean;
}

interface Version {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly etag: string;
}

/** The whole web of one seed: it answers, keeps the log that politeness is judged by, and knows what it has sent. */
export interface Origin {
  sendFor(process: SimProcess, generation: number): Send;
  readonly log: readonly LogEntry[];
  /** Whether these bytes are one whole version of what this URL has. */
  hasServed(url: string, digest: string): boolean;
  /** Anything against politeness that was seen. */
  readonly offences: readonly string[];
  /** The program has committed that this host wants to be left alone: later generations must know. */
  remember(host: string, until: number, generation: number): void;
}

interface Exchange {
  readonly entry: LogEntry;
  readonly host: SimHost;
  readonly request: HttpRequest;
  readonly process: SimProcess;
  readonly site: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array;
  /** The connection breaks after this many bytes. */
  readonly cutAt?: number;
  /** When the host wants to be asked again, counted from when the answer arrives. */
  readonly quietUntil?: (arrivedAt: number) => number;
}

/** Limiters forgive timers a millisecond; everything closer than that is an offence. */
const TOLERANCE_MS = 2;
const CHUNKS = 3;
/** Of a small body nothing is stored before all of it has come; one in four is large enough to be kept when it breaks. */
const sizeOf = (share: number): number =>
  Math.floor(share < 0.75 ? share * 5000 : 110_000 + (share - 0.75) * 200_000);
/** A body that ends early lacks at least its trailer: a missing last line end is nobody's loss. */
const SHORT_BY = 40;

export function createOrigin(machine: Machine, scenario: Scenario, seed: number): Origin {
  const { time, trace, faults } = machine;
  const hosts = new Map(scenario.hosts.map((host) => [host.name, host]));
  const plans = new Map(
    scenario.works.flatMap(({ known, listed, last }) =>
      [...known, ...listed, ...last].map((plan) => [plan.url, plan] as const),
    ),
  );
  const fetches = new Map<string, number>();
  const versions = new Map<string, Version>();
  const served = new Map<string, Set<string>>();
  const log: LogEntry[] = [];
  const offences: string[] = [];
  const asks = new Map<string, number>();
  const quiet = new Map<string, { readonly from: number; readonly until: number }>();
  const remembered = new Map<string, { readonly until: number; readonly generation: number }>();

  const offend = (entry: LogEntry, problem: string): void => {
    offences.push(`${entry.host} ${entry.path}: ${problem}`);
    trace.note('WRONG', offences.at(-1)!);
  };

  function judgeStart(entry: LogEntry, process: SimProcess): void {
    const { host, role, startedAt, generation } = entry;
    const interval = hosts.get(host)?.intervalMs ?? 0;
    const before = log.findLast(
      (one) => one.host === host && one.role === role && one.generation === generation,
    );
    // Who was stopped between the grant and the request cannot know it: the next one is on time again.
    const wasStopped = entry.wasLate || before?.wasLate === true;
    if (before && interval > 0 && !wasStopped) {
      const gap = startedAt - before.startedAt;
      if (gap < interval * 0.98 - TOLERANCE_MS)
        offend(entry, `${gap} ms after the last one, ${interval} are the policy`);
    }
    const open = log.filter(
      (one) => one.host === host && one.process === process.name && one.endedAt === undefined,
    );
    if (open.length >= scenario.maxPerHost)
      offend(entry, `${open.length + 1} at one time, ${scenario.maxPerHost} allowed`);
    const committed = remembered.get(host);
    const asked = quiet.get(`${process.name} ${host}`);
    // Whoever starts at the very moment the answer arrives had been let through before.
    const until = Math.max(
      asked && startedAt > asked.from ? asked.until : 0,
      committed && committed.generation < generation ? committed.until : 0,
    );
    if (startedAt < until - TOLERANCE_MS)
      offend(entry, `${until - startedAt} ms before the end of Retry-After`);
  }

  function versionOf(url: string, host: SimHost): Version {
    const count = host.isChanging ? (fetches.get(url) ?? 0) : 0;
    fetches.set(url, count + 1);
    const key = `${url} ${count}`;
    const known = versions.get(key);
    if (known) return known;
    const bytes = samplePdf(key, sizeOf(uniform(seed, `size ${url}`)));
    const version = { bytes, sha256: sha256(bytes), etag: `"${count}-${bytes.length}"` };
    versions.set(key, version);
    served.set(url, (served.get(url) ?? new Set()).add(version.sha256));
    return version;
  }

  function fileAnswer({ request, host }: Exchange, plan: SimPlan | undefined): Answer {
    const offer: Offer | undefined = plan?.offer;
    if (!plan || offer === 'gone') return { status: 404, headers: {}, bytes: Buffer.from('gone') };
    if (offer === 'page')
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        bytes: Buffer.from(
          '<!DOCTYPE html><html><head><title>Abstract</title></head><body><p>About a work.</p></body></html>',
        ),
      };
    const version = versionOf(plan.url, host);
    const tag = host.hasEtag ? { etag: version.etag } : {};
    const { 'if-none-match': none, range, 'if-range': ifRange } = request.headers ?? {};
    if (none !== undefined && none === tag.etag) return { status: 304, headers: tag, bytes: Buffer.alloc(0) };
    const kind = {
      'content-type': 'application/pdf',
      ...tag,
      ...(host.hasRanges && { 'accept-ranges': 'bytes' }),
    };
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const total = version.bytes.length;
    if (host.hasRanges && start > 0 && start < total && ifRange === tag.etag) {
      const bytes = version.bytes.subarray(start);
      const headers = {
        ...kind,
        'content-length': `${bytes.length}`,
        'content-range': `bytes ${start}-${total - 1}/${total}`,
      };
      return { status: 206, headers, bytes };
    }
    return { status: 200, headers: { ...kind, 'content-length': `${total}` }, bytes: version.bytes };
  }

  function directoryAnswer({ request }: Exchange): Answer {
    const index = Number(/works[/](\d+)$/.exec(request.url)?.[1]);
    const urls = scenario.works[index]?.listed.map(({ url }) => url) ?? [];
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.from(JSON.stringify({ urls })),
    };
  }

  /** Faults of the server take the place of its honest answer. */
  function answerTo(exchange: Exchange): Answer {
    const { host, request, site } = exchange;
    const plan = plans.get(request.url);
    if (plan?.offer === 'dead') throw new Failure('conn-error', 'connection refused', { host: host.name });
    if (faults.strikes('conn-reset', site) !== undefined) throw new Failure('conn-error', 'connection reset');
    for (const [kind, status] of [
      ['status-429', 429],
      ['status-503', 503],
    ] as const) {
      const shape = faults.strikes(kind, site);
      if (shape === undefined) continue;
      return { status, ...quietFor(machine, shape), bytes: Buffer.from('later') };
    }
    if (faults.strikes('server-error', site) !== undefined)
      return { status: 500, headers: {}, bytes: Buffer.from('oops') };
    const honest = host.name === API_HOST ? directoryAnswer(exchange) : fileAnswer(exchange, plan);
    const cut = honest.bytes.length > 10 ? faults.strikes('cut-body', site) : undefined;
    if (cut !== undefined) return { ...honest, cutAt: Math.floor(Math.sqrt(cut) * honest.bytes.length) };
    const short =
      honest.status === 200 && honest.bytes.length > SHORT_BY
        ? faults.strikes('short-body', site)
        : undefined;
    if (short === undefined) return honest;
    // No length announced, and the connection closed early: only the bytes themselves can tell.
    const { 'content-length': _, ...headers } = honest.headers;
    return {
      ...honest,
      headers,
      bytes: honest.bytes.subarray(0, Math.floor(short * (honest.bytes.length - SHORT_BY))),
    };
  }

  function end({ entry }: Exchange): void {
    entry.endedAt ??= time.now();
  }

  function bodyOf(exchange: Exchange, { bytes, cutAt }: Answer): HttpBody {
    const { process, request, host, site } = exchange;
    const upTo = cutAt ?? bytes.length;
    const sizeMs = host.latencyMs / CHUNKS;
    return {
      async read(onChunk) {
        try {
          const step = Math.max(1, Math.ceil(upTo / CHUNKS));
          for (let at = 0; at < upTo; at += step) {
            await process.call(`receive ${request.url}`, () => waits(machine, sizeMs, request.signal));
            await onChunk(Uint8Array.from(bytes.subarray(at, Math.min(upTo, at + step))));
          }
          const stall = faults.strikes('stall', site);
          if (stall !== undefined) {
            await process.call(`stall ${request.url}`, () =>
              waits(machine, 1000 + stall * 10_000, request.signal),
            );
            throw new Failure('timeout', 'no bytes for too long');
          }
          if (cutAt !== undefined) throw new Failure('conn-error', 'connection closed in the middle');
          return { wireBytes: upTo, decodedBytes: upTo };
        } finally {
          end(exchange);
        }
      },
      async discard() {
        end(exchange);
      },
    };
  }

  async function exchangeFor(exchange: Exchange): Promise<Answer> {
    const { entry, host, request } = exchange;
    log.push(entry);
    trace.note(
      entry.process,
      `asks ${request.method} ${request.url}${request.headers?.['range'] ? ' for the rest' : ''}`,
    );
    await waits(machine, host.latencyMs, request.signal);
    return answerTo(exchange);
  }

  return {
    log,
    offences,
    hasServed: (url, digest) => served.get(url)?.has(digest) ?? false,
    remember(host, until, generation) {
      if (until > (remembered.get(host)?.until ?? 0)) remembered.set(host, { until, generation });
    },
    sendFor: (process, generation) => async (request) => {
      const url = new URL(request.url);
      const host = hosts.get(url.host);
      if (!host) throw new Error(`nobody knows ${url.host}`);
      const site = `${request.url} ${asks.get(request.url) ?? 0}`;
      asks.set(request.url, (asks.get(request.url) ?? 0) + 1);
      const entry: LogEntry = {
        process: process.name,
        generation,
        host: host.name,
        role: request.role,
        path: url.pathname,
        startedAt: time.now(),
        endedAt: undefined,
        status: undefined,
        wasLate: false,
      };
      const exchange: Exchange = { entry, host, request, process, site };
      process.onDeath(() => end(exchange));
      try {
        const answer = await process.call(`send ${request.url}`, () => {
          entry.startedAt = time.now();
          entry.wasLate = time.now() - process.thawedAt() < TOLERANCE_MS;
          judgeStart(entry, process);
          request.onSent?.();
          return exchangeFor(exchange);
        });
        return deliver(exchange, answer);
      } catch (error) {
        end(exchange);
        trace.note(
          process.name,
          `gets no answer from ${request.url}: ${error instanceof Error ? error.message : ''}`,
        );
        throw error;
      }
    },
  };

  function deliver(exchange: Exchange, answer: Answer): HttpResponse {
    const { entry, request, process, host } = exchange;
    entry.status = answer.status;
    trace.note(process.name, `gets ${answer.status} from ${request.url}`);
    const key = `${process.name} ${host.name}`;
    const until = answer.quietUntil?.(time.now()) ?? 0;
    if (until > (quiet.get(key)?.until ?? 0)) quiet.set(key, { from: time.now(), until });
    if (answer.status === 304 || request.method === 'HEAD') end(exchange);
    return {
      status: answer.status,
      headers: answer.headers,
      url: request.url,
      hops: [request.url],
      body: bodyOf(exchange, answer),
    };
  }
}

/** Seconds or a date, or nothing; a date only where the clocks agree, since it means nothing to a clock that is off. */
function quietFor({ time, faults }: Machine, shape: number): Pick<Answer, 'headers' | 'quietUntil'> {
  const seconds = Math.round(shape * shape * 25);
  if (shape < 0.2 || seconds === 0) return { headers: {} };
  if (faults.isOn('clock-step') || shape < 0.6)
    return {
      headers: { 'retry-after': String(seconds) },
      quietUntil: (arrivedAt) => arrivedAt + seconds * 1000,
    };
  const until = (Math.ceil(time.now() / 1000) + seconds) * 1000;
  return { headers: { 'retry-after': new Date(until).toUTCString() }, quietUntil: () => until };
}

const waits = ({ time }: Machine, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const abort = (): void => {
      timer[Symbol.dispose]();
      reject(signal.reason as Error);
    };
    const timer = time.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
