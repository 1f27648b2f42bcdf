import { urlPolicy } from '../../src/http/address/url-policy.ts';
import { memoryCacheStore } from '../../src/http/cache/memory.ts';
import type { HttpResponse } from '../../src/http/client.ts';
import type { ResolvedAddress } from '../../src/http/transport/resolve-name.ts';
import { type Behaviour, type NameAnswer, TIMES } from './behaviour.ts';
import { GOOD_PATH } from './hostile-server.ts';
import { endOf, wiredStack } from './wired-stack.ts';

export interface Target {
  readonly row: Behaviour;
  readonly host: string;
  readonly port: number;
}

export interface HostileClient extends AsyncDisposable {
  /** Asks the server for what its row is about, and tells how it ended. */
  ask(target: Target): Promise<string>;
  /** Asks it for something harmless; resolves to what it said. */
  askKindly(target: Target): Promise<string>;
  /** The name leads to the server from now on. */
  healName(target: Target): void;
}

export const targetOf = (row: Behaviour, index: number, port: number): Target => ({
  row,
  host: `row-${index}.hostile.example`,
  port,
});

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const noName = (code: string) => Promise.reject(Object.assign(new Error(`query failed: ${code}`), { code }));

const ANSWERS: Readonly<Record<NameAnswer, () => Promise<readonly ResolvedAddress[]>>> = {
  unknown: () => noName('ENOTFOUND'),
  broken: () => noName('ESERVFAIL'),
  silent: () => new Promise(() => undefined),
  none: () => Promise.resolve([]),
  thousand: () =>
    Promise.resolve([...Array.from({ length: 999 }, () => v4('93.184.216.34')), v4('10.0.0.1')]),
  garbage: () => Promise.resolve([v4('not an address')]),
  inside: () => Promise.resolve([v4('127.0.0.1')]),
};

const urlOf = ({ row, host, port }: Target, path: string): string =>
  `${row.tls === undefined ? 'http' : 'https'}://${host}:${port}${path}`;

async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  await body.read((chunk) => void chunks.push(chunk.slice()));
  return Buffer.concat(chunks).toString('latin1');
}

/** The whole stack against these servers, the only ones it may reach. */
export function hostileClient(targets: readonly Target[], ca: string, times = TIMES): HostileClient {
  const healed = new Set<string>();
  const byHost = new Map(targets.map((target) => [target.host, target]));
  const settings = {
    allowedPorts: [80, 443, ...targets.map(({ port }) => port)],
    httpsOnly: true,
    allowHttpHosts: targets.flatMap(({ row, host }) => (row.tls === undefined ? [host] : [])),
    allowPrivateAddresses: [],
  };
  const strict = urlPolicy(settings);
  const isJudged = (host: string): boolean => byHost.get(host)?.row.dns !== undefined && !healed.has(host);
  const stack = wiredStack({
    urls: settings,
    transport: {
      times,
      tls: { verify: true, ca },
      // The servers of the table are where no public one is; what a row's own name leads to is judged as ever.
      policy: {
        mayConnect: (address, target) =>
          strict.mayConnect(address, target) ||
          (!isJudged(target.host) &&
            address === '127.0.0.1' &&
            byHost.get(target.host)?.port === target.port),
      },
      resolve: (name) => {
        const dns = byHost.get(name)?.row.dns;
        return dns === undefined || healed.has(name) ? Promise.resolve([v4('127.0.0.1')]) : ANSWERS[dns]();
      },
    },
    stack: {
      cache: memoryCacheStore({ maxBytes: 10_000_000 }),
      breaker: {
        failureThreshold: 5,
        windowMs: 60_000,
        openMs: 30_000,
        openFactor: 2,
        maxOpenMs: 480_000,
        halfOpenTrials: 3,
      },
    },
  });
  return {
    ask: (target) => endOf(stack.send(urlOf(target, target.row.path ?? '/row'), target.row.request)),
    async askKindly(target) {
      const nonce = `${Math.random()}`;
      const asked = stack.send(urlOf(target, `${GOOD_PATH}${nonce}`));
      try {
        const said = await textOf(await asked);
        return said === nonce ? 'what was asked for' : `something else: ${said}`;
      } catch {
        return endOf(asked);
      }
    },
    healName: ({ host }) => void healed.add(host),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}
