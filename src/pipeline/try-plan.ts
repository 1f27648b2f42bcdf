import type { KnownArtifact } from '../core/artifact.ts';
import { Failure } from '../core/errors.ts';
import type { Plan } from '../core/plan.ts';
import type { Miss, Progress } from '../core/progress.ts';
import { addressKey, canonicalUrl } from '../core/url.ts';
import type { DownloadResult, PageRead, Twin } from '../download/download.ts';
import { type Case, type Found, goOn, type StepResult } from './case.ts';
import { foundArtifact } from './found-artifact.ts';
import { holdFile } from './held-files.ts';
import { isRead } from './next-step.ts';
import { isThere, orAnnounced } from './or-announced.ts';
import {
  missOfPlan,
  withIdentifiers,
  withMiss,
  withoutFile,
  withRead,
  withTried,
} from './update-progress.ts';

/** Fetches one plan; an artifact that is proven ends the work. */
export async function tryPlan(one: Case, plan: Plan, progress: Progress): Promise<StepResult> {
  if (isRead(progress, plan)) return goOn(withMiss(withRead(progress, plan), missOfRead(progress, plan)));
  const tried = withTried(progress, plan);
  const twin = await one.deps.twinOf(canonicalUrl(plan.url), one.held.work);
  const result = await downloadOrMiss(one, { plan, progress, ...renewed(one), ...(twin && { twin }) });
  if (result instanceof Failure) return goOn(withMiss(tried, missOfPlan(plan, result.reason)));
  switch (result.kind) {
    case 'stored':
      return { kind: 'found', progress: tried, found: foundArtifact(one, plan, result.artifact) };
    case 'held':
      return holdFile(one, withPageSeen(tried, result.pageHops ?? []), result.file);
    case 'not-modified':
      throw new Error('304 to a request without conditions was let through');
    case 'refused':
      if (result.page) one.pages.keep(result.page);
      return goOn(withMiss(withoutFile(tried, plan, result), missOfPage(plan, result)));
  }
}

/** A page that came in place of a file is not asked for again as a landing page. */
const withPageSeen = (progress: Progress, hops: readonly string[]): Progress => ({
  ...progress,
  visited: [...new Set([...progress.visited, ...hops.map((url) => addressKey(url))])],
});

/** A page that was read as a landing page is not asked for again: what came of it then is what comes of it now. */
function missOfRead({ pageMisses, misses }: Progress, plan: Plan): Miss {
  const key = addressKey(plan.url);
  const refused = misses.find(({ url }) => url !== undefined && addressKey(url) === key);
  return pageMisses?.[key] ?? (refused ? missOfPlan(plan, refused.reason) : nothingBehind(plan));
}

/** What a page judged full text or not leaves in the records of the work. */
export const missOfPage = (plan: Plan, result: Refused): Miss =>
  isOnlyAPage(plan, result) ? nothingBehind(plan) : missOfRefusal(plan, result);

/** A stored file that turned out damaged is replaced under its own name; nothing of it is asked about any more. */
function renewed({ held }: Case): Pick<Fetch, 'known'> {
  if (!held.known) return {};
  const { etag: _etag, lastModified: _lastModified, ...known } = held.known;
  return { known };
}

export type Refused = Extract<DownloadResult, { kind: 'refused' }>;

const missOfRefusal = (plan: Plan, { reason, quarantined }: Refused): Miss => ({
  ...missOfPlan(plan, reason),
  ...(quarantined && { quarantined }),
});

/** A page that was worth a look as full text and is an abstract or landing page: no copy was found, none went wrong. */
const isOnlyAPage = ({ expected }: Plan, { reason }: Refused): boolean =>
  expected === 'html' && reason === 'unexpected-ct';

const nothingBehind = ({ resolver, tier, url }: Plan): Miss => ({
  resolver,
  tier,
  url,
  reason: 'no-candidates',
  reach: 'identifier',
});

