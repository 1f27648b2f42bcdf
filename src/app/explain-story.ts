import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { canonicalUrl } from '../core/url.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import type { ClaimRow, JobFacts, WorkStory } from '../ledger/story.ts';
import { factsOf } from '../report/advise.ts';
import { tellAttempt } from '../report/tell-attempt.ts';

interface Step {
  readonly at: string;
  readonly resolver: string | null;
  readonly tier: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly url: string | null;
  /** In plain words. */
  readonly text: string;
}

/** How the work ended in a run. */
interface End {
  readonly status: string;
  readonly reason: string;
  readonly meaning: string;
  readonly advice: string;
  readonly resolver: string | null;
  readonly tier: string | null;
  readonly url: string | null;
  /** Where the bytes lie. */
  readonly file: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  readonly license: string | null;
  readonly version: string | null;
  readonly identity_score: number | null;
  readonly duration_ms: number;
  readonly at: string;
}

interface RunStory {
  readonly run_id: string;
  readonly steps: readonly Step[];
  readonly end: End | null;
}

/** What has happened to a work so far. */
export interface Story {
  readonly job:
    | (Omit<JobFacts, 'available_at'> & {
        /** Until it may be tried again; 0: now. */
        readonly waits_ms: number;
      })
    | null;
  readonly runs: readonly RunStory[];
  /** Every place a source named, whether or not it was tried. */
  readonly claims: readonly (ClaimRow & { readonly tried: boolean })[];
}

export interface StoryDeps {
  /** The root of artifacts; absolute. */
  readonly root: string;
  readonly clock: Pick<Clock, 'now'>;
}

export function explainStory(
  { job, entries, attempts, claims }: WorkStory,
  { root, clock }: StoryDeps,
): Story {
  const ends = new Map(entries.map((entry) => [entry.run_id, entry]));
  const steps = Map.groupBy(attempts, ({ run_id }) => run_id);
  const runIds = new Set([...steps.keys(), ...ends.keys()]);
  const tried = new Set(
    attempts.flatMap(({ role, canonical_url }) =>
      role === 'artifact' && canonical_url ? [canonical_url] : [],
    ),
  );
  return {
    job: job ? jobRow(job, clock) : null,
    runs: [...runIds].map((run_id) => {
      const entry = ends.get(run_id);
      return {
        run_id,
        steps: stepsOf(steps.get(run_id) ?? []),
        end: entry ? endOf(entry, root) : null,
      };
    }),
    claims: claims.map((claim) => ({ ...claim, tried: tried.has(canonicalUrl(claim.url)) })),
  };
}

function stepsOf(attempts: readonly AttemptRecord[]): readonly Step[] {
  const asked = new Set<string>();
  return attempts.map((record) => {
    const { resolver, stage, verb } = record;
    if (resolver !== undefined && stage === 'resolve' && verb !== undefined) asked.add(resolver);
    // Of a request for many, the record stands with the work it was made for first.
    const isSecondHand = record.status === 'resolver-empty' && !asked.has(resolver ?? '');
    return {
      at: record.timestamp,
      resolver: resolver ?? null,
      tier: record.tier ?? null,
      status: record.status,
      reason: record.reason ?? null,
      url: record.url ?? null,
      text: `${tellAttempt(record)}${isSecondHand ? '; its answer took no request of this work alone' : ''}`,
    };
  });
}

function jobRow({ available_at, ...job }: JobFacts, clock: Pick<Clock, 'now'>): Story['job'] {
  return { ...job, waits_ms: available_at === 0 ? 0 : Math.max(0, Math.round(available_at - clock.now())) };
}

function endOf(entry: CatalogEntry, root: string): End {
  const { status, reason, resolver, tier, url, sha256, size_bytes, license, version } = entry;
  const { meaning, advice } = factsOf(reason);
  return {
    status,
    reason,
    meaning,
    advice,
    resolver,
    tier,
    url,
    file: entry.path === null ? null : join(root, entry.path),
    sha256,
    size_bytes,
    license,
    version,
    identity_score: entry.identity_score,
    duration_ms: entry.duration_ms,
    at: entry.created_at,
  };
}
