import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** An exchange that wants to know of the socket it runs over. */
export interface WireListener {
  /** The request is written to this socket; `isReused`: which has carried others before. */
  carried(socket: Socket, isReused: boolean): void;
  /** Something came on the socket, be it content or not. */
  moved(): void;
  /** The socket broke; told before the parser is. */
  broke(error: Error): void;
}

/**
 * Tells an exchange which socket carries it. The parser shows content only: framing without end, a reset it takes for the
 * end of a body, and whether a connection had been kept, are seen at the socket alone. undici publishes both ends of the
 * thread (`undici:request:create`, `undici:client:sendHeaders`) with one and the same request object.
 */
export interface WireWatch extends Disposable {
  /** What `dispatch` creates before it returns belongs to `listener`. */
  follow(listener: WireListener, dispatch: () => void): void;
}

type Marked<T> = T & { [mark: symbol]: WireListener | undefined };

interface Sent {
  readonly request: Marked<object>;
  readonly socket: Marked<Socket>;
}

/**
 * The objects themselves are marked, each watch with marks of its own: in weak maps the entries of finished requests would
 * be dragged along until a full collection (measured: 20 us a request).
 */
export function wireWatch(): WireWatch {
  const asker = Symbol('whose request this is');
  const rider = Symbol('whose request this socket carries');
  let dispatching: WireListener | undefined;

  const created = (message: unknown): void => {
    if (dispatching) (message as Sent).request[asker] = dispatching;
  };
  const watch = (socket: Sent['socket']): void => {
    socket.on('readable', () => socket[rider]?.moved());
    socket.prependListener('error', (error) => socket[rider]?.broke(error));
  };
  const sent = (message: unknown): void => {
    const { request, socket } = message as Sent;
    const listener = request[asker];
    if (!listener) return;
    const isReused = socket[rider] !== undefined;
    if (!isReused) watch(socket);
    socket[rider] = listener;
    listener.carried(socket, isReused);
  };
  channel('undici:request:create').subscribe(created);
  channel('undici:client:sendHeaders').subscribe(sent);
  return {
    follow(listener, dispatch) {
      dispatching = listener;
      try {
        dispatch();
      } finally {
        dispatching = undefined;
      }
    },
    [Symbol.dispose]() {
      channel('undici:request:create').unsubscribe(created);
      channel('undici:client:sendHeaders').unsubscribe(sent);
    },
  };
}
