import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Clock } from '../core/clock.ts';
import type { UrlPolicy } from './address/url-policy.ts';
import type { HttpRequest, Send } from './client.ts';
import { chooseDial } from './transport/choose-dial.ts';
import type { TimeLimits } from './transport/deadlines.ts';
import { exchange } from './transport/exchange.ts';
import { guardedConnector, type TlsSettings } from './transport/guarded-connector.ts';
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
  readonly resolve: ResolveName;
}

export interface Transport extends AsyncDisposable {
  readonly send: Send;
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

/** The bottom of the stack: one request on the wire, one answer, everything else a `Failure`. */
export function undiciTransport(deps: TransportDeps): Transport {
  const { clock, resolve, tls } = deps;
  const wires = wireWatch();
  const connector = (policy: TransportDeps['policy'] | undefined) =>
    guardedConnector({
      clock,
      connectMs: deps.times.connectMs,
      resolve,
      tls,
      policy,
    });
  const direct: Dispatcher =
    deps.proxy === undefined
      ? new Agent({ ...AGENT_OPTIONS, connect: connector(deps.policy) })
      : new ProxyAgent({
          ...AGENT_OPTIONS,
          uri: deps.proxy,
          requestTls: {
            rejectUnauthorized: tls.verify,
            ...(tls.ca !== undefined && { ca: [...rootCertificates, tls.ca] }),
          },
        });
  const named = new Agent({ ...AGENT_OPTIONS, connect: connector(undefined) });
  const lines = {
    direct,
    named,
    connectTo: deps.connectTo,
  };
  const settings = { clock, wires, limits: deps.times, maxBytes: deps.maxBytes };

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
    async [Symbol.asyncDispose]() {
      wires[Symbol.dispose]();
      await Promise.all([direct.destroy(), named.destroy()]);
    },
  };
}
