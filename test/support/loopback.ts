import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../src/core/errors.ts';
import type { HttpBody, HttpRequest, HttpResponse, Send } from '../../src/http/client.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Loopback extends AsyncDisposable {
  readonly url: string;
  /** Method, path and headers of every request, in order. */
  readonly asked: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
  }[];
}

/** A real server on loopback for one test: `await using web = await loopback(...)`. */
export async function loopback(answer: Answer): Promise<Loopback> {
  const asked: Loopback['asked'] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push({ method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers });
    void answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function bodyOf(incoming: IncomingMessage): HttpBody {
  return {
    async read(onChunk) {
      let bytes = 0;
      try {
        for await (const chunk of incoming as AsyncIterable<Buffer>) {
          bytes += chunk.byteLength;
          await onChunk(chunk);
        }
      } catch (error) {
        incoming.destroy();
        if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
          throw new Failure('size-mismatch', 'the connection was lost midway', { cause: error });
        throw error;
      }
      return { wireBytes: bytes, decodedBytes: bytes };
    },
    async discard() {
      incoming.destroy();
    },
  };
}

const headersOf = (incoming: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));

function exchange({ url, method, headers, signal }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { ...headers }, signal, agent: false }, (incoming) =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: headersOf(incoming),
        body: bodyOf(incoming),
        url,
        hops: [url],
      }),
    );
    outgoing.on('error', (cause) => reject(new Failure('conn-error', cause.message, { cause })));
    outgoing.end();
  });
}

/** The least client that keeps the promises of the port over a real socket: no policy, no retries, no decoding. */
export const plainSend: Send = async (asked) => {
  const hops = [asked.url];
  for (;;) {
    const response = await exchange({ ...asked, url: hops.at(-1)! });
    const location = response.headers['location'];
    if (response.status < 300 || response.status > 399 || location === undefined)
      return { ...response, hops };
    await response.body.discard();
    hops.push(new URL(location, hops.at(-1)).href);
  }
};
