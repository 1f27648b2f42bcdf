import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PROMETHEUS_TYPE } from './prometheus-text.ts';
import type { Sink } from './sink.ts';

export interface PrometheusDeps {
  readonly port: number;
  /** The text of a scrape, made when it is asked for. */
  readonly text: () => Promise<string>;
}

/** A page of another site must not read this one by pointing its own name at this machine. */
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * `/metrics` on loopback while a run goes on. Events reach the metrics elsewhere; writing here only tells whether the
 * listener stands. It never keeps the process alive.
 */
export function prometheusSink({ port, text }: PrometheusDeps): Sink {
  const server = createServer((request, response) => void answer(request, response, text));
  server.unref();
  const listening = listen(server, port);
  // Told by the next write.
  listening.catch(() => undefined);
  return {
    name: 'prometheus',
    write: () => listening,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  text: PrometheusDeps['text'],
): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  const path = (request.url ?? '').split('?', 1)[0];
  const refusal = !LOOPBACK_NAMES.has(host)
    ? 421
    : request.method !== 'GET' && request.method !== 'HEAD'
      ? 405
      : path !== '/metrics'
        ? 404
        : undefined;
  if (refusal !== undefined) {
    response.writeHead(refusal).end();
    return;
  }
  try {
    const body = await text();
    response.writeHead(200, { 'content-type': PROMETHEUS_TYPE, 'cache-control': 'no-store' }).end(body);
  } catch {
    response.writeHead(503).end();
  }
}