/** Asks whether the stored file is still what the source has; without validators a whole file is good as it is. */
export async function revalidateKnown(one: Case, progress: Progress): Promise<StepResult> {
  const { known } = one.held;
  const asked: Progress = { ...progress, revalidated: true };
  if (!known || !(await isThere(one.deps.downloader.isWhole(known)))) return goOn(asked);
  const plan = planOf(known);
  if (!known.etag && !known.lastModified)
    return { kind: 'found', progress: asked, found: cached(plan, known) };
  const result = await downloadOrMiss(one, { plan, progress: asked, known });
  if (result instanceof Failure || result.kind === 'refused') {
    const miss = result instanceof Failure ? missOfPlan(plan, result.reason) : missOfRefusal(plan, result);
    const unconfirmed = withMiss(asked, miss);
    // A publication that failed midway may have replaced it already.
    if (!(await isThere(one.deps.downloader.isWhole(known)))) return goOn(unconfirmed);
    // The source no longer confirms it; the file was verified when it came and is whole, so it stays ours.
    return { kind: 'found', progress: unconfirmed, found: { ...cached(plan, known), reason: 'ok' } };
  }
  if (result.kind === 'not-modified') return { kind: 'found', progress: asked, found: cached(plan, known) };
  if (result.kind === 'held') return holdFile(one, withTried(asked, plan), result.file);
  return {
    kind: 'found',
    progress: withTried(asked, plan),
    found: foundArtifact(one, plan, result.artifact),
  };
}

/**
 * A file whose publication was begun by another lease: adopted when its bytes are the verified ones. Where it is not there
 * yet, it is looked for again before the work ends and by the next lease: a process that was only stopped gives the file
 * its name when it goes on.
 */
export async function adoptPublished(one: Case, progress: Progress): Promise<StepResult> {
  const { publishing, ...rest } = progress;
  if (!publishing) return goOn(rest);
  if (!(await isThere(one.deps.downloader.adopt(publishing.artifact))))
    return goOn({ ...progress, publishing: { ...publishing, missedBy: one.held.token } });
  return { kind: 'found', progress: rest, found: foundArtifact(one, publishing.plan, publishing.artifact) };
}

interface Fetch {
  readonly plan: Plan;
  /** As it was before this fetch: what a crash goes back to. */
  readonly progress: Progress;
  readonly known?: KnownArtifact;
  readonly twin?: Twin;
  readonly page?: PageRead;
}

export async function downloadOrMiss(
  one: Case,
  { plan, progress, known, twin, page }: Fetch,
): Promise<DownloadResult | Failure> {
  const { holding, journal, held, deps } = one;
  const result = await orAnnounced(one, (announce) =>
    deps.downloader.download({
      work: withIdentifiers(held.work, progress),
      plan,
      token: held.token,
      signal: holding.signal,
      note: (attempt) => journal.note({ resolver: plan.resolver, tier: plan.tier, ...attempt }),
      ...(known && { known }),
      ...(twin && { twin }),
      ...(page && { page }),
      shelf: one.shelf,
      heldFiles: progress.heldFiles ?? [],
      leaseIsLive: holding.leaseIsLive,
      replaceFile: holding.replaceFile,
      beforePublish: (artifact) =>
        announce(artifact, {
          ...progress,
          attempts: progress.attempts + journal.records.length,
          publishing: { artifact, plan },
        }),
    }),
  );
  return result instanceof Failure || 'kind' in result ? result : { kind: 'stored', artifact: result };
}

function planOf(known: KnownArtifact): Plan {
  return {
    url: known.url,
    expected:
      known.classification === 'xml' || known.classification === 'html' ? known.classification : 'pdf',
    resolver: known.resolver ?? 'catalog',
    tier: known.tier ?? 'catalog',
    ...(known.license !== undefined && { license: known.license }),
    ...(known.version !== undefined && { version: known.version }),
  };
}

function cached(plan: Plan, known: KnownArtifact): Found {
  const { path, sha256, sizeBytes, mime, classification, url, etag, lastModified, identity } = known;
  return {
    kind: 'cached',
    reason: 'not-modified',
    plan,
    artifact: {
      path,
      sha256,
      sizeBytes,
      mime,
      classification,
      url,
      canonicalUrl: canonicalUrl(url),
      format: plan.expected,
      ...(plan.license !== undefined && { license: plan.license }),
      ...(plan.version !== undefined && { version: plan.version }),
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
      ...(identity && { identity }),
    },
  };
}
