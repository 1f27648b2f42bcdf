/**
 * 2,000 works through the whole product: asked for at an API, fetched (200 KB each), verified, recorded; no rate limits.
 * Works a second, start and end of the process included, against the last working version of the Python original, which
 * did about 250 a second on such a machine.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAST, load, median, rounded, runProduct, startOrigin } from './product/run-product.ts';

const WORKS = Number(process.argv[2] ?? 2000);
const ROUNDS = Number(process.argv[3] ?? 5);
const SIZE_BYTES = 200_000;
const ORIGINAL_PER_SECOND = 250;
const TARGET = 2;

await using origin = await startOrigin(SIZE_BYTES);
const perSecond: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const folder = mkdtempSync(join(tmpdir(), 'end-to-end-'));
  try {
    writeFileSync(
      join(folder, 'ids.txt'),
      Array.from({ length: WORKS }, (_, n) => `10.1234/bench.${round}.${n}`).join('\n'),
    );
    const { code, seconds } = await runProduct(
      ['run'],
      {
        out: join(folder, 'out'),
        mailto: 'bench@university.edu',
        inputs: { ids: join(folder, 'ids.txt') },
        http: { connect_to: { '*': origin.url } },
        robots: { enabled: false },
        rate_limit: { default: FAST, policies: { 'api.unpaywall.org': FAST } },
        orchestrator: { workers: 32, max_per_host: 16 },
        download: { verify_identity: 'off' },
        resolvers: { order: ['unpaywall'] },
      },
      { folder },
    );
    const stored = readdirSync(join(folder, 'out/artifacts/PDF')).length;
    if (code !== 0 || stored !== WORKS) throw new Error(`${stored} of ${WORKS} stored, exit code ${code}`);
    perSecond.push(WORKS / seconds);
    console.error(rounded(WORKS / seconds, 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const ratio = median(perSecond) / ORIGINAL_PER_SECOND;
const met = ratio >= TARGET;
console.log(
  JSON.stringify(
    {
      bench: 'end-to-end',
      works: WORKS,
      size_bytes: SIZE_BYTES,
      works_per_s: {
        median: rounded(median(perSecond), 1),
        min: rounded(Math.min(...perSecond), 1),
        max: rounded(Math.max(...perSecond), 1),
        n: ROUNDS,
      },
      ratio_to_250_per_s: rounded(ratio),
      target: TARGET,
      met,
      load: load(),
    },
    null,
    2,
  ),
);
process.exitCode = met ? 0 : 1;
