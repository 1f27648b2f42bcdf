import { Deferred } from '../../src/core/deferred.ts';
import { Failure } from '../../src/core/errors.ts';
import type { AttemptNote } from '../../src/core/manifest-record.ts';
import { type UrlPolicySettings, urlPolicy } from '../../src/http/address/url-policy.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/client.ts';
import { createHttpStack, type HttpStackDeps } from '../../src/http/create-http-client.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { type TransportDeps, undiciTransport } from '../../src/http/transport.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { MAX_BYTES, TIMES } from './behaviour.ts';

export interface WiredStackWish {
  readonly urls: UrlPolicySettings;
  readonly transport: Pick<TransportDeps, 'resolve'> & Partial<TransportDeps>;
  readonly stack?: Partial<HttpStackDeps>;
}

export interface WiredStack extends AsyncDisposable {
  readonly send: (url: string, more?: Partial<HttpRequest>) => Promise<HttpResponse>;
  /** What was written down about every exchange. */
  readonly notes: readonly AttemptNote[];
}

/** The whole stack over the real transport and real time; deadlines are short, nothing is tried twice, nobody waits. */
export function wiredStack({ urls, transport: wish, stack }: WiredStackWish): WiredStack {
  const clock = systemClock();
  const policy = urlPolicy(urls);
  const notes: AttemptNote[] = [];
  const transport = undiciTransport({
    clock,
    times: TIMES,
    maxBytes: MAX_BYTES,
    policy,
    connectTo: {},
    tls: { verify: true },
    ...wish,
  });
  const { client } = createHttpStack({
    clock,
    random: seededRandom(),
    transport: transport.send,
    limiter: memoryLimiter(clock),
    urls: policy,
    identity: { userAgent: 'HostileTest/1.0 (+mailto:lab@university.example)', hostHeaders: {} },
    maxRedirects: 10,
    robots: { enabled: false, ttlMs: 86_400_000 },
    retry: {
      maxAttempts: 1,
      retryStatuses: [429, 500, 502, 503, 504],
      strategy: 'constant',
      baseDelayMs: 5,
      maxDelayMs: 5,
      jitterMs: 1,
      retryAfterCapMs: 50,
    },
    breaker: undefined,
    slots: { maxConnections: 256, maxPerHost: 32, maxPerResolver: {} },
    rates: { default: {}, policies: {}, resolvers: {} },
    parkAfterMs: 100,
    ...stack,
  });
  return {
    notes,
    send: (url, more = {}) =>
      client.send({
        url,
        method: 'GET',
        role: 'metadata',
        signal: new AbortController().signal,
        note: (note) => notes.push(note),
        ...more,
      }),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

/** How a request ended: the status and size of its answer, a reason token, or `deferred`; anything else is a bug. */
export async function endOf(asked: Promise<HttpResponse>): Promise<string> {
  try {
    const response = await asked;
    const { decodedBytes } = await response.body.read(() => undefined);
    return `${response.status}: ${decodedBytes} bytes`;
  } catch (error) {
    if (error instanceof Failure) return error.reason;
    return error instanceof Deferred ? 'deferred' : `not a reason: ${String(error)}`;
  }
}
