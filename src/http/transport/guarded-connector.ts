import { isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { UrlPolicy } from '../address/url-policy.ts';
import { orAborted } from '../or-aborted.ts';
import { dialAddresses } from './dial-addresses.ts';
import type { ResolvedAddress, ResolveName } from './resolve-name.ts';

export interface TlsSettings {
  /** Further authorities, PEM. */
  readonly ca?: string;
  readonly verify: boolean;
}

export interface ConnectorDeps {
  readonly clock: Clock;
  readonly connectMs: number;
  readonly resolve: ResolveName;
  readonly tls: TlsSettings;
  /** Who may be connected to; `undefined` for origins the operator named himself (`connect_to`). */
  readonly policy: Pick<UrlPolicy, 'mayConnect'> | undefined;
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly serverName: string;
}

const targetOf = (options: buildConnector.Options): Target => {
  const secure = options.protocol === 'https:';
  const host = options.hostname.replace(/[.]$/, '');
  return {
    host,
    port: Number(options.port) || (secure ? 443 : 80),
    secure,
    serverName: (options.servername ?? host).replace(/[.]$/, ''),
  };
};

interface TlsDial {
  readonly context: SecureContext;
  readonly verify: boolean;
}

/** Made once: reading all authorities takes 35 ms. */
const secureContext = ({ ca }: TlsSettings): SecureContext =>
  createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
  });

/** TLS over a connection that stands: an address that cannot be connected to never meets the TLS library. */
function secured(tcp: Socket, { serverName }: Target, { context, verify }: TlsDial): Promise<TLSSocket> {
  const socket = connectTls({
    socket: tcp,
    ALPNProtocols: ['http/1.1'],
    secureContext: context,
    rejectUnauthorized: verify,
    ...(isIP(serverName) === 0 && { servername: serverName }),
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.on('error', () => undefined).destroy();
      reject(error);
    });
    // The other side may close without a word, which is no error of the socket.
    socket.once('close', () =>
      reject(Object.assign(new Error('closed during the TLS handshake'), { code: 'ECONNRESET' })),
    );
    socket.once('secureConnect', () => resolve(socket));
  });
}

/**
 * Opens connections for undici, only to addresses the policy allows: a literal is checked (no lookup is ever made for it),
 * all addresses of a name are, and the peer really connected to is checked again. HTTP/1.1 only.
 */
export function guardedConnector(deps: ConnectorDeps): buildConnector.connector {
  const { clock, policy } = deps;
  let context: SecureContext | undefined;
  const tlsDial = (): TlsDial => ({
    context: (context ??= secureContext(deps.tls)),
    verify: deps.tls.verify,
  });

  const refuse = (address: string, { host, port }: Target): void => {
    if (!policy || policy.mayConnect(address, { host, port })) return;
    const message = address === host ? `${address} is not a public address` : `${host} leads to ${address}`;
    throw new Failure('blocked-address', message, { host });
  };
  const addressesOf = async (target: Target): Promise<readonly ResolvedAddress[]> => {
    const family = isIP(target.host);
    const addresses = family ? [{ address: target.host, family }] : await deps.resolve(target.host);
    if (addresses.length === 0)
      throw new Failure('dns-error', 'the name has no address', { host: target.host });
    for (const { address } of addresses) refuse(address, target);
    return addresses;
  };
  const open = async (target: Target): Promise<Socket> => {
    const late = new AbortController();
    using _deadline = clock.after(deps.connectMs, () =>
      late.abort(new Failure('timeout', 'no connection in time', { host: target.host, isUnreached: true })),
    );
    const addresses = await orAborted(addressesOf(target), late.signal);
    const { signal } = late;
    const tcp = await dialAddresses(addresses, { clock, port: target.port, signal });
    try {
      const peer = tcp.remoteAddress;
      if (peer === undefined)
        throw new Failure('conn-error', 'closed as soon as it stood', {
          host: target.host,
          isUnreached: true,
        });
      refuse(peer, target);
      return target.secure ? await orAborted(secured(tcp, target, tlsDial()), signal) : tcp;
    } catch (error) {
      tcp.destroy();
      throw error;
    }
  };

  const connect = async (
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<void> => {
    let socket: Socket;
    try {
      socket = await open(targetOf(options));
    } catch (error) {
      return callback(error as Error, null);
    }
    callback(null, socket);
  };
  return (options, callback) => void connect(options, callback);
}
