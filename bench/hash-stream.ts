/**
 * Hashing while writing against writing first and reading again to hash, the same bytes in interleaved rounds of one run.
 * Prints JSON; a ratio below 1 means that hashing on the way is cheaper.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesStore } from '../src/artifacts/files.ts';
import { nodeFiles } from '../src/platform/node-files.ts';

const MIB = 1024 * 1024;
const CHUNK = 64 * 1024;
const ROUNDS = 7;
const TARGET = 0.9;

const files = nodeFiles();
const root = mkdtempSync(join(tmpdir(), 'contentdownload-hash-'));
const store = filesStore({ root, files, fsync: true });
const block = randomBytes(MIB);
let token = 0;

function* chunks(sizeBytes: number): Iterable<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += CHUNK) yield block.subarray(at % MIB, (at % MIB) + CHUNK);
}

async function onTheWay(sizeBytes: number): Promise<string> {
  const staged = await store.stage({ workId: 'bench', token: ++token });
  for (const chunk of chunks(sizeBytes)) await staged.write(chunk);
  const { sha256 } = await staged.seal();
  await staged.discard();
  return sha256;
}

async function afterwards(sizeBytes: number): Promise<string> {
  const path = join(root, `plain-${++token}`);
  const file = await files.create(path);
  for (const chunk of chunks(sizeBytes)) await file.write(chunk);
  await file.sync();
  await file.close();
  const hash = createHash('sha256');
  for await (const chunk of files.stream(path)) hash.update(chunk);
  await files.remove(path);
  return hash.digest('hex');
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function ms(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function compare(sizeBytes: number, count: number) {
  const many = (one: (size: number) => Promise<string>) => async () => {
    for (let n = 0; n < count; n++) await one(sizeBytes);
  };
  if ((await onTheWay(sizeBytes)) !== (await afterwards(sizeBytes))) throw new Error('the hashes differ');
  const rounds: { readonly way: number; readonly after: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ way: await ms(many(onTheWay)), after: await ms(many(afterwards)) });
  return {
    size_mib: sizeBytes / MIB,
    ratio: Number(median(rounds.map(({ way, after }) => way / after)).toFixed(3)),
    on_the_way_ms: Math.round(median(rounds.map(({ way }) => way))),
    afterwards_ms: Math.round(median(rounds.map(({ after }) => after))),
    files: count,
  };
}

try {
  const results = [await compare(128 * MIB, 1), await compare(MIB, 64)];
  const met = results.every(({ ratio }) => ratio < TARGET);
  const load = loadavg().map((one) => Number(one.toFixed(2)));
  console.log(
    JSON.stringify({ name: 'hash-stream', target: TARGET, met, rounds: ROUNDS, results, load }, null, 2),
  );
  if (!met) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
