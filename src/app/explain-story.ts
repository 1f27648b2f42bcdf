import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Work } from '../core/work.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import type { ClaimRow, JobFacts, WorkStory } from '../ledger/story.ts';
import { factsOf } from '../report/advise.ts';
import { isUnknownDoi, neededKey, UNKNOWN_DOI } from '../report/read-record.ts';
import { tellAttempt } from '../report/tell-attempt.ts';
import { tellEvidence } from '../report/tell-identity.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import { whySkipped } from './foresee.ts';

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
  /** Whether the file is the work; null where there is no file. */
  readonly identity: string | null;
  readonly identity_score: number | null;
  /** What was found in the file, in plain words. */
  readonly identity_why: string | null;
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
  /** Works that were queued on their own and counted as duplicates of this one. */
  readonly duplicates: WorkStory['duplicates'];
  /** Every place a source named, whether or not it was tried. */
  readonly claims: readonly (ClaimRow & {
    readonly tried: boolean;
    /** Why its server was not asked although its turn came. */
    readonly left_alone: string | null;
  })[];
}

export interface StoryDeps {
  /** The root of artifacts; absolute. */
  readonly root: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Where the records of a run lie. */
  readonly folderOf: (runId: string) => string;
  readonly resolvers: readonly Resolver[];
}

export function explainStory(
  { work, job, entries, attempts, claims, duplicates }: WorkStory,
  { root, clock, folderOf, resolvers }: StoryDeps,
): Story {
  const ends = new Map(entries.map((entry) => [entry.run_id, entry]));
  const steps = Map.groupBy(attempts, ({ run_id }) => run_id);
  const runIds = new Set([...steps.keys(), ...ends.keys()]);
  const triedAt = turnsOf(attempts);
  return {
    job: job ? jobRow(job, clock) : null,
    runs: [...runIds].map((run_id) => {
      const entry = ends.get(run_id);
      return {
        run_id,
        steps: stepsOf(steps.get(run_id) ?? [], work, resolvers),
        end: entry
          ? endOf(entry, steps.get(run_id) ?? [], {
              root,
              folder: folderOf(run_id),
              hasPlaces: claims.length > 0,
            })
          : null,
      };
    }),
    duplicates,
    claims: claims.map((claim) => ({ ...claim, ...triedAt(claim.url) })),
  };
}

/** Decided here: the server has seen nothing. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['robots-disallowed', 'content-policy-skip']);

function whyLeftAlone({ status, reason }: AttemptRecord): string {
  if (status === 'robots-disallowed') return 'left alone: robots.txt';
  return reason === 'duplicate-url' ? 'not asked: refused to another work' : `not asked: ${reason ?? status}`;
}

/** Whether the server of a place was asked for the file, or why not when its turn came. */
function turnsOf(attempts: readonly AttemptRecord[]) {
  const tried = new Set<string>();
  const leftAlone = new Map<string, string>();
  for (const record of attempts) {
    const { role, canonical_url, status, url } = record;
    const needs = neededKey(record);
    if (needs !== undefined && url !== undefined)
      leftAlone.set(canonicalUrl(url), `not asked: needs ${needs}`);
    if (role !== 'artifact' || !canonical_url) continue;
    if (LEFT_ALONE.has(status)) leftAlone.set(canonical_url, whyLeftAlone(record));
    else tried.add(canonical_url);
  }
  return (url: string) => {
    const key = canonicalUrl(url);
    const isTried = tried.has(key);
    return { tried: isTried, left_alone: isTried ? null : (leftAlone.get(key) ?? null) };
  };
}

