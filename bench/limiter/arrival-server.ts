/**
 * A server in a process of its own that logs when `/measured` was asked for; `/log` tells. With `python3` at hand the
 * stamps are the kernel's (`arrivals.py`); without, this program's own, late by what the process waited for its turn.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface Arrival {
  readonly at: number;
  /** On a connection that had carried a request before: connecting made it no later. */
  readonly isWarm: boolean;
}

export interface ArrivalServer extends Disposable {
  readonly port: number;
  readonly stampedBy: 'kernel' | 'process';
  /** In the order they came. */
  arrivals(): Promise<readonly Arrival[]>;
}

const portOf = async (server: ChildProcess & { stdout: Readable }): Promise<number> => {
  const [line] = (await Promise.race([
    once(server.stdout, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [Buffer];
  return Number(String(line));
};

const launch = (program: string, file: string) =>
  spawn(program, [fileURLToPath(new URL(file, import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });

async function begun(program: string, file: string) {
  const server = launch(program, file);
  return { server, port: await portOf(server) };
}

export async function startArrivalServer(): Promise<ArrivalServer> {
  const kernel = await begun('python3', 'arrivals.py').catch(() => undefined);
  const { server, port } = kernel ?? (await begun(process.execPath, 'arrival-server.ts'));
  return {
    port,
    stampedBy: kernel ? 'kernel' : 'process',
    async arrivals() {
      const response = await fetch(`http://127.0.0.1:${port}/log`);
      return ((await response.json()) as Arrival[]).toSorted((a, b) => a.at - b.at);
    },
    [Symbol.dispose]: () => void server.kill('SIGKILL'),
  };
}

function serve(): void {
  const arrivals: Arrival[] = [];
  const warm = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const { url, socket } = request;
    if (url === '/measured') arrivals.push({ at: performance.now(), isWarm: warm.has(socket) });
    warm.add(socket);
    const body = url === '/log' ? JSON.stringify(arrivals) : 'ok';
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

if (import.meta.main) serve();
