import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { Probe, Probed } from '../network/network-watch.ts';
import { troubleKind } from '../network/trouble-of.ts';
import { classifyError } from './classify-error.ts';

const failed = (error: Error, host: string): Probed => {
  const classified = classifyError(error, { phase: 'connecting', host, hasLength: false });
  const kind = classified instanceof Failure ? troubleKind(classified) : 'unclear';
  return { reached: false, kind, why: classified.message };
};

/** Over the connector that requests to the peer would use: under the same guard, with the same certificates. */
export const probeWith =
  (clock: Clock, connectorTo: (peer: string) => buildConnector.connector): Probe =>
  (peer, ms) => {
    const { protocol, hostname, host, port } = new URL(peer);
    const { promise, resolve } = Promise.withResolvers<Probed>();
    const timer = clock.after(ms, () =>
      resolve({ reached: false, kind: 'unclear', why: 'no connection in time' }),
    );
    connectorTo(peer)({ protocol, hostname, host, port }, (error, socket: Socket | null) => {
      timer[Symbol.dispose]();
      socket?.destroy();
      resolve(error ? failed(error, host) : { reached: true });
    });
    return promise;
  };
