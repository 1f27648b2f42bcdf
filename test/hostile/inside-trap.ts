import { createServer, type Server } from 'node:net';

export interface InsideTrap extends AsyncDisposable {
  /** Connections that came to any of its ports. */
  readonly connections: () => number;
  /** Where it listens, as far as this machine let it. */
  readonly places: readonly string[];
}

const PLACES = [
  ['127.0.0.1', 80],
  ['127.0.0.1', 443],
  ['127.0.0.1', 6379],
  ['127.0.0.2', 80],
  ['127.0.0.2', 443],
  ['127.0.1.3', 80],
  ['127.2.2.2', 80],
  ['::1', 80],
  ['::1', 443],
] as const;

const listens = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => resolve(true));
  });

/** Servers where nobody may go: on the well-known ports of loopback addresses. */
export async function insideTrap(): Promise<InsideTrap> {
  let connections = 0;
  const servers: Server[] = [];
  const places: string[] = [];
  for (const [host, port] of PLACES) {
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    if (!(await listens(server, port, host))) continue;
    servers.push(server);
    places.push(`${host} ${port}`);
  }
  return {
    connections: () => connections,
    places,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
