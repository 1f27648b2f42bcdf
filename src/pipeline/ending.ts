import type { Artifact } from '../core/artifact.ts';
import type { Ending } from '../core/ending.ts';
import type { EndingFacts, SetAside } from '../core/ending-facts.ts';
import { recordedEvidence, stateOf } from '../core/identity.ts';
import { MANIFEST_VERSION, type OutcomeRecord } from '../core/manifest-record.ts';
import { hasFile, type Outcome } from '../core/outcome.ts';
import type { Progress } from '../core/progress.ts';
import { canonicalUrl, hostKey, parseUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { Case, Found } from './case.ts';
import { fallbackChain } from './conclude.ts';
import { claimsEver, missesEver } from './earlier-tries.ts';
import { withIdentifiers } from './update-progress.ts';

/** Everything the one commit of a finished work needs. */
export function endingFor(one: Case, progress: Progress, found: Found): Ending {
  const { journal } = one;
  const origin = found.plan ?? found.miss;
  const artifact = artifactOf(found);
  const url = artifact?.url ?? origin?.url;
  const outcome: Outcome = {
    kind: found.kind,
    reason: found.reason,
    ...(origin && { resolver: origin.resolver, tier: origin.tier }),
    ...(url !== undefined && { url }),
    ...(artifact && { artifact }),
    ...setAside(progress),
    ...(found.duplicateOf !== undefined && { duplicateOf: found.duplicateOf }),
    fallbackChain: [
      ...fallbackChain(progress),
      ...(found.plan ? [`${found.plan.resolver}:${found.reason}`] : []),
    ],
    claims: claimsEver(progress),
    attempts: progress.attempts + journal.records.length,
    durationMs: Math.round(progress.activeMs),
  };
  const work = withIdentifiers(one.held.work, progress);
  return { outcome, record: recordOf(one, work, outcome), journal: journal.records };
}

/** What the work has to show: the file that was found, or the one that was set aside for it. */
const artifactOf = ({ artifact, kind, miss }: Found): Artifact | undefined =>
  artifact ?? (kind === 'quarantined' ? miss?.quarantined : undefined);

/** Those of pages that were read and never had their turn too. */
function setAside(progress: Progress): Pick<Outcome, 'quarantined'> {
  const all = [...missesEver(progress), ...Object.values(progress.pageMisses ?? {})].flatMap(
    (miss) => miss.quarantined ?? [],
  );
  const quarantined = [...new Map(all.map((artifact) => [artifact.path, artifact])).values()];
  return quarantined.length > 0 ? { quarantined } : {};
}

function recordOf({ deps, held, holding }: Case, work: Work, outcome: Outcome): OutcomeRecord {
  const { artifact, url, resolver } = outcome;
  const parsed = url === undefined ? undefined : parseUrl(url);
  return {
    schema_version: MANIFEST_VERSION,
    record_type: 'outcome',
    run_id: held.runId,
    timestamp: deps.clock.wall().toISOString(),
    doc_id: work.id,
    status: outcome.kind,
    reason: outcome.reason,
    ...(resolver !== undefined && { resolver, resolver_order: deps.orderOf(resolver) }),
    ...(outcome.tier !== undefined && { tier: outcome.tier }),
    ...(url !== undefined && { url, canonical_url: canonicalUrl(url) }),
    ...(parsed && { host: hostKey(parsed) }),
    ...(artifact && {
      mime: artifact.mime,
      size_bytes: artifact.sizeBytes,
      sha256: artifact.sha256,
      path: artifact.path,
      classification: artifact.classification,
      ...(artifact.license !== undefined && { license: artifact.license }),
      ...(artifact.version !== undefined && { version: artifact.version }),
      ...(hasFile(outcome.kind) && { identity: stateOf(artifact.identity) }),
      ...(artifact.identity && { identity_score: artifact.identity.score }),
    }),
    attempt: outcome.attempts,
    duration_ms: outcome.durationMs,
    fallback_chain: outcome.fallbackChain,
    config_hash: deps.options.configHash,
    worker_id: holding.workerId,
    extra: rebuildFacts(work, outcome),
  };
}

const fileFacts = ({
  etag,
  lastModified,
  identity,
  pageCount,
}: Artifact): Readonly<Record<string, unknown>> => ({
  ...(etag !== undefined && { etag }),
  ...(lastModified !== undefined && { last_modified: lastModified }),
  ...(identity && { identity: recordedEvidence(identity) }),
  ...(pageCount !== undefined && { pages: pageCount }),
});

const setAsideFacts = ({ path, sha256, sizeBytes, mime, classification }: Artifact): SetAside => ({
  path,
  sha256,
  size_bytes: sizeBytes,
  mime,
  classification,
});

/** What `catalog rebuild` cannot find anywhere else. */
function rebuildFacts(
  work: Work,
  { artifact, claims, quarantined, duplicateOf }: Outcome,
): EndingFacts & Readonly<Record<string, unknown>> {
  const { doi, openalex, arxiv, pmcid, pmid, url, title, year, authors } = work;
  const identifiers = Object.fromEntries(
    Object.entries({ doi, openalex, arxiv, pmcid, pmid, url }).filter(([, value]) => value !== undefined),
  );
  return {
    identifiers,
    ...(title !== undefined && { title }),
    ...(year !== undefined && { year }),
    ...(authors !== undefined && { authors }),
    ...(artifact && fileFacts(artifact)),
    ...(duplicateOf !== undefined && { duplicate_of: duplicateOf }),
    ...(work.conflicts && { conflict: work.conflicts }),
    ...(quarantined && { quarantined: quarantined.map(setAsideFacts) }),
    claims,
  };
}
