/**
 * Memory of the main process while 64 downloads of 50 MB run at once, through the whole product. The origin sends each body
 * at a walking pace until all 64 have begun, so that they truly run side by side. Prints JSON.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const AT_ONCE = 64;
const SIZE_BYTES = 50_000_000;
const TARGET_MB = 250;
const PROGRAM = resolve(process.env['CONTENTDOWNLOAD'] ?? 'dist/bin/contentdownload.js');
const FAST = { metadata: '1000000/second', landing: '1000000/second', artifact: '1000000/second' };

const TAIL = Buffer.from('\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 >>\nstartxref\n');
const block = Buffer.alloc(256 * 1024, 'x');

/** Enough of a PDF for a run that does not look into it (`verify_pdf: false`). */
async function send(response: ServerResponse, id: string, all: Promise<void>): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': SIZE_BYTES });
  const head = Buffer.from(`%PDF-1.4\n% ${id}\n`);
  response.write(head);
  let left = SIZE_BYTES - head.length - TAIL.length;
  while (left > 0 && !response.destroyed) {
    const part = block.subarray(0, Math.min(left, block.length));
    left -= part.length;
    if (!response.write(part)) await once(response, 'drain');
    // The last megabyte waits for the last download to begin.
    if (left < 1_000_000) await all;
  }
  response.end(TAIL);
}

const rssMb = (pid: number): number => {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
};

if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`);
const folder = mkdtempSync(join(tmpdir(), 'contentdownload-memory-'));
let begun = 0;
const all = Promise.withResolvers<void>();
const server = createServer((request, response) => {
  begun += 1;
  if (begun === AT_ONCE) all.resolve();
  void send(response, request.url ?? '', all.promise);
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
try {
  const config = join(folder, 'bench.json');
  writeFileSync(
    join(folder, 'ids.txt'),
    Array.from({ length: AT_ONCE }, (_, n) => `arXiv:2101.${String(n + 1).padStart(5, '0')}`).join('\n'),
  );
  writeFileSync(
    config,
    JSON.stringify({
      out: join(folder, 'out'),
      mailto: 'bench@university.edu',
      inputs: { ids: join(folder, 'ids.txt') },
      http: {
        connect_to: { '*': `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
        cache: { enabled: false },
      },
      robots: { enabled: false },
      rate_limit: { default: FAST, policies: { 'arxiv.org': FAST } },
      orchestrator: { workers: AT_ONCE, max_per_host: AT_ONCE },
      download: { verify_identity: 'off', verify_pdf: false },
      resolvers: { order: ['arxiv'] },
    }),
  );
  const child = spawn(process.execPath, [PROGRAM, 'run', '-c', config, '-q'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  let peakMb = 0;
  let atAllMb = 0;
  while (child.exitCode === null) {
    const mb = rssMb(child.pid ?? 0);
    peakMb = Math.max(peakMb, mb);
    if (begun === AT_ONCE) atAllMb = Math.max(atAllMb, mb);
    await wait(50);
  }
  const [code] = (await ended) as [number];
  const stored = readdirSync(join(folder, 'out/artifacts/PDF')).length;
  const met = code === 0 && stored === AT_ONCE && peakMb <= TARGET_MB;
  const figures = {
    name: 'dl-memory',
    peak_rss_mb: Math.round(peakMb),
    while_all_ran_mb: Math.round(atAllMb),
    target_mb: TARGET_MB,
    met,
    stored,
    at_once: AT_ONCE,
    size_mb: SIZE_BYTES / 1e6,
    node: spawnSync(process.execPath, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    load: loadavg().map((one) => Number(one.toFixed(2))),
  };
  console.log(JSON.stringify(figures, null, 2));
  if (!met) process.exitCode = 1;
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
