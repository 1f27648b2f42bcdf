import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { UrlPolicy } from '../address/url-policy.ts';
import { orAborted } from '../or-aborted.ts';
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

/** The addresses were judged already: nobody resolves the name a second time. */
const fixed =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_name, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
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

function dial(target: Target, addresses: readonly ResolvedAddress[], tls: TlsDial | undefined): Socket {
  const shared = { host: target.host, port: target.port, lookup: fixed(addresses), autoSelectFamily: true };
  if (!tls) return connectTcp({ ...shared, noDelay: true, keepAlive: true });
  const socket = connectTls({
    ...shared,
    ALPNProtocols: ['http/1.1'],
    secureContext: tls.context,
    rejectUnauthorized: tls.verify,
    ...(isIP(target.serverName) === 0 && { servername: target.serverName }),
  });
  return socket.setNoDelay(true).setKeepAlive(true);
}

function standing(socket: Socket, secure: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      resolve();
    });
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
      late.abort(new Failure('timeout', 'no connection in time', { host: target.host })),
    );
    const addresses = await orAborted(addressesOf(target), late.signal);
    const socket = dial(target, addresses, target.secure ? tlsDial() : undefined);
    try {
      await orAborted(standing(socket, target.secure), late.signal);
      const peer = socket.remoteAddress;
      if (peer === undefined)
        throw new Failure('conn-error', 'closed as soon as it stood', { host: target.host });
      refuse(peer, target);
      return socket;
    } catch (error) {
      socket.on('error', () => undefined).destroy();
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
