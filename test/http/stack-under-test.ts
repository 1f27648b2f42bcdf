import type { AttemptNote } from '../../src/core/manifest-record.ts';
import { type UrlPolicySettings, urlPolicy } from '../../src/http/address/url-policy.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/client.ts';
import { createHttpStack, type HttpStackDeps } from '../../src/http/create-http-client.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { type ScriptedAnswer, scriptedTransport } from '../support/scripted-transport.ts';
import { seededRandom } from '../support/seeded-random.ts';

export const URL_SETTINGS: UrlPolicySettings = {
  allowedPorts: [80, 443],
  httpsOnly: true,
  allowHttpHosts: [],
  allowPrivateAddresses: [],
};

type Script = Parameters<typeof scriptedTransport>[0];

/** The real stack over a scripted network and a clock that is moved by hand; politeness is off unless told otherwise. */
export function stackUnderTest(
  script: Script,
  overrides: Partial<Omit<HttpStackDeps, 'urls'>> & { urls?: Partial<UrlPolicySettings> } = {},
) {
  const clock: FakeClock = fakeClock();
  const transport = scriptedTransport(script);
  const limiter = memoryLimiter(clock);
  const { urls, ...rest } = overrides;
  const stack = createHttpStack({
    clock,
    random: seededRandom(),
    transport: transport.send,
    limiter,
    identity: { userAgent: 'TestBot/1.0 (+mailto:lab@uni.example)', hostHeaders: {} },
    maxRedirects: 10,
    robots: { enabled: false, ttlMs: 86_400_000 },
    retry: {
      maxAttempts: 4,
      retryStatuses: [429, 500, 502, 503, 504],
      strategy: 'exponential',
      baseDelayMs: 750,
      maxDelayMs: 8000,
      jitterMs: 0,
      retryAfterCapMs: 60_000,
    },
    breaker: undefined,
    slots: { maxConnections: 256, maxPerHost: 4, maxPerResolver: {} },
    rates: { default: {}, policies: {}, resolvers: {} },
    parkAfterMs: 15_000,
    ...rest,
    urls: urlPolicy({ ...URL_SETTINGS, ...urls }),
  });
  const notes: AttemptNote[] = [];
  const request = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
    url,
    method: 'GET',
    role: 'metadata',
    signal: new AbortController().signal,
    note: (note) => notes.push(note),
    ...more,
  });
  const send = (url: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
    stack.client.send(request(url, more));
  return { ...stack, ...transport, clock, limiter, notes, request, send };
}

/** Lets the fake clock run until the promise has settled. */
export async function inTime<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = promise.finally(() => {
    settled = true;
  });
  done.catch(() => undefined);
  for (let turn = 0; turn < 1000 && !settled; turn++) await clock.advance(100);
  return done;
}

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('it was expected to fail')),
    (error: unknown) => error as Error,
  );

export type { ScriptedAnswer };
