import { rootCertificates } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Clock } from '../core/clock.ts';
import { skipsProxy } from './address/no-proxy.ts';
import type { UrlPolicy } from './address/url-policy.ts';
import type { HttpRequest, Send } from './client.ts';
import type { Probe } from './network/network-watch.ts';
import { chooseDial, connectTarget } from './transport/choose-dial.ts';
import type { TimeLimits } from './transport/deadlines.ts';
import { exchange } from './transport/exchange.ts';
import { guardedConnector, type TlsSettings } from './transport/guarded-connector.ts';
import { probeWith } from './transport/probe.ts';
import type { ResolveName } from './transport/resolve-name.ts';
import { wireWatch } from './transport/wire-watch.ts';

export interface TransportDeps {
  readonly clock: Clock;
  readonly times: TimeLimits;
  /** Largest decoded body where the request names none. */
  readonly maxBytes: number;
  readonly policy: Pick<UrlPolicy, 'mayConnect'>;
  /** Host pattern -> origin: `{ '*': 'http://127.0.0.1:8080' }`. */
  readonly connectTo: Readonly<Record<string, string>>;
  readonly tls: TlsSettings;
  /** Forward proxy. Names are then resolved by the proxy, so only URLs are guarded, not the addresses behind them. */
  readonly proxy?: string;
  /** Hosts that are asked without it. */
  readonly noProxy?: readonly string[];
  readonly resolve: ResolveName;
}

export interface Transport extends AsyncDisposable {
  readonly send: Send;
  /** Who is dialled for a request to this URL: the proxy, what `connect_to` names, or the host. */
  peerOf(url: URL): string;
  /** Opens a connection to such a peer and closes it. */
  readonly probe: Probe;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** Of undici only the connections and the parser are used: deadlines, decoding, redirects and retries are our own. */
const AGENT_OPTIONS: Agent.Options = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: 0,
  bodyTimeout: 0,
};

const isRepeatable = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD';

/** The proxy's own trouble, under the name it has for people; nothing secret of its URL is in it. */
const proxyTrouble = (proxy: URL, error: unknown): Error =>
  Object.assign(
    new Error(
      `the proxy ${proxy.host} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    ),
    { code: 'UND_ERR_PRX_CONN' },
  );

const toProxyOver =
  (open: buildConnector.connector, proxy: URL): buildConnector.connector =>
  (options, callback) =>
    open(options, (error, socket) =>
      error ? callback(proxyTrouble(proxy, error), null) : callback(null, socket),
    );

function proxyLine({ tls }: TransportDeps, url: URL, toProxy: buildConnector.connector): Dispatcher {
  return new ProxyAgent({
    ...AGENT_OPTIONS,
    uri: url.href,
    clientFactory: (origin) => new Pool(origin, { ...AGENT_OPTIONS, connect: toProxy }),
    factory: (origin, options) =>
      new Pool(origin, {
        ...AGENT_OPTIONS,
        ...(options as Pool.Options),
        // What is not tunnelled goes over a connection to the proxy itself.
        ...(new URL(origin).host === url.host && { connect: toProxy }),
      }),
    requestTls: {
      rejectUnauthorized: tls.verify,
      ...(tls.ca !== undefined && { ca: [...rootCertificates, tls.ca] }),
    },
  });
}

/** The bottom of the stack: one request on the wire, one answer, everything else a `Failure`. */
export function undiciTransport(deps: TransportDeps): Transport {
  const { clock, resolve, tls } = deps;
  const proxy = deps.proxy === undefined ? undefined : new URL(deps.proxy);
  const wires = wireWatch();
  const connector = (policy: TransportDeps['policy'] | undefined) =>
    guardedConnector({
      clock,
      connectMs: deps.times.connectMs,
      resolve,
      tls,
      policy,
    });
  const toHosts = connector(deps.policy);
  const toNamed = connector(undefined);
  const direct = new Agent({ ...AGENT_OPTIONS, connect: toHosts });
  const toProxy = proxy && toProxyOver(toNamed, proxy);
  const proxied = proxy && toProxy ? proxyLine(deps, proxy, toProxy) : direct;
  const named = new Agent({ ...AGENT_OPTIONS, connect: toNamed });
  const lines = {
    direct,
    proxied,
    named,
    noProxy: deps.noProxy ?? [],
    connectTo: deps.connectTo,
  };
  const settings = { clock, wires, limits: deps.times, maxBytes: deps.maxBytes };
  const proxyPeer = proxy?.origin;
  const namedPeers = new Set(Object.values(deps.connectTo).map((one) => new URL(one).origin));
  const connectorTo = (peer: string): buildConnector.connector => {
    if (toProxy && peer === proxyPeer) return toProxy;
    return namedPeers.has(peer) ? toNamed : toHosts;
  };

  return {
    async send(request) {
      const first = exchange(request, chooseDial(request, lines), settings);
      try {
        return await first.response;
      } catch (error) {
        if (!first.wasStale() || !isRepeatable(request)) throw error;
        return await exchange(request, chooseDial(request, lines), settings).response;
      }
    },
    peerOf(url) {
      const target = connectTarget(deps.connectTo, url);
      if (target !== undefined) return new URL(target).origin;
      return proxyPeer === undefined || skipsProxy(lines.noProxy, url) ? url.origin : proxyPeer;
    },
    probe: probeWith(clock, connectorTo),
    async [Symbol.asyncDispose]() {
      wires[Symbol.dispose]();
      await Promise.all([direct.destroy(), proxied.destroy(), named.destroy()]);
    },
  };
}
