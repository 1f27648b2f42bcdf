import { join } from 'node:path';
import { filesStore } from '../artifacts/files.ts';
import type { Reason } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { Expected } from '../lab/expected.ts';
import { judge, type Violation } from '../lab/judge.ts';
import { type Lab, startLab } from '../lab/server.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { writeAtomically } from '../platform/atomic-file.ts';
import { demoConfig } from './demo-config.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { reportOn } from './report-run.ts';
import { type RunResult, runWorks } from './run.ts';

const MAX_BYTES = 8_000_000;

export interface DemoRequest {
  readonly works: number;
  readonly seed: number;
  /** A new folder in here takes the demo's files. */
  readonly folder: string;
  readonly platform: Platform;
  readonly listen: Emit;
  readonly stop: AbortSignal;
  readonly version: string;
}

/** A work that did not end as the lab knows it must. */
interface Surprise {
  readonly docId: string;
  readonly scenario: string;
  readonly expected: string;
  readonly got: string;
}

export interface DemoResult {
  readonly run: RunResult;
  readonly works: number;
  readonly surprises: readonly Surprise[];
  /** What the lab's access log has against us. */
  readonly violations: readonly Violation[];
  readonly requests: number;
  /** Failures shown, by the scenario that was meant to fail. */
  readonly endings: readonly {
    readonly outcome: OutcomeKind;
    readonly reason: string;
    readonly count: number;
  }[];
  readonly reportPath: string;
}

/** The whole pipeline against the lab, judged by what the lab knows: outcomes, bytes and manners. */
export async function runDemo(request: DemoRequest): Promise<DemoResult> {
  const { platform, works, seed } = request;
  await using lab = await startLab({
    works,
    seed,
    maxBytes: MAX_BYTES,
    crawlDelayS: 0.05,
    arxivCrawlDelayS: 0,
    crossrefPerSecond: 400,
  });
  const out = join(request.folder, platform.random.id());
  const loaded = demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, out);
  const ids = lab.world.works.map(({ paper }) => paper.id);
  const run = await runWorks({
    ...request,
    loaded,
    wanted: { ids },
    force: false,
    urgent: false,
    command: 'demo',
  });
  const places = placesOf(loaded.config);
  const entries = await entriesOf(places.database, run.runId, platform);
  const reportPath = join(run.folder, 'report.html');
  const report = await reportOn({ named: run.folder, format: 'html', loaded }, platform);
  await writeAtomically(platform.files, reportPath, Buffer.from(report));
  const store = filesStore({ root: places.artifacts, files: platform.files, fsync: true });
  const surprises = await surprisesIn(lab, entries, async (path) => (await store.digest(path))?.sha256);
  const { violations, hosts } = judge(lab.accessLog, {
    maxConcurrent: () => loaded.config.orchestrator.max_per_host,
  });
  const requests = hosts.reduce((sum, host) => sum + host.requests, 0);
  return { run, works, surprises, violations, requests, endings: countEndings(entries), reportPath };
}

async function entriesOf(
  database: string,
  runId: string,
  { clock }: Platform,
): Promise<readonly CatalogEntry[]> {
  await using catalog = sqliteCatalog(database, clock);
  return await Array.fromAsync(catalog.entries(runId));
}

async function surprisesIn(
  lab: Lab,
  entries: readonly CatalogEntry[],
  storedHash: (path: string) => Promise<string | undefined>,
): Promise<readonly Surprise[]> {
  const byId = new Map(entries.map((entry) => [entry.doc_id, entry]));
  const surprises: Surprise[] = [];
  for (const { paper, label } of lab.world.works) {
    const expected = lab.world.expected(paper.id);
    const entry = byId.get(paper.id);
    const stored = entry?.path ? await storedHash(entry.path) : undefined;
    if (entry && isRight(entry, expected, stored)) continue;
    surprises.push({
      docId: paper.id,
      scenario: label,
      expected: wish(expected),
      got: ending(entry, stored),
    });
  }
  return surprises;
}

const isRight = (entry: CatalogEntry, expected: Expected, stored: string | undefined): boolean =>
  entry.status === expected.outcome &&
  [expected.reason, ...expected.alsoRight].includes(entry.reason as Reason) &&
  (expected.sha256.length === 0
    ? stored === undefined
    : stored === entry.sha256 && expected.sha256.includes(stored ?? ''));

const wish = ({ outcome, reason, sha256 }: Expected): string =>
  `${outcome}/${reason}${sha256.length > 0 ? ` with ${sha256.map((hash) => hash.slice(0, 8)).join(' or ')}` : ''}`;

const ending = (entry: CatalogEntry | undefined, stored: string | undefined): string =>
  entry ? `${entry.status}/${entry.reason}${stored ? ` with ${stored.slice(0, 8)}` : ''}` : 'no outcome';

function countEndings(entries: readonly CatalogEntry[]): DemoResult['endings'] {
  const counts = new Map<string, { outcome: OutcomeKind; reason: string; count: number }>();
  for (const { status, reason } of entries) {
    const key = `${status}/${reason}`;
    const known = counts.get(key);
    counts.set(key, { outcome: status, reason, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
