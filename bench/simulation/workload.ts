/** The workloads of the scheduling benchmarks: works spread over hosts, with the time each takes. */

export interface SimulatedWork {
  readonly id: string;
  /** Hosts to visit in order; the last is where the content is. One that is named twice is asked for a page, then for the file. */
  readonly hosts: readonly string[];
  readonly serviceMs: number;
}

export interface Workload {
  readonly name: string;
  readonly works: readonly SimulatedWork[];
  readonly intervalMs: (host: string) => number;
  /** Hosts of one site share a total. */
  readonly siteOf: (host: string) => string;
  /** Between two starts of a host in all roles together, and of a site in all hosts; 0 where no such total is set. */
  readonly hostTotalMs: number;
  readonly siteTotalMs: number;
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
  /** So many sites share the hosts, in turns; without it each host is a site. */
  readonly sites?: number;
  readonly hostTotalMs?: number;
  readonly siteTotalMs?: number;
  /** Each work asks its host for a page before the file. */
  readonly landing?: boolean;
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
  const { apis = [], outage, sites, landing = false, hostTotalMs = 0, siteTotalMs = 0 } = options;
  const nameOf = (host: number): string =>
    sites === undefined ? `h${host}.org` : `h${host}.s${host % sites}.org`;
  const order = inOrder(hostsByZipf(options), options.order, next);
  const intervals = new Map<string, number>(apis.map(({ host, intervalMs }) => [host, intervalMs]));
  for (const host of new Set(order)) intervals.set(nameOf(host), options.intervalMs(host));
  return {
    name,
    works: order.map((host, index) => ({
      id: `10.1000/${index}`,
      hosts: [...apis.map((api) => api.host), ...(landing ? [nameOf(host)] : []), nameOf(host)],
      serviceMs: -Math.log(1 - next()) * MEAN_SERVICE_MS * 0.8 + MEAN_SERVICE_MS * 0.2,
    })),
    intervalMs: (host) => intervals.get(host) ?? 0,
    siteOf: (host) => host.split('.').slice(-2).join('.'),
    hostTotalMs,
    siteTotalMs,
    ...(outage && { outage: { host: nameOf(outage.rank), untilMs: outage.untilMs } }),
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

/** Scenarios A to I; J and K are bound by totals. */
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
  J: scenario('J 4 s interval, 300 hosts on 12 sites of 1/s each, runs', {
    ...COMMON,
    zipf: 0.2,
    order: 'runs',
    intervalMs: () => 4000,
    sites: 12,
    siteTotalMs: 1000,
  }),
  K: scenario('K a page and a file from each host, 1/s in all', {
    ...COMMON,
    works: 5000,
    order: 'runs',
    intervalMs: second,
    hostTotalMs: 1000,
    landing: true,
  }),
};

interface Load {
  count: number;
  serviceMs: number;
  shortestMs: number;
}

const isPage = (hosts: readonly string[], at: number): boolean => hosts[at] === hosts[at + 1];

/** What is asked of each lane, host and site. */
function loads({ works, siteOf }: Workload) {
  const byLane = new Map<string, Load & { host: string }>();
  const byHost = new Map<string, Load>();
  const bySite = new Map<string, Load>();
  const add = <T extends Load>(all: Map<string, T>, key: string, fresh: T, ownMs: number): void => {
    const load = all.get(key) ?? fresh;
    load.count += 1;
    load.serviceMs += ownMs;
    load.shortestMs = Math.min(load.shortestMs, ownMs);
    all.set(key, load);
  };
  const none = { count: 0, serviceMs: 0, shortestMs: Number.POSITIVE_INFINITY };
  for (const { hosts, serviceMs } of works) {
    for (const [at, host] of hosts.entries()) {
      const own = at === hosts.length - 1 ? serviceMs : API_SERVICE_MS;
      add(byLane, `${host} ${isPage(hosts, at) ? 'landing' : 'artifact'}`, { ...none, host }, own);
      add(byHost, host, { ...none }, own);
      add(bySite, siteOf(host), { ...none }, own);
    }
  }
  return { byLane, byHost, bySite };
}

/** No schedule can be shorter: politeness per lane and per total, concurrency per host and site, workers in all. */
export function lowerBoundMs(load: Workload, limits: { workers: number; maxPerHost: number }): number {
  const { intervalMs, outage, hostTotalMs, siteTotalMs } = load;
  const { byLane, byHost, bySite } = loads(load);
  let bound = [...byHost.values()].reduce((sum, host) => sum + host.serviceMs, 0) / limits.workers;
  const startOf = (host: string): number => (outage?.host === host ? outage.untilMs : 0);
  for (const { host, count, shortestMs } of byLane.values())
    bound = Math.max(bound, startOf(host) + (count - 1) * intervalMs(host) + shortestMs);
  for (const [host, { count, serviceMs, shortestMs }] of byHost)
    bound = Math.max(
      bound,
      startOf(host) + (count - 1) * hostTotalMs + shortestMs,
      startOf(host) + serviceMs / limits.maxPerHost,
    );
  for (const { count, serviceMs, shortestMs } of bySite.values())
    bound = Math.max(bound, (count - 1) * siteTotalMs + shortestMs, serviceMs / limits.maxPerHost);
  return bound;
}

/** In which role a work asks the host of this stage. */
export const roleAt = ({ hosts }: SimulatedWork, at: number): 'landing' | 'artifact' =>
  isPage(hosts, at) ? 'landing' : 'artifact';

/** Time an API call takes in the simulation. */
export const API_SERVICE_MS = 50;
