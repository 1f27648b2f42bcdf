/**
 * A real run of the whole product over loopback: 600 works on 60 hosts at one request in 100 ms each. Judged at the
 * origin: how long it took against the bound of politeness, and whether two requests to a host ever came too close.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKernelOrigin } from './product/kernel-origin.ts';
import type { Arrival } from './product/origin.ts';
import { load, rounded, runProduct, startOrigin } from './product/run-product.ts';

const WORKS = 600;
const HOSTS = 60;
const INTERVAL_MS = 100;
const SERVICE_MS = 30;
const TOLERANCE_MS = Math.max(2, INTERVAL_MS * 0.02);
const LEAST_MS = INTERVAL_MS - TOLERANCE_MS;
const TARGET = 1.03;

/** Zipf 1.1, dealt out in turns, so that no host has its works in a row. */
function addresses(): readonly string[] {
  const weights = Array.from({ length: HOSTS }, (_, rank) => 1 / (rank + 1) ** 1.1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.max(1, Math.round((weight / total) * WORKS)));
  const all = counts.flatMap((count, host) =>
    Array.from({ length: count }, (_, n) => ({
      place: (n + 0.5) / count,
      url: `https://www.h${host}.example/${n}.pdf`,
    })),
  );
  return all.toSorted((a, b) => a.place - b.place).map(({ url }) => url);
}

interface Judgement {
  readonly gaps: number;
  readonly tooClose: number;
  /** Too close by the stamps, but the origin was late to look. */
  readonly doubtful: number;
  readonly smallestMs: number;
}

/** A request on a new connection comes late by what connecting took: the gap after it says nothing. */
function judge(arrivals: readonly Arrival[]): Judgement {
  const gaps: { readonly ms: number; readonly lateMs: number }[] = [];
  for (const own of Map.groupBy(arrivals, ({ host }) => host).values()) {
    const inOrder = own.toSorted((a, b) => a.at - b.at);
    for (const [index, one] of inOrder.entries()) {
      const before = inOrder[index - 1];
      if (before?.isWarm) gaps.push({ ms: one.at - before.at, lateMs: before.lateMs });
    }
  }
  return {
    gaps: gaps.length,
    tooClose: gaps.filter(({ ms, lateMs }) => ms + lateMs < LEAST_MS).length,
    doubtful: gaps.filter(({ ms, lateMs }) => ms < LEAST_MS && ms + lateMs >= LEAST_MS).length,
    smallestMs: Math.min(...gaps.map(({ ms, lateMs }) => ms + lateMs)),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'polite-realtime-'));
const kernel = await startKernelOrigin({ sizeBytes: 10_000, serviceMs: SERVICE_MS });
await using origin = kernel ?? (await startOrigin(10_000, SERVICE_MS));
try {
  const urls = addresses();
  writeFileSync(join(folder, 'ids.txt'), urls.join('\n'));
  const rate = `${1000 / INTERVAL_MS}/second`;
  const { code, seconds } = await runProduct(
    ['run'],
    {
      out: join(folder, 'out'),
      mailto: 'bench@university.edu',
      inputs: { ids: join(folder, 'ids.txt') },
      http: { connect_to: { '*': origin.url }, cache: { enabled: false } },
      robots: { enabled: false },
      rate_limit: { default: { metadata: rate, landing: rate, artifact: rate } },
      download: { verify_identity: 'off' },
      resolvers: { order: ['landing'] },
    },
    { folder },
  );
  const arrivals = await origin.arrivals();
  const perHost = [...Map.groupBy(arrivals, ({ host }) => host).values()].map(({ length }) => length);
  const boundMs = (Math.max(...perHost) - 1) * INTERVAL_MS + SERVICE_MS;
  const makespanMs =
    Math.max(...arrivals.map(({ endedAt }) => endedAt)) - Math.min(...arrivals.map(({ at }) => at));
  const judged = judge(arrivals);
  const ratio = makespanMs / boundMs;
  const met = code === 0 && arrivals.length === urls.length && ratio <= TARGET && judged.tooClose === 0;
  console.log(
    JSON.stringify(
      {
        bench: 'polite-realtime',
        works: urls.length,
        hosts: perHost.length,
        requests: arrivals.length,
        stamped_by: kernel ? 'kernel' : 'process',
        interval_ms: INTERVAL_MS,
        makespan_over_bound: rounded(ratio, 4),
        target: TARGET,
        gaps_judged: judged.gaps,
        gaps_too_close: judged.tooClose,
        gaps_doubtful: judged.doubtful,
        smallest_gap_ms: rounded(judged.smallestMs, 2),
        tolerance_ms: TOLERANCE_MS,
        whole_process_s: rounded(seconds, 1),
        met,
        load: load(),
      },
      null,
      2,
    ),
  );
  process.exitCode = met ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
