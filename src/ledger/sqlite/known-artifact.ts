import type { KnownArtifact } from '../../core/artifact.ts';
import { type IdentityState, identityOf, type RecordedEvidence } from '../../core/identity.ts';
import { hostKey, parseUrl } from '../../core/url.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { type Lane, LOCAL_LANE, type StoredCopy } from '../queue.ts';

/** The newest good entry whose file is fully described, with the validators of that same URL. */
export const newestGood = (condition: string): string => `
  SELECT e.doc_id AS docId, e.path, e.sha256, e.size_bytes AS sizeBytes, e.mime, e.classification, e.url, v.etag,
         v.last_modified AS lastModified, e.resolver, e.tier, e.license, e.version,
         e.identity, e.identity_score, e.identity_evidence
  FROM catalog_entries e
  LEFT JOIN validators v ON v.doc_id = e.doc_id AND v.canonical_url = e.canonical_url AND v.sha256 = e.sha256
  WHERE ${condition} AND e.status IN ('saved', 'cached', 'html_only') AND e.path IS NOT NULL AND e.sha256 IS NOT NULL
    AND e.size_bytes IS NOT NULL AND e.mime IS NOT NULL AND e.classification IS NOT NULL AND e.url IS NOT NULL
  ORDER BY e.id DESC LIMIT 1`;

export function copyOf(row: Readonly<Record<string, unknown>> | undefined): StoredCopy | undefined {
  if (!row) return undefined;
  const { identity: state, identity_score: score, identity_evidence: evidence, ...file } = row;
  const present = Object.entries(file).filter(([, value]) => value !== null);
  const identity = identityOf({
    state: state as IdentityState | null,
    score: score as number | null,
    evidence: typeof evidence === 'string' ? (JSON.parse(evidence) as RecordedEvidence) : null,
  });
  return { ...Object.fromEntries(present), ...(identity && { identity }) } as unknown as StoredCopy;
}

const LAST_GOOD = newestGood('e.doc_id = ?');

/** What an earlier run stored for the work, if a source may be asked whether it changed. */
export function lastGoodArtifact(db: Sqlite, docId: string): KnownArtifact | undefined {
  const copy = copyOf(db.get<Record<string, unknown>>(LAST_GOOD, docId));
  if (!copy) return undefined;
  const { docId: _docId, ...known } = copy;
  return known;
}

/** Revalidation asks the host of the file; a file without validators needs no request at all. */
export function revalidationLane(known: KnownArtifact): Lane {
  const url = parseUrl(known.url);
  const canAsk = known.etag !== undefined || known.lastModified !== undefined;
  return url && canAsk ? { host: hostKey(url), role: 'artifact' } : LOCAL_LANE;
}
