import type { Artifact } from '../../core/artifact.ts';
import type { Ending } from '../../core/ending.ts';
import { type EndingFacts, endingFacts } from '../../core/ending-facts.ts';
import type { OutcomeRecord } from '../../core/manifest-record.ts';
import type { Format } from '../../core/plan.ts';

const formatOf = (classification: string | undefined): Format =>
  classification === 'xml' || classification === 'html' ? classification : 'pdf';

function artifactOf(record: OutcomeRecord, facts: EndingFacts): Artifact | undefined {
  const { path, sha256, size_bytes: sizeBytes, mime, classification, url, canonical_url } = record;
  if (path === undefined || sha256 === undefined || sizeBytes === undefined) return undefined;
  if (mime === undefined || classification === undefined || url === undefined) return undefined;
  return {
    path,
    sha256,
    sizeBytes,
    mime,
    classification,
    format: formatOf(classification),
    url,
    canonicalUrl: canonical_url ?? url,
    ...(record.license !== undefined && { license: record.license }),
    ...(record.version !== undefined && { version: record.version }),
    ...(facts.etag !== undefined && { etag: facts.etag }),
    ...(facts.last_modified !== undefined && { lastModified: facts.last_modified }),
  };
}

function setAside(record: OutcomeRecord, { quarantined = [] }: EndingFacts): readonly Artifact[] {
  return quarantined.map(({ path, sha256, size_bytes, mime, classification }) => ({
    path,
    sha256,
    sizeBytes: size_bytes,
    mime,
    classification,
    format: formatOf(classification),
    url: record.url ?? '',
    canonicalUrl: record.canonical_url ?? '',
  }));
}

/** How a work ended, read back from its record: as much of it as the catalog keeps. */
export function endingOf(record: OutcomeRecord): Ending {
  const facts = endingFacts(record.extra);
  const artifact = artifactOf(record, facts);
  return {
    outcome: {
      kind: record.status,
      reason: record.reason,
      ...(record.resolver !== undefined && { resolver: record.resolver }),
      ...(record.tier !== undefined && { tier: record.tier }),
      ...(record.url !== undefined && { url: record.url }),
      ...(artifact && { artifact }),
      ...(facts.quarantined && { quarantined: setAside(record, facts) }),
      fallbackChain: record.fallback_chain ?? [],
      claims: facts.claims,
      attempts: record.attempt ?? 0,
      durationMs: record.duration_ms ?? 0,
    },
    record,
    journal: [],
  };
}
