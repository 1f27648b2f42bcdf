import { urlPolicy } from '../../src/http/address/url-policy.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/client.ts';
import { type TransportDeps, undiciTransport } from '../../src/http/transport.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { URL_SETTINGS } from './stack-under-test.ts';

/** The real transport with short deadlines; `allow` names the loopback servers of the test. */
export function transportUnderTest(
  allow: readonly string[],
  overrides: Partial<Omit<TransportDeps, 'times'>> & { times?: Partial<TransportDeps['times']> } = {},
) {
  const { times, ...rest } = overrides;
  const transport = undiciTransport({
    clock: systemClock(),
    times: {
      connectMs: 500,
      headersMs: 500,
      idleMs: 300,
      totalMs: 5000,
      minBytesPerSecond: 0,
      slowAfterMs: 30_000,
      ...times,
    },
    maxBytes: 10_000_000,
    policy: urlPolicy({ ...URL_SETTINGS, allowPrivateAddresses: allow }),
    connectTo: {},
    tls: { verify: true },
    resolve: async (name) => {
      throw Object.assign(new Error(`no such name ${name}`), { code: 'ENOTFOUND' });
    },
    ...rest,
  });
  const send = (url: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
    transport.send({
      url,
      method: 'GET',
      role: 'metadata',
      signal: new AbortController().signal,
      note: () => undefined,
      ...more,
    });
  return { send, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() };
}

/** Reads a whole body: its bytes and the sizes it was told to have. */
export async function readAll(response: HttpResponse) {
  const chunks: Uint8Array[] = [];
  const size = await response.body.read((chunk) => {
    chunks.push(chunk.slice());
  });
  return { bytes: Buffer.concat(chunks), ...size };
}
