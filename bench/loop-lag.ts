/**
 * How late the event loop of the program is during a run of 50,000 lab works without rate limits: heartbeats, signals and
 * the dashboard live on it. `node bench/loop-lag.ts [WORKS]` prints JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_POLICIES } from '../src/http/default-policies.ts';
import { FAST, load, PROGRAM, rounded, runProduct } from './product/run-product.ts';

const WORKS = Number(process.argv[2] ?? 50_000);
const TARGET_MS = 50;

async function startLab(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'lab', '--works', `${WORKS}`, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { child, origin: (JSON.parse(text) as { origin: string }).origin };
}

const folder = mkdtempSync(join(tmpdir(), 'loop-lag-'));
const { child: lab, origin } = await startLab();
try {
  const world = (await (await fetch(`${origin}/__lab/world`)).json()) as {
    works: readonly { spelling: string }[];
  };
  writeFileSync(join(folder, 'ids.txt'), world.works.map(({ spelling }) => spelling).join('\n'));
  const lagFile = join(folder, 'lag.json');
  const probe = new URL('./product/lag-probe.ts', import.meta.url).href;
  const { seconds, peakRssMb, stdout } = await runProduct(
    ['run'],
    {
      out: join(folder, 'out'),
      mailto: 'bench@university.edu',
      inputs: { ids: join(folder, 'ids.txt') },
      http: {
        connect_to: { '*': origin },
        timeout_read_s: 2,
        timeout_headers_s: 5,
        retry: { base_delay_ms: 30, max_delay_ms: 200, jitter_ms: 10 },
        breaker: { open_s: 0.3, max_open_s: 1 },
      },
      robots: { enabled: false },
      rate_limit: {
        default: FAST,
        policies: Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, FAST])),
      },
      orchestrator: { job_retry_backoff_s: 0.1 },
      download: { verify_identity: 'off' },
      // The lab's Crossref announces ten a second, as the real one does, and is heeded.
      resolvers: { crossref: { enabled: false } },
    },
    { folder, env: { LAG_FILE: lagFile, NODE_OPTIONS: `--import ${probe}` } },
  );
  const lag = JSON.parse(readFileSync(lagFile, 'utf8')) as { p99: number };
  const { processed } = JSON.parse(stdout) as { processed: number };
  const met = processed === WORKS && lag.p99 <= TARGET_MS;
  console.log(
    JSON.stringify(
      {
        bench: 'loop-lag',
        works: WORKS,
        processed,
        lag_ms: lag,
        target_p99_ms: TARGET_MS,
        works_per_s: rounded(WORKS / seconds, 1),
        peak_rss_mb: peakRssMb,
        met,
        load: load(),
      },
      null,
      2,
    ),
  );
  process.exitCode = met ? 0 : 1;
} finally {
  lab.kill();
  await once(lab, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
