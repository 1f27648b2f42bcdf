import type { Artifact, KnownArtifact } from '../core/artifact.ts';
import { Failure, GivenUp, OutOfRoom } from '../core/errors.ts';
import type { Plan } from '../core/plan.ts';
import type { Miss, Progress } from '../core/progress.ts';
import { canonicalUrl } from '../core/url.ts';
import type { DownloadJob, DownloadResult, Twin } from '../download/download.ts';
import { type Case, type Found, goOn, type StepResult } from './case.ts';
import { missOfPlan, withIdentifiers, withMiss, withTried } from './update-progress.ts';

/** Fetches one plan; a good artifact ends the work. */
export async function tryPlan(one: Case, plan: Plan, progress: Progress): Promise<StepResult> {
  const tried = withTried(progress, plan);
  const twin = await one.deps.twinOf(canonicalUrl(plan.url), one.held.work);
  const result = await downloadOrMiss(one, { plan, progress, ...renewed(one), ...(twin && { twin }) });
  if (result instanceof Failure) return goOn(withMiss(tried, missOfPlan(plan, result.reason)));
  switch (result.kind) {
    case 'stored':
      return { kind: 'found', progress: tried, found: foundArtifact(one, plan, result.artifact) };
    case 'not-modified':
      throw new Error('304 to a request without conditions was let through');
    case 'refused':
      return goOn(
        withMiss(tried, isOnlyAPage(plan, result) ? nothingBehind(plan) : missOfRefusal(plan, result)),
      );
  }
}

/** A stored file that turned out damaged is replaced under its own name; nothing of it is asked about any more. */
function renewed({ held }: Case): Pick<Fetch, 'known'> {
  if (!held.known) return {};
  const { etag: _etag, lastModified: _lastModified, ...known } = held.known;
  return { known };
}

type Refused = Extract<DownloadResult, { kind: 'refused' }>;

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

/** A file that cannot be read, or not be made durable, is as good as none: it is fetched again. */
async function isThere(looked: Promise<boolean>): Promise<boolean> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof OutOfRoom || !(error instanceof Failure)) throw error;
    return false;
  }
}

interface Fetch {
  readonly plan: Plan;
  /** As it was before this fetch: what a crash goes back to. */
  readonly progress: Progress;
  readonly known?: KnownArtifact;
  readonly twin?: Twin;
}

async function downloadOrMiss(
  one: Case,
  { plan, progress, known, twin }: Fetch,
): Promise<DownloadResult | Failure> {
  const { holding, journal, held, deps } = one;
  let announced: Artifact | undefined;
  const job: DownloadJob = {
    work: withIdentifiers(held.work, progress),
    plan,
    token: held.token,
    signal: holding.signal,
    note: (attempt) => journal.note({ resolver: plan.resolver, tier: plan.tier, ...attempt }),
    ...(known && { known }),
    ...(twin && { twin }),
    shelf: one.shelf,
    leaseIsLive: holding.leaseIsLive,
    replaceFile: holding.replaceFile,
    async beforePublish(artifact) {
      const attempts = progress.attempts + journal.records.length;
      const isHeld = await holding.checkpoint({ ...progress, attempts, publishing: { artifact, plan } });
      if (!isHeld) throw new GivenUp('another worker holds this job now');
      announced = artifact;
    },
  };
  try {
    return await deps.downloader.download(job);
  } catch (error) {
    holding.signal.throwIfAborted();
    if (error instanceof OutOfRoom || !(error instanceof Failure)) throw error;
    // It may have got its name before the trouble, perhaps in place of an older one: what lies there decides.
    if (announced && (await isThere(deps.downloader.adopt(announced))))
      return { kind: 'stored', artifact: announced };
    return error;
  }
}

function foundArtifact({ deps }: Case, plan: Plan, artifact: Artifact): Found {
  const isFallback = artifact.format === 'html' && deps.options.formats[0] !== 'html';
  const kind = isFallback ? 'html_only' : 'saved';
  if (plan.priceUsd === undefined) return { kind, reason: 'ok', artifact, plan };
  // Nobody pays again to hear that nothing has changed.
  const { etag: _etag, lastModified: _lastModified, ...paid } = artifact;
  return { kind, reason: 'ok', artifact: paid, plan };
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
  const { path, sha256, sizeBytes, mime, classification, url, etag, lastModified } = known;
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
    },
  };
}
