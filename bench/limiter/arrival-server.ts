/**
 * A server in a process of its own that logs when requests came; `/log` tells. With `python3` at hand the stamps are the
 * kernel's; without, this program's own, late by what the process waited for its turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startKernelOrigin } from '../product/kernel-origin.ts';
import type { Arrival } from '../product/origin.ts';
import type { Origin } from '../product/run-product.ts';

export interface ArrivalServer extends Origin {
  readonly stampedBy: 'kernel' | 'process';
}

async function startOwn(): Promise<Origin> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${String(port).trim()}`;
  return {
    url,
    arrivals: async () => (await (await fetch(`${url}/log`)).json()) as readonly Arrival[],
    [Symbol.asyncDispose]: async () => void child.kill('SIGKILL'),
  };
}

export async function startArrivalServer(): Promise<ArrivalServer> {
  const kernel = await startKernelOrigin();
  return kernel ? { ...kernel, stampedBy: 'kernel' } : { ...(await startOwn()), stampedBy: 'process' };
}

function serve(): void {
  const arrivals: Arrival[] = [];
  const warm = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const { url, socket, headers } = request;
    const at = performance.now();
    const isWarm = warm.has(socket);
    warm.add(socket);
    if (url === '/measured') arrivals.push({ host: headers.host ?? '', at, endedAt: at, isWarm, lateMs: 0 });
    const body = url === '/log' ? JSON.stringify(arrivals) : 'ok';
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

if (import.meta.main) serve();
