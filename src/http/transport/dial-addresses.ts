import { connect, type Socket } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { ResolvedAddress } from './resolve-name.ts';

export interface DialDeps {
  readonly clock: Clock;
  readonly port: number;
  readonly signal: AbortSignal;
}

/** RFC 8305: the next address is tried beside the first one that has not answered by then; none is given up for it. */
const NEXT_AFTER_MS = 250;
/** A name with more addresses than this has trouble of another kind. */
const MAX_ADDRESSES = 8;

/** A socket whose errors always have a listener: connect() may fail before anybody could ask for them. */
function dialOne({ address, family }: ResolvedAddress, port: number): Socket {
  const socket = connect({ host: address, port, family, noDelay: true, keepAlive: true });
  return socket.on('error', () => undefined);
}

const standing = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

/** What to tell of several attempts: of different families the first, which the name server put first. */
const failureOf = (errors: readonly Error[]): Error =>
  errors.length === 1 && errors[0]
    ? errors[0]
    : new AggregateError(errors, errors.map(({ message }) => message).join('; '));

/** Connects to whichever of the addresses answers first, tried in their order. All are allowed already. */
export async function dialAddresses(
  addresses: readonly ResolvedAddress[],
  { clock, port, signal }: DialDeps,
): Promise<Socket> {
  const left = addresses.slice(0, MAX_ADDRESSES);
  const sockets: Socket[] = [];
  const errors: Error[] = [];
  const won = Promise.withResolvers<Socket>();
  let timer: Disposable | undefined;
  const tryNext = (): void => {
    timer?.[Symbol.dispose]();
    const address = left.shift();
    if (!address) return;
    const socket = dialOne(address, port);
    sockets.push(socket);
    standing(socket).then(won.resolve, (error: Error) => {
      errors.push(error);
      if (left.length > 0) tryNext();
      else if (errors.length === sockets.length) won.reject(failureOf(errors));
    });
    if (left.length > 0) timer = clock.after(NEXT_AFTER_MS, tryNext);
  };
  const giveUp = (): void => won.reject(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  let winner: Socket | undefined;
  try {
    tryNext();
    winner = await won.promise;
    return winner;
  } finally {
    left.length = 0;
    timer?.[Symbol.dispose]();
    signal.removeEventListener('abort', giveUp);
    for (const socket of sockets) if (socket !== winner) socket.destroy();
  }
}
