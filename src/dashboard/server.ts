import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { loadAssets } from './assets.ts';
import { type Metrics, routes } from './routes.ts';
import type { DashboardActions, DashboardSource } from './source.ts';
import { updateHub } from './update-hub.ts';

export interface DashboardDeps {
  readonly source: DashboardSource;
  readonly actions: DashboardActions;
  readonly files: Pick<Files, 'read'>;
  readonly clock: Clock;
  readonly host: string;
  /** `undefined`: the usual one, or any when it is taken. */
  readonly port: number | undefined;
  /** Needed for what changes something, and for everything beyond loopback. Hard to guess. */
  readonly token: string;
  readonly metrics: Metrics;
  readonly warn: (message: string) => void;
}

export interface Dashboard extends AsyncDisposable {
  /** With the token behind `#`, which browsers keep to themselves. */
  readonly url: string;
}

const USUAL_PORT = 7878;
const MAX_CONNECTIONS = 128;

/** Listens until disposed. Nothing it does waits for a client, and no client can make it wait. */
export async function openDashboard(deps: DashboardDeps): Promise<Dashboard> {
  const { source, actions, clock, host, token, metrics, warn } = deps;
  const hub = updateHub({
    state: () => source.state(),
    clock,
    onFailure: (error) => warn(`the dashboard cannot show the run: ${String(error)}`),
  });
  const guard = { host, token, port: () => portOf(server) };
  const assets = await loadAssets(deps.files);
  const app = routes({ guard, source, actions, hub, assets, metrics });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16_384 },
    (request, response) => void listener(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  await listening(server, host, deps.port);
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${portOf(server)}/#token=${token}`,
    async [Symbol.asyncDispose]() {
      hub[Symbol.dispose]();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const deadline = clock.after(500, () => server.closeAllConnections());
      server.closeIdleConnections();
      await closed;
      deadline[Symbol.dispose]();
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0;

async function listening(server: Server, host: string, port: number | undefined): Promise<void> {
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  try {
    await listen(port ?? USUAL_PORT);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE' && port === undefined) return listen(0);
    throw new UserError(
      `cannot listen on ${host}, port ${port ?? USUAL_PORT}: ${String(code ?? error)}`,
      3,
      error,
    );
  }
}
