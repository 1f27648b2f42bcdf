import { join } from 'node:path';
import { openEvidence } from '../../src/app/evidence.ts';
import { systemPlatform } from '../../src/app/platform.ts';
import { runWorks } from '../../src/app/run.ts';
import { verifyCatalog } from '../../src/app/verify.ts';
import { parseConfig } from '../../src/config/load.ts';
import { Failure, UserError } from '../../src/core/errors.ts';
import type { Files, WritableFile } from '../../src/core/files.ts';
import { startLab } from '../../src/lab/server.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { entries } from '../e2e/results.ts';
import { labInput } from './lab-input.ts';
import { RUN_ID, type SweepInput, sweepRun } from './sweep-run.ts';

export interface DiskErrorOptions {
  readonly folder: string;
  readonly works: number;
  readonly seed: number;
  /** Fail every n-th call only. */
  readonly every: number;
  readonly codes: readonly string[];
}

interface FailingFiles {
  readonly files: Files;
  /** Calls so far. */
  readonly calls: () => number;
  /** What failed, once something has. */
  readonly failed: () => string | undefined;
}

/** The real file system, except that the call with this number fails. */
function failingFiles(at: number, code: string): FailingFiles {
  const real = nodeFiles();
  let calls = 0;
  let failed: string | undefined;
  const call = async <T>(name: string, path: string, act: () => Promise<T>): Promise<T> => {
    if (++calls !== at) return act();
    failed = `${name} ${path}`;
    throw Object.assign(new Error(`${code}: i/o error, ${name} '${path}'`), { code, syscall: name, path });
  };
  const writable = (path: string, file: WritableFile): WritableFile => ({
    write: (chunk) => call('write', path, () => file.write(chunk)),
    sync: () => call('fsync', path, () => file.sync()),
    close: () => file.close(),
  });
  const files: Files = {
    ...real,
    create: async (path) => writable(path, await call('create', path, () => real.create(path))),
    append: async (path) => writable(path, await call('append', path, () => real.append(path))),
    read: (path, range) => call('read', path, () => real.read(path, range)),
    async *stream(path) {
      await call('stream', path, async () => undefined);
      yield* real.stream(path);
    },
    makeFolder: (path) => call('mkdir', path, () => real.makeFolder(path)),
    link: (from, to) => call('link', to, () => real.link(from, to)),
    rename: (from, to) => call('rename', to, () => real.rename(from, to)),
    remove: (path) => call('unlink', path, () => real.remove(path)),
    truncate: (path, size) => call('truncate', path, () => real.truncate(path, size)),
    syncFolder: (path) => call('fsync', path, () => real.syncFolder(path)),
  };
  return { files, calls: () => calls, failed: () => failed };
}

const begin = ({ config, ids }: SweepInput, files: Files) =>
  runWorks({
    loaded: parseConfig({ given: { values: { ...config, run_id: RUN_ID }, origin: 'sweep' } }),
    wanted: { ids },
    force: false,
    urgent: false,
    platform: { ...systemPlatform(), files },
    openLedger: (_, places, platform) =>
      inThreadLedger(places.database, platform, { leaseTtlMs: 45_000, heartbeatMs: 15_000 }),
    listen: () => undefined,
    stop: new AbortController().signal,
    command: 'torture',
    version: '0',
  });

/** Trouble that a person is told of in words; anything else is a bug. */
const isTold = (error: unknown): boolean =>
  error instanceof UserError || error instanceof Failure || (error instanceof Error && 'syscall' in error);

/** One call fails; the run may end for it, in words. Whatever it claims is true, and going on makes it whole. */
async function oneFailure(input: SweepInput, out: string, { at, code }: { at: number; code: string }) {
  const failing = failingFiles(at, code);
  const violations: string[] = [];
  const blame = (what: string): void =>
    void violations.push(`${code} at ${at} (${failing.failed()}): ${what}`);
  await begin(input, failing.files).catch((error: unknown) => {
    if (!isTold(error)) blame(`it ended with ${String(error)}`);
  });
  for (const { reason } of entriesIn(out))
    if (reason === 'internal-error') blame('a work ended as internal-error');
  await sweepRun(input);
  const platform = systemPlatform();
  const { config } = parseConfig({ given: { values: input.config, origin: 'sweep' } });
  const again = entriesIn(out).filter(({ status }) => status === 'failed');
  for (const { reason } of again) if (reason !== 'storage-error') blame(`a work failed for ${reason}`);
  using evidence = await openEvidence(config, undefined, platform);
  for await (const finding of verifyCatalog(evidence, true))
    if (finding.fault !== 'partial') blame(`${finding.fault} ${finding.subject}: ${finding.detail}`);
  if (entriesIn(out).length !== input.ids.length)
    blame(`${entriesIn(out).length} of ${input.ids.length} works ended`);
  return { violations, hit: failing.failed() !== undefined, failed: again.length };
}

const entriesIn = (out: string) => {
  try {
    return entries(out);
  } catch {
    // The database may never have been made.
    return [];
  }
};

/** Reads, writes, fsyncs, links and renames that fail, one in each run: nothing is lost, and nothing is claimed that is not so. */
export async function diskErrors(options: DiskErrorOptions) {
  await using lab = await startLab({
    works: options.works,
    seed: options.seed,
    faults: ['gold-best-pdf', 'truncated-once'],
  });
  const counting = failingFiles(0, 'EIO');
  await begin(labInput(lab, join(options.folder, 'reference')), counting.files);
  const violations: string[] = [];
  let [hits, failed] = [0, 0];
  for (let at = 1; at <= counting.calls(); at += options.every) {
    const code = options.codes[Math.floor(at / options.every) % options.codes.length] ?? 'EIO';
    const out = join(options.folder, `at-${at}`);
    const result = await oneFailure(labInput(lab, out), out, { at, code });
    violations.push(...result.violations);
    hits += Number(result.hit);
    failed += result.failed;
  }
  return { name: 'disk-errors', calls: counting.calls(), hits, works_failed: failed, violations };
}
