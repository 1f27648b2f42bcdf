import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Evidence, type Finding, paged } from './finding.ts';

interface FileRow {
  readonly id: number;
  readonly doc_id: string;
  readonly status: string;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
}

/** The newest row with a file of each work; and every row that claims one without saying which. */
const filesOf = (condition: string): string => `
  SELECT id, doc_id, status, path, sha256, size_bytes FROM catalog_entries AS e
  WHERE ${condition} AND (
    (path IS NULL AND status IN ('saved', 'cached', 'html_only')) OR
    (path IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM catalog_entries AS later
      WHERE later.doc_id = e.doc_id AND later.id > e.id AND later.path IS NOT NULL)))`;

interface Described {
  readonly path: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

const isDescribed = (row: FileRow): row is FileRow & Described =>
  row.path !== null && row.sha256 !== null && row.size_bytes !== null;

async function hashOf({ files }: Evidence, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.stream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** A path that leads through a link leads out of what this catalog answers for. */
async function throughLink({ files, root }: Evidence, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await files.stat(join(root, folder)))?.kind === 'link') return true;
  }
  return false;
}

async function problemWith(
  evidence: Evidence,
  { path, sha256, size_bytes }: Described,
): Promise<Omit<Finding, 'subject'> | undefined> {
  const facts = await evidence.files.stat(join(evidence.root, path));
  if (!facts) return { fault: 'missing', detail: 'no file is there' };
  if (facts.kind !== 'file' || (await throughLink(evidence, path)))
    return { fault: 'not-a-file', detail: `a ${facts.kind} is there, or on the way there` };
  if (facts.sizeBytes !== size_bytes)
    return { fault: 'changed', detail: `${facts.sizeBytes} bytes instead of ${size_bytes}` };
  const found = await hashOf(evidence, join(evidence.root, path));
  return found === sha256 ? undefined : { fault: 'changed', detail: `sha256 ${found} instead of ${sha256}` };
}

/** Every recorded file is there, whole and unchanged (invariants I1 and I2). */
export async function* checkBytes(evidence: Evidence): AsyncIterable<Finding> {
  for (const row of paged<FileRow>(evidence.rows, filesOf)) {
    if (!isDescribed(row)) {
      yield {
        fault: 'row-without-bytes',
        subject: row.doc_id,
        detail: `${row.status} without path, hash or size`,
      };
      continue;
    }
    const problem = await problemWith(evidence, row);
    if (problem) yield { subject: row.path, ...problem };
  }
}

/** What rests at an address is what the address says. */
export async function* checkAddresses(evidence: Evidence): AsyncIterable<Finding> {
  const { files, root } = evidence;
  const hashes = evidence.rows.all<{ sha256: string }>('SELECT DISTINCT sha256 FROM artifacts');
  for (const { sha256 } of hashes) {
    const path = `cas/sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
    if ((await files.stat(join(root, path)))?.kind !== 'file') continue;
    const found = await hashOf(evidence, join(root, path));
    if (found !== sha256) yield { fault: 'changed', subject: path, detail: `sha256 ${found}` };
  }
}
