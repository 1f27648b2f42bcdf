/**
 * The world at the far end of the cable: a lab behind two addresses and IPv6, a name server, a proxy and a login page.
 * Reads orders from standard input, a JSON object a line, and prints one line when it is ready and one for each order.
 */
import { createSocket } from 'node:dgram';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer as createTlsServer } from 'node:tls';
import { startLab } from '../../../src/lab/server.ts';
import { TLS_CERT, TLS_KEY } from '../../http/tls-identity.ts';
import { addressesOf, answerTo, type NameMode } from '../names.ts';
import { WORLD } from '../namespaces.ts';

type Phase = 'none' | 'connect' | 'tls' | 'headers' | 'body';

export interface Order {
  /** How names are answered. */
  readonly names?: NameMode;
  /** Where connections are reset. */
  readonly reset?: Phase;
  /** Every page is the login page of the network, also over TLS. */
  readonly portal?: boolean;
  /** How long the proxy thinks before it does anything. */
  readonly proxyMs?: number;
}

const lab = await startLab({ works: Number(process.argv[2] ?? 40), seed: 3 });
const labPort = Number(new URL(lab.origin).port);
const state: Required<Order> = { names: 'ok', reset: 'none', portal: false, proxyMs: 0 };
const open = new Set<Socket>();
let connections = 0;

const LOGIN =
  '<!doctype html><html><head><title>Hotel Wi-Fi</title></head><body><h1>Please log in to use this network</h1><form action="/login"><input name="room"></form></body></html>';

const quiet = (socket: Socket): Socket => {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
  return socket.on('error', () => undefined);
};

/** Passes a connection on to the lab, or does to it what was ordered. */
function serve(socket: Socket): void {
  connections += 1;
  quiet(socket);
  if (state.reset === 'connect' || state.reset === 'tls') return void socket.resetAndDestroy();
  if (state.portal) {
    socket.once('data', () =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${LOGIN.length}\r\n\r\n${LOGIN}`,
      ),
    );
    return;
  }
  const upstream = quiet(connect(labPort, '127.0.0.1'));
  socket.pipe(upstream);
  let sent = 0;
  upstream.on('data', (chunk: Buffer) => {
    if (state.reset === 'headers') return void socket.resetAndDestroy();
    sent += chunk.byteLength;
    if (state.reset === 'body' && sent > 200) {
      socket.write(chunk.subarray(0, 200), () => socket.resetAndDestroy());
      return;
    }
    socket.write(chunk);
  });
  upstream.once('end', () => socket.end());
  socket.once('close', () => upstream.destroy());
}

const listen = (server: ReturnType<typeof createServer>, port: number, host: string) =>
  new Promise<void>((resolve) => server.listen(port, host, resolve));

for (const host of [WORLD.one, WORLD.two, WORLD.six]) await listen(createServer(serve), 8080, host);

/** TLS with a certificate of nobody: what a login page shows. */
for (const host of [WORLD.one, WORLD.two])
  await listen(
    createTlsServer({ key: TLS_KEY, cert: TLS_CERT }, (socket) => serve(socket)).on(
      'tlsClientError',
      () => undefined,
    ),
    8443,
    host,
  );

/** A proxy for plain requests and tunnels; everything behind it is the lab. */
await listen(
  createServer((socket) => {
    quiet(socket);
    setTimeout(() => {
      if (socket.destroyed) return;
      const upstream = quiet(connect(labPort, '127.0.0.1'));
      socket.pipe(upstream).pipe(socket);
    }, state.proxyMs);
  }),
  3128,
  WORLD.one,
);

const names = createSocket('udp4');
names.on('message', (query, from) => {
  const answer = answerTo(query, state.names, addressesOf);
  if (answer) names.send(answer, from.port, from.address);
});
names.on('error', () => undefined);
await new Promise<void>((resolve) => names.bind(53, WORLD.one, resolve));

const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
tell({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order & { readonly cut?: boolean; readonly ask?: string };
  Object.assign(state, order);
  if (order.cut) for (const socket of open) socket.resetAndDestroy();
  const answer =
    order.ask === undefined ? null : await (await fetch(`${lab.origin}/__lab/${order.ask}`)).json();
  tell({ connections, answer });
}
process.exit(0);
