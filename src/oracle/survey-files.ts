import { join } from 'node:path';
import type { Evidence, Finding } from './finding.ts';

const PART = /^\..+\.(\d+)(?:\.kept|\.twin|\.[0-9a-f]{16}\.held)?\.part$/;

/** Says which ledger the root belongs to. */
const ROOT_MARK = '.contentdownload.json';

interface Expectations {
  /** Whether any row of any run, or the intention of a running job, names this path. */
  readonly isNamed: (path: string) => boolean;
  readonly hasHash: (sha256: string) => boolean;
  /** Tokens of leases that live, of parts that wait and of files that are held: how many temporary files may carry each. */
  readonly tokens: ReadonlyMap<number, number>;
}

const NAMED = `
  SELECT path FROM catalog_entries WHERE path IS NOT NULL
  UNION SELECT path FROM artifacts UNION SELECT path FROM validators
  UNION SELECT json_extract(progress_json, '$.publishing.artifact.path') FROM jobs
        WHERE instr(progress_json, '"publishing"') > 0`;

const LIVE_TOKENS = `
  SELECT token, count(*) AS n FROM (
    SELECT lease_token AS token FROM jobs WHERE state = 'in_progress'
    UNION ALL SELECT json_extract(progress_json, '$.part.token') FROM jobs
              WHERE state IN ('queued', 'in_progress') AND instr(progress_json, '"part":') > 0
    UNION ALL SELECT json_extract(file.value, '$.token') FROM jobs, json_each(progress_json, '$.heldFiles') AS file
              WHERE state IN ('queued', 'in_progress') AND instr(progress_json, '"heldFiles":') > 0)
  WHERE token IS NOT NULL GROUP BY token`;

/** Read before the files are: what is published meanwhile is looked up once more when it seems to be nobody's. */
function expectations({ rows }: Evidence): Expectations {
  const named = new Set(rows.all<{ path: string | null }>(NAMED).map(({ path }) => path));
  const tokens = new Map(
    rows.all<{ token: number; n: number }>(LIVE_TOKENS).map(({ token, n }) => [token, n]),
  );
  const isNamedNow = (path: string): boolean =>
    rows.all(`SELECT 1 FROM (${NAMED}) WHERE path = ?`, path).length > 0;
  return {
    isNamed: (path) => named.has(path) || isNamedNow(path),
    hasHash: (sha256) => rows.all('SELECT 1 FROM artifacts WHERE sha256 = ? LIMIT 1', sha256).length > 0,
    tokens,
  };
}

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Everything below the root, relative to it; links are named, never followed. */
async function* below({ files, root }: Evidence, folder = ''): AsyncIterable<Entry> {
  for (const name of (await files.list(join(root, folder))).toSorted()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const facts = await files.stat(join(root, path));
    if (!facts) continue;
    yield { path, name, kind: facts.kind };
    if (facts.kind === 'folder') yield* below({ files, root } as Evidence, path);
  }
}

/** Text extracted from a page lies beside it and needs no row; what is in quarantine waits for a person. */
const goesWithout = (path: string, { isNamed }: Expectations): boolean =>
  path === ROOT_MARK ||
  path.startsWith('quarantine/') ||
  (path.endsWith('.txt') && isNamed(path.slice(0, -'.txt'.length)));

function judgeFile({ path, name }: Entry, expected: Expectations): Omit<Finding, 'subject'> | undefined {
  if (/^cas\/sha256\/[0-9a-f]{2}\/[0-9a-f]{2}\//.test(path))
    return expected.hasHash(name) ? undefined : { fault: 'extra', detail: 'no row has this hash' };
  if (expected.isNamed(path) || goesWithout(path, expected)) return undefined;
  return { fault: 'extra', detail: 'no row names it' };
}

/** Files that lie below the root and belong to nothing (invariants I1 and I7). */
export async function* surveyFiles(evidence: Evidence): AsyncIterable<Finding> {
  if (!(await evidence.files.stat(evidence.root))) return;
  const expected = expectations(evidence);
  const carried = new Map<number, number>();
  for await (const entry of below(evidence)) {
    const { path: subject, kind } = entry;
    if (kind === 'folder') continue;
    if (kind !== 'file') {
      yield {
        fault: 'link',
        subject,
        detail: kind === 'link' ? 'a symbolic link' : 'neither file nor folder',
      };
      continue;
    }
    const token = PART.exec(entry.name)?.[1];
    if (token === undefined) {
      const problem = judgeFile(entry, expected);
      if (problem) yield { subject, ...problem };
      continue;
    }
    const seen = (carried.get(Number(token)) ?? 0) + 1;
    carried.set(Number(token), seen);
    if (seen > (expected.tokens.get(Number(token)) ?? 0))
      yield { fault: 'partial', subject, detail: 'a temporary file of no live lease' };
  }
}
