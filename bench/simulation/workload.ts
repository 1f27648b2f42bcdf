/** The workloads of the scheduling benchmarks: works spread over hosts, with the time each takes. */

export interface SimulatedWork {
  readonly id: string;
  /** Hosts to visit in order; the last is where the content is. */
  readonly hosts: readonly string[];
  readonly serviceMs: number;
}

export interface Workload {
  readonly name: string;
  readonly works: readonly SimulatedWork[];
  readonly intervalMs: (host: string) => number;
  /** A host that answers nothing until this many milliseconds after the start. */
  readonly outage?: { readonly host: string; readonly untilMs: number };
}

export interface WorkloadOptions {
  readonly works: number;
  readonly hosts: number;
  readonly zipf: number;
  readonly order: 'shuffled' | 'runs' | 'sorted' | 'hottest-last';
  readonly intervalMs: (host: number) => number;
  readonly apis?: readonly { readonly host: string; readonly intervalMs: number }[];
  readonly outage?: { readonly rank: number; readonly untilMs: number };
}

const RUN_LENGTH = 200;
const MEAN_SERVICE_MS = 1500;

/** mulberry32: the same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: readonly T[], next: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** Host of each work by Zipf's law, largest first. */
function hostsByZipf({ works, hosts, zipf }: WorkloadOptions): number[] {
  const weights = Array.from({ length: hosts }, (_, rank) => 1 / (rank + 1) ** zipf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.round((weight / total) * works));
  return counts.flatMap((count, host) => Array.from({ length: count }, () => host)).slice(0, works);
}

function inOrder(hosts: number[], order: WorkloadOptions['order'], next: () => number): number[] {
  if (order === 'shuffled') return shuffle(hosts, next);
  if (order === 'sorted') return hosts;
  if (order === 'hottest-last')
    return [
      ...shuffle(
        hosts.filter((host) => host !== 0),
        next,
      ),
      ...hosts.filter((host) => host === 0),
    ];
  const runs: number[][] = [];
  for (const [host, members] of Map.groupBy(hosts, (one) => one)) {
    for (let at = 0; at < members.length; at += RUN_LENGTH)
      runs.push(members.slice(at, at + RUN_LENGTH).fill(host));
  }
  return shuffle(runs, next).flat();
}

/** Another draw of service times and of the order, for a figure that does not hang on the luck of one. */
export function workload(name: string, options: WorkloadOptions, draw = 0): Workload {
  const next = numbers(42 + draw);
  const { apis = [], outage } = options;
  const order = inOrder(hostsByZipf(options), options.order, next);
  const intervals = new Map<string, number>(apis.map(({ host, intervalMs }) => [host, intervalMs]));
  for (const host of new Set(order)) intervals.set(`h${host}.org`, options.intervalMs(host));
  return {
    name,
    works: order.map((host, index) => ({
      id: `10.1000/${index}`,
      hosts: [...apis.map((api) => api.host), `h${host}.org`],
      serviceMs: -Math.log(1 - next()) * MEAN_SERVICE_MS * 0.8 + MEAN_SERVICE_MS * 0.2,
    })),
    intervalMs: (host) => intervals.get(host) ?? 0,
    ...(outage && { outage: { host: `h${outage.rank}.org`, untilMs: outage.untilMs } }),
  };
}

const second = () => 1000;

/** Between 0.2 and 3 s, evenly drawn; the same for the same host. */
function mixed(): (host: number) => number {
  const next = numbers(7);
  const drawn = Array.from({ length: 300 }, () => 200 + next() * 2800);
  return (host) => drawn[host] ?? 1000;
}
const COMMON = { works: 10_000, hosts: 300, zipf: 1.1 };

type Scenario = (draw?: number) => Workload;

const scenario =
  (name: string, options: WorkloadOptions): Scenario =>
  (draw) =>
    workload(name, options, draw);

/** Scenarios A to I. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  A: scenario('A shuffled, 1/s', { ...COMMON, order: 'shuffled', intervalMs: second }),
  B: scenario('B runs of 200 per host', { ...COMMON, order: 'runs', intervalMs: second }),
  C: scenario('C sorted by host', { ...COMMON, order: 'sorted', intervalMs: second }),
  D: scenario('D mixed intervals 0.2-3 s, runs', {
    ...COMMON,
    order: 'runs',
    intervalMs: mixed(),
  }),
  E: scenario('E hottest host out for 600 s', {
    ...COMMON,
    order: 'shuffled',
    intervalMs: second,
    outage: { rank: 0, untilMs: 600_000 },
  }),
  F: scenario('F 5th host out for 1800 s', {
    ...COMMON,
    order: 'shuffled',
    intervalMs: second,
    outage: { rank: 4, untilMs: 1_800_000 },
  }),
  G: scenario('G two API stages at 10/s, then content, runs', {
    ...COMMON,
    order: 'runs',
    intervalMs: second,
    apis: [
      { host: 'api-one.org', intervalMs: 100 },
      { host: 'api-two.org', intervalMs: 100 },
    ],
  }),
  H: scenario('H Zipf 0.8, shuffled', { ...COMMON, zipf: 0.8, order: 'shuffled', intervalMs: second }),
  I: scenario('I 3 s interval, runs of 200', { ...COMMON, order: 'runs', intervalMs: () => 3000 }),
};

/** No schedule can be shorter: politeness per host, concurrency per host, workers in all. */
export function lowerBoundMs(
  { works, intervalMs, outage }: Workload,
  limits: { workers: number; maxPerHost: number },
): number {
  const perHost = new Map<string, { count: number; serviceMs: number; shortestMs: number }>();
  for (const { hosts, serviceMs } of works) {
    for (const [at, host] of hosts.entries()) {
      const own = at === hosts.length - 1 ? serviceMs : API_SERVICE_MS;
      const known = perHost.get(host) ?? { count: 0, serviceMs: 0, shortestMs: Number.POSITIVE_INFINITY };
      perHost.set(host, {
        count: known.count + 1,
        serviceMs: known.serviceMs + own,
        shortestMs: Math.min(known.shortestMs, own),
      });
    }
  }
  let bound = [...perHost.values()].reduce((sum, host) => sum + host.serviceMs, 0) / limits.workers;
  for (const [host, { count, serviceMs, shortestMs }] of perHost) {
    const startMs = outage?.host === host ? outage.untilMs : 0;
    bound = Math.max(
      bound,
      startMs + (count - 1) * intervalMs(host) + shortestMs,
      startMs + serviceMs / limits.maxPerHost,
    );
  }
  return bound;
}

/** Time an API call takes in the simulation. */
export const API_SERVICE_MS = 50;
