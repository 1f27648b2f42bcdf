/**
 * What telemetry costs a run: the same works pulled from the lab with no sink, with every sink and all of them well, and
 * with every sink in trouble (a collector that never answers, a full disk for CSV and log). The three take turns, after
 * one round that does not count; medians are compared.
 * `node bench/telemetry-cost.ts [ROUNDS] [WORKS]` prints JSON. Run `npm run build` first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { idsFile, labConfig, startLab } from '../test/e2e/binary.ts';
import { collector } from '../test/telemetry/otlp-collector.ts';

const [rounds = '5', works = '400'] = process.argv.slice(2);
const BINARY = resolve('dist/bin/contentdownload.js');

const KINDS = ['none', 'all', 'troubled'] as const;
type Kind = (typeof KINDS)[number];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const [lab, good, silent, scraped] = [
  await startLab('--works', works, '--seed', '17'),
  await collector(),
  await collector('silent'),
  await freePort(),
];
const shared = await mkdtemp(join(tmpdir(), 'telemetry-cost-ids-'));
const ids = await idsFile(shared, await lab.world());
const full = openSync('/dev/full', 'w');

const SINKS = ['console', 'csv', 'otlp', 'prometheus'];
const telemetryOf = (kind: Kind): Record<string, unknown> => {
  if (kind === 'none') return { sinks: [] };
  const endpoint = kind === 'all' ? good.endpoint : silent.endpoint;
  const csv = kind === 'troubled' ? { csv_path: '/dev/full' } : {};
  return { sinks: SINKS, otlp: { endpoint }, prometheus: { port: scraped }, ...csv };
};

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs its arguments, then tells the processor time of its children. */
const TIMED = '"$0" "$@" >/dev/null; code=$?; times; exit $code';

/** `0m1.25s 0m0.50s` of the last line, for user and system, in milliseconds. */
const cpuIn = (times: string): number =>
  (times.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map((part) => /(\d+)m([\d.]+)s/.exec(part))
    .reduce((sum, found) => sum + Number(found?.[1] ?? 0) * 60_000 + Number(found?.[2] ?? 0) * 1000, 0);

/** One `pull`, scraped once a second. */
async function measure(kind: Kind): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'telemetry-cost-'));
  const config = await labConfig(folder, lab.origin, {
    telemetry: telemetryOf(kind),
    // Ten a second are announced, a second between pages is asked for: waiting would hide what telemetry costs.
    resolvers: { crossref: { enabled: false } },
    robots: { enabled: false },
  });
  const scraping = setInterval(() => {
    if (kind === 'none') return;
    void fetch(`http://127.0.0.1:${scraped}/metrics`)
      .then((one) => one.text())
      .catch(() => '');
  }, 1000);
  try {
    const start = performance.now();
    const args = ['-c', TIMED, process.execPath, BINARY, 'pull', '-c', config, '--ids', ids];
    const child = spawn('sh', args, {
      stdio: ['ignore', 'pipe', kind === 'troubled' ? full : 'ignore'],
    });
    let times = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (times += text));
    const [code] = (await once(child, 'close')) as [number];
    if (code > 1) throw new Error(`a run ended with ${code}`);
    return { wallMs: Math.round(performance.now() - start), cpuMs: Math.round(cpuIn(times)) };
  } finally {
    clearInterval(scraping);
    await rm(folder, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const costs: Record<Kind, Cost[]> = { none: [], all: [], troubled: [] };
for (let round = 0; round <= Number(rounds); round++)
  for (const kind of KINDS) {
    const cost = await measure(kind);
    if (round > 0) costs[kind].push(cost);
  }
const ratio = (kind: Kind, of: keyof Cost): number => {
  const medianOf = (one: Kind) => median(costs[one].map((cost) => cost[of]));
  return Math.round((medianOf(kind) / medianOf('none')) * 1000) / 1000;
};
const compared = (kind: Kind) => ({ wall: ratio(kind, 'wallMs'), cpu: ratio(kind, 'cpuMs') });
console.log(
  JSON.stringify(
    {
      works: Number(works),
      rounds: Number(rounds),
      load: loadavg()[0],
      target: { wall: 1.05 },
      allToNone: compared('all'),
      troubledToNone: compared('troubled'),
      costs,
    },
    undefined,
    2,
  ),
);
for (const one of [lab, good, silent]) await one[Symbol.asyncDispose]();
await rm(shared, { recursive: true, force: true });
