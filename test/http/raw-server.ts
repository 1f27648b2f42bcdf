import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** The heads of all requests that came, as text. */
  readonly heads: string[];
  connections: number;
}

/** Says what it likes: `reply` gets the socket when the head of a request is complete. */
export async function rawServer(reply: (socket: Socket, head: string) => void): Promise<RawServer> {
  const open = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer((socket) => {
    state.connections++;
    open.add(socket);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        heads.push(head);
        reply(socket, head);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: RawServer = {
    port,
    origin: `http://127.0.0.1:${port}`,
    heads,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** A whole answer in one string. */
export const answer = (head: readonly string[], body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body as string),
  ]);