function stepsOf(
  attempts: readonly AttemptRecord[],
  work: Work,
  resolvers: readonly Resolver[],
): readonly Step[] {
  const asked = new Set<string>();
  const byName = new Map(resolvers.map((one) => [one.name, one]));
  const textOf = (record: AttemptRecord): string => {
    const { resolver = '', status } = record;
    if (isAnswer(record)) asked.add(resolver);
    const source = byName.get(resolver);
    if (isSkippedForNames(record))
      return `skipped: ${source ? whySkipped(source, work) : 'this work has no identifier it can use'}`;
    // Of a request for many, the record stands with the work it was made for first.
    const isSecondHand = status === 'resolver-empty' && !asked.has(resolver) && source?.batch?.takes(work);
    return `${tellAttempt(record)}${isSecondHand ? ', answered together with other works in one request' : ''}`;
  };
  return attempts.map((record) => ({
    at: record.timestamp,
    resolver: record.resolver ?? null,
    tier: record.tier ?? null,
    status: record.status,
    reason: record.reason ?? null,
    url: record.url ?? null,
    text: textOf(record),
  }));
}

/** The source itself answered for this work, or the cache for it. */
const isAnswer = ({ stage, verb, status }: AttemptRecord): boolean =>
  stage === 'resolve' && (verb !== undefined || status === 'cache-hit');

const isSkippedForNames = ({ status, reason }: AttemptRecord): boolean =>
  status === 'resolver-skip' && reason === 'no-identifier';

function jobRow({ available_at, ...job }: JobFacts, clock: Pick<Clock, 'now'>): Story['job'] {
  return { ...job, waits_ms: available_at === 0 ? 0 : Math.max(0, Math.round(available_at - clock.now())) };
}

/** What the records tell beyond the reason. */
function meaningOf(
  { reason, url }: CatalogEntry,
  attempts: readonly AttemptRecord[],
  hasPlaces: boolean,
): string | undefined {
  if (reason === 'no-candidates')
    return hasPlaces ? 'No place that a source named has the full text.' : undefined;
  const isOfRobots = ({ status, reason: why, ...record }: AttemptRecord): boolean =>
    status === 'robots-disallowed' && why === reason && why !== 'robots' && record.url === url;
  return attempts.some(isOfRobots)
    ? `robots.txt of the host could not be read, so that nothing else was asked there. ${factsOf(reason).meaning}`
    : undefined;
}

/** Whoever reads the story is not sent to it. */
const withoutItself = (advice: string): string =>
  advice
    .replace(/See which with `[^`]*explain --work[^`]*`\./, 'The story above tells which.')
    .replace(/See its attempts with `[^`]*explain --work[^`]*`\./, 'See its attempts above.')
    .replace(/Nothing to do: `[^`]*explain --work[^`]*` names the other work\./, 'Nothing to do.');

/** What the records tell of a work for which no place was asked. */
function adviceOn(attempts: readonly AttemptRecord[]): string | undefined {
  const keys = [...new Set(attempts.flatMap((record) => neededKey(record) ?? []))];
  if (keys.length > 0)
    return `Set ${keys.map((key) => `\`${key}\``).join(' and ')}: a source named a place that is asked only with that key.`;
  return attempts.some(isUnknownDoi) ? UNKNOWN_DOI : undefined;
}

function endOf(
  entry: CatalogEntry,
  attempts: readonly AttemptRecord[],
  {
    root,
    folder,
    hasPlaces,
  }: { readonly root: string; readonly folder: string; readonly hasPlaces: boolean },
): End {
  const { status, reason, resolver, tier, url, sha256, size_bytes, license, version } = entry;
  const { meaning, advice } = factsOf(reason, { folder, workId: entry.doc_id });
  return {
    status,
    reason,
    meaning: meaningOf(entry, attempts, hasPlaces) ?? meaning,
    advice: (reason === 'no-candidates' ? adviceOn(attempts) : undefined) ?? withoutItself(advice),
    resolver,
    tier,
    url,
    file: entry.path === null ? null : join(root, entry.path),
    sha256,
    size_bytes,
    license,
    version,
    identity: entry.identity,
    identity_score: entry.identity_score,
    identity_why: entry.path === null ? null : tellEvidence(entry.identity_evidence),
    duration_ms: entry.duration_ms,
    at: entry.created_at,
  };
}
