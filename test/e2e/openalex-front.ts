import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer in place of the lab's. */
interface Fault {
  readonly status: number;
  readonly body: string;
}

export interface OpenAlexFront extends AsyncDisposable {
  readonly origin: string;
  /** Pages of listings that were asked for. */
  readonly pages: () => number;
  /** Decides about the listing page of this number, from 1; `undefined` lets the lab answer. */
  setFault(fault: (page: number) => Fault | undefined): void;
}

/** Stands before the lab's OpenAlex and spoils pages of its listings; everything else passes through. */
export async function openAlexFront(labOrigin: string): Promise<OpenAlexFront> {
  let faultOf: (page: number) => Fault | undefined = () => undefined;
  let pages = 0;
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', 'http://front');
    const isListing = url.pathname === '/works' && url.searchParams.has('cursor');
    const fault = isListing ? faultOf(++pages) : undefined;
    if (!fault) return pass(asked, answer, labOrigin);
    answer.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: () => pages,
    setFault: (fault) => (faultOf = fault),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, origin: string): void {
  const { method, headers, url } = asked;
  const onward = request(`${origin}${url}`, { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
