import { createHook } from 'node:async_hooks';

/** A connection the process tried to open, as the operating system was asked for it. */
export interface ConnectCall {
  readonly address: string;
  readonly port: number;
}

export interface ConnectLog extends Disposable {
  readonly calls: () => readonly ConnectCall[];
}

/**
 * Every `connect()` of this process, TCP and TLS alike, seen where Node hands it to libuv: below the guard, the connector
 * and `net` itself.
 */
export function connectLog(): ConnectLog {
  const requests: { readonly address?: string; readonly port?: number }[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      // The address is written into the request right after it is made.
      if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP') requests.push(resource);
    },
  }).enable();
  return {
    calls: () => requests.map(({ address = 'a pipe', port = 0 }) => ({ address, port })),
    [Symbol.dispose]: () => void hook.disable(),
  };
}
