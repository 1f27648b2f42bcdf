import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { type Behaviour, head, type Step } from './behaviour.ts';
import type { Issuer } from './certificate.ts';
import { tlsOptions } from './hostile-tls.ts';

/** Paths that start so are answered well, whatever the row does to others: the rest of the path is the body. */
export const GOOD_PATH = '/good/';

export interface HostileServer extends AsyncDisposable {
  readonly port: number;
  /** As if nobody had asked it anything yet. */
  startOver(): void;
  /** From now on every connection and every request is treated well. Open connections stay as they are. */
  heal(): void;
  readonly connections: () => number;
  /** The heads of all requests that came, as text. */
  readonly heads: readonly string[];
}

interface Request {
  readonly head: string;
  readonly path: string;
  readonly origin: string;
  readonly host: string;
}

function requestOf(text: string, isSecure: boolean): Request {
  const path = text.split(' ', 2)[1] ?? '/';
  const host = /^host: *(?<host>.*)$/im.exec(text)?.groups?.['host']?.trim() ?? '';
  return { head: text, path, host, origin: `${isSecure ? 'https' : 'http'}://${host}` };
}

function filled(part: string | Uint8Array, { path, host, origin }: Request): Uint8Array {
  if (typeof part !== 'string') return part;
  const next = path.replace(/\d*$/, (number) => String(Number(number) + 1));
  const text = part
    .replaceAll('{origin}', origin)
    .replaceAll('{host}', host)
    .replaceAll('{path}', path)
    .replaceAll('{next}', next);
  return Buffer.from(text, 'latin1');
}

/** The connection under a TLS socket: only that one can be reset. */
const beneath = new WeakMap<Socket, Socket>();

const gone = (socket: Socket): boolean => socket.destroyed || !socket.writable;

const pause = (socket: Socket, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      socket.off('close', done);
      resolve();
    }
    socket.once('close', done);
  });

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
  });

/** Plays a script on a socket, to its end or until the client has gone. */
async function play(socket: Socket, steps: readonly Step[], request: Request): Promise<void> {
  for (const step of steps) {
    if (gone(socket)) return;
    if (step === 'end') socket.end();
    else if (step === 'reset') resetSoon(socket);
    else if ('send' in step) socket.write(filled(step.send, request));
    else if ('wait' in step) await pause(socket, step.wait);
    else if ('drip' in step) {
      const piece = filled(step.drip, request);
      while (!gone(socket)) {
        socket.write(piece);
        await pause(socket, step.everyMs);
      }
    } else {
      const piece = filled(step.flood, request);
      while (!gone(socket)) if (!socket.write(piece)) await drained(socket);
    }
  }
}

/** Lets what was sent arrive before the connection is torn down: a reset overtakes it otherwise. */
function resetSoon(socket: Socket): void {
  setTimeout(() => (beneath.get(socket) ?? socket).resetAndDestroy(), 20);
}

const goodReply = (path: string): readonly Step[] => {
  const body = path.slice(GOOD_PATH.length);
  return [{ send: `${head('200 OK', `Content-Length: ${body.length}`)}${body}` }];
};

/** A server that behaves as one row of the table says, on a loopback port of its own. */
export async function hostileServer(row: Behaviour, authority: Issuer): Promise<HostileServer> {
  const open = new Set<Socket>();
  const heads: string[] = [];
  const isSecure = row.tls !== undefined;
  let isHealed = false;
  let connections = 0;
  let asked = 0;

  const converse = (socket: Socket): void => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = requestOf(text.slice(0, end), isSecure);
        text = text.slice(end + 4);
        heads.push(request.head);
        const isGood = isHealed || request.path.startsWith(GOOD_PATH);
        const replies = row.replies ?? [];
        const steps = isGood
          ? goodReply(request.path)
          : (replies[Math.min(asked++, replies.length - 1)] ?? []);
        void play(socket, steps, request);
      }
    });
  };
  const faulty: TlsServer | undefined =
    row.tls === undefined || row.tls === 'not-tls'
      ? undefined
      : createTlsServer(tlsOptions(row.tls, authority), converse).on('tlsClientError', () => undefined);
  const good = isSecure ? createTlsServer(tlsOptions('none', authority), converse) : undefined;
  good?.on('tlsClientError', () => undefined);

  const server: Server = createServer((socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    const tls = isHealed ? good : faulty;
    if (tls) {
      tls.prependOnceListener('secureConnection', (secured) => beneath.set(secured, socket));
      return void tls.emit('connection', socket);
    }
    if (row.greets && !isHealed) {
      socket.resume();
      void play(socket, row.greets, requestOf('', isSecure));
      if (row.replies === undefined) return;
    }
    converse(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heads,
    connections: () => connections,
    startOver: () => {
      asked = 0;
      isHealed = false;
    },
    heal: () => {
      isHealed = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
