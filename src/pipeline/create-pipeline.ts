import type { Instant } from '../core/clock.ts';
import { Deferred } from '../core/deferred.ts';
import { GivenUp, OutOfRoom, type Shortage, UserError } from '../core/errors.ts';
import { Offline } from '../core/offline.ts';
import { NO_PROGRESS, type Progress } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import { askTogether, batchSize } from './ask-together.ts';
import { type Case, type Found, goOn, type PipelineDeps, type StepResult } from './case.ts';
import { mayPass, verdictOn, verdictOnTry } from './conclude.ts';
import { nextTry } from './earlier-tries.ts';
import { endingFor } from './ending.ts';
import { examineAgain } from './examine-again.ts';
import { publishBest, releaseHeld } from './held-files.ts';
import { withInputValidators } from './input-validators.ts';
import { type Journal, startJournal } from './journal.ts';
import { nextStep, type Step } from './next-step.ts';
import { type PagesMet, pagesMet } from './pages-met.ts';
import { park, parkUntil } from './park.ts';
import type { Batched, HeldWork, Holding, LeaseEnd, Pipeline } from './process-work.ts';
import { type NextRequest, NO_REQUEST, sameRequest } from './route.ts';
import { situationOf } from './situation-of.ts';
import { withTroubleMet } from './trouble-met.ts';
import { adoptPublished, revalidateKnown, tryPlan } from './try-plan.ts';
import { tryResolver } from './try-resolver.ts';
import { delayOf, tryTogether } from './try-together.ts';
import { twinByName } from './twin-by-name.ts';
import { putOff, withPart } from './update-progress.ts';

/** A lease may go on with a request that can start within this time; otherwise the work is parked (DESIGN 1). */
const GO_ON_WITHIN_MS = 1000;

/** Open files are had again as soon as others end; a full disk is waited for by the run as a whole. */
const FILES_PAUSE_MS = 1000;

/** The run as a whole waits for the network; a work that was given back goes on soon after. */
const OFFLINE_PAUSE_MS = 500;

const TWIN_PAUSE_MS = 60_000;

export function createPipeline(deps: PipelineDeps): Pipeline {
  const pagesOf = pagesMet();
  const caseOf = ({ held, holding }: Batched) => startCase(deps, { held, holding }, pagesOf(held.work.id));
  return {
    firstRequest: (work) => firstRequestOf(deps, work),
    run: (held, holding) => runLease(caseOf({ held, holding })),
    batchSize: (request) => batchSize(deps, request),
    runBatch: (works) => runBatch(works.map(caseOf)),
  };
}

function startCase(deps: PipelineDeps, { held: leased, holding }: Batched, pages: PagesMet): Case {
  const held = withInputValidators(leased);
  const { runId, work } = held;
  const head = { runId, configHash: deps.options.configHash, docId: work.id, workerId: holding.workerId };
  return {
    deps,
    held,
    holding,
    journal: startJournal(head, deps),
    shelf: { part: held.progress.part },
    pages,
  };
}

async function runBatch(cases: readonly Case[]): Promise<readonly LeaseEnd[]> {
  const answered = await askTogether(cases);
  const ends: LeaseEnd[] = [];
  // Those that no batch can name take their turn one after the other: the host sees no more at once than it allows.
  for (const one of cases) ends.push(await runLease(answered.get(one.held.work.id) ?? one));
  return ends;
}

/** Where a lease stands: kept outside the steps, so that nothing is lost when one of them is aborted or breaks. */
interface Standing {
  progress: Progress;
  request: NextRequest;
}

async function runLease(one: Case): Promise<LeaseEnd> {
  const { clock } = one.deps;
  const startedAt = clock.now();
  const standing: Standing = { progress: one.held.progress, request: one.held.request };
  const timed = () => ({
    ...withPart(standing.progress, one.shelf),
    activeMs: standing.progress.activeMs + clock.now() - startedAt,
  });
  try {
    return await runSteps(one, standing, timed);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { request } = standing;
    if (one.holding.signal.aborted || error instanceof GivenUp)
      return park(one, timed(), { request, at: clock.now(), why: 'stopping' });
    if (error instanceof Offline) return standStill(one, timed(), request);
    if (error instanceof OutOfRoom) return giveBack(one, timed(), { request, shortage: error.shortage });
    return finishAsBug(one, timed(), error);
  }
}

/**
 * The other goes on for both. Its end wakes this one, which then is the twin of a file, or goes on by itself; it is put
 * off for longer than a run waits, so that it keeps no run from ending.
 */
function standBack(one: Case, progress: Progress): LeaseEnd {
  const { clock, options } = one.deps;
  const at = clock.now() + 2 * options.maxParkMs + TWIN_PAUSE_MS;
  return park(one, { ...progress, named: 0 }, { request: NO_REQUEST, at, why: 'twin' });
}

/** Untouched, as if it had not been leased: its plans are as untried as before. */
function giveBack(
  one: Case,
  progress: Progress,
  { request, shortage }: { readonly request: NextRequest; readonly shortage: Shortage },
): LeaseEnd {
  const pauseMs = shortage === 'files' ? FILES_PAUSE_MS : 0;
  const why = shortage === 'files' ? 'open-files' : 'disk-full';
  return { ...park(one, progress, { request, at: one.deps.clock.now() + pauseMs, why }), shortage };
}

/** Nothing can be reached: the work is as it was, and leased again when the run goes on. */
function standStill(one: Case, progress: Progress, request: NextRequest): LeaseEnd {
  one.journal.note({ status: 'parked', host: request.host, extra: { why: 'offline' } });
  return park(one, progress, { request, at: one.deps.clock.now() + OFFLINE_PAUSE_MS, why: 'offline' });
}

async function runSteps(one: Case, standing: Standing, timed: () => Progress): Promise<LeaseEnd> {
  for (let first = true; ; first = false) {
    const twin = await twinByName(one, standing);
    if (twin?.hasFile)
      return finish(one, timed(), { kind: 'skipped', reason: 'duplicate-work', duplicateOf: twin.id });
    if (twin) return standBack(one, timed());
    const step = nextStep(situationOf(one, standing.progress));
    if (step.kind === 'conclude') return conclude(one, timed());
    if (step.kind === 'wait') return parkUntil(one, timed(), step);
    const { request } = step;
    const pause = await pauseBefore(one, request, first);
    if (pause) return park(one, timed(), { request, ...pause });
    standing.request = request;
    one.holding.turnsTo(request);
    const result = await execute(one, step, standing.progress);
    standing.progress = result.progress;
    if (result.kind === 'found') return finish(one, timed(), result.found);
  }
}

/** Whether the work gives its place up before this request: until when, and why. */
async function pauseBefore(
  { deps, held, holding, ...one }: Case,
  request: NextRequest,
  first: boolean,
): Promise<{ readonly at: Instant; readonly why: string } | undefined> {
  const now = deps.clock.now();
  if (holding.isStopping()) return { at: now, why: 'stopping' };
  if (request.host === '') return undefined;
  if (one.isOffline) return first && one.batchTrouble ? undefined : { at: now, why: 'batched' };
  if (first && sameRequest(request, held.request)) return undefined;
  const at = await holding.readyAt(request);
  // The layers below refuse it at once and say why; then the other steps of the tier go first.
  if (at > now + deps.options.parkAfterMs) return undefined;
  // Others may be on their way to the same API: together they cost it one request.
  if (batchSize(deps, request) > 1) return { at: now, why: 'batch' };
  return at > deps.clock.now() + GO_ON_WITHIN_MS ? { at, why: 'rate' } : undefined;
}

/** An error nobody foresaw ends this work alone, with everything needed to report it. */
function finishAsBug(one: Case, progress: Progress, error: unknown): Promise<LeaseEnd> {
  const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  one.journal.note({
    status: 'download-error',
    reason: 'internal-error',
    extra: { problem, ...(stack && { stack }) },
  });
  return finish(one, progress, { kind: 'failed', reason: 'internal-error' });
}

type Executable = Exclude<Step, { kind: 'wait' | 'conclude' }>;

/** Runs one step. A host that is not to be asked yet puts the step off; the others of its tier go on. */
async function execute(one: Case, step: Executable, progress: Progress): Promise<StepResult> {
  const from = one.journal.records.length;
  try {
    const result = await perform(one, step, progress);
    const records = one.journal.records.slice(from);
    return { ...result, progress: withTroubleMet(result.progress, { before: progress, records }) };
  } catch (error) {
    if (!(error instanceof Deferred)) throw error;
    return goOn(putOff(progress, step, delayOf(one, error, from)));
  }
}

function perform(one: Case, step: Executable, progress: Progress): Promise<StepResult> | StepResult {
  switch (step.kind) {
    case 'adopt':
      return adoptPublished(one, progress);
    case 'revalidate':
      return revalidateKnown(one, progress);
    case 'ask':
      return tryResolver(one, step, progress);
    case 'ask-together':
      return tryTogether(one, step.asks, progress);
    case 'fetch':
      return tryPlan(one, step.plan, progress);
    case 'examine':
      return examineAgain(one, progress);
    case 'publish':
      return publishBest(one, progress);
    case 'next-tier':
      return goOn({ ...progress, tier: progress.tier + 1, asked: [], plans: [] });
  }
}

/**
 * The end of a work for which nothing was found: tried again later when that may help, otherwise its honest reason. A
 * stopped process may have named its file since this lease began.
 */
async function conclude(one: Case, progress: Progress): Promise<LeaseEnd> {
  const { options, clock } = one.deps;
  const look = await adoptPublished(one, progress);
  if (look.kind === 'found') return finish(one, look.progress, look.found);
  if (progress.isCondemned) return finishAsBug(one, progress, 'processes kept dying while it was worked on');
  const verdict = verdictOnTry(progress, options.maxFetches);
  const { attempts } = one.held;
  if (
    verdict.kind === 'failed' &&
    mayPass(verdict.reason, attempts) &&
    attempts + 1 < options.maxJobAttempts
  ) {
    const at = clock.now() + options.retryBackoffMs * 2 ** attempts;
    const request = await firstRequestOf(one.deps, one.held.work);
    one.pages.forget();
    const fresh = withPart(nextTry(progress, progress.attempts + one.journal.records.length), one.shelf);
    return {
      kind: 'retry',
      reason: verdict.reason,
      at,
      request,
      progress: fresh,
      journal: one.journal.records,
    };
  }
  return finish(one, progress, verdictOn(progress, options.maxFetches));
}

/** Before the commit: a crash in between finds a part recorded and none there, and begins from the start. */
async function finish(one: Case, progress: Progress, found: Found): Promise<LeaseEnd> {
  await one.deps.downloader.clear(one.held.work, one.shelf);
  await releaseHeld(one, progress, found.artifact ? 'a better file came' : 'the work has ended');
  one.pages.forget();
  return { kind: 'finish', ending: endingFor(one, progress, found) };
}

/** Simulates the steps that need no request until one does. */
async function firstRequestOf(deps: PipelineDeps, work: Work): Promise<NextRequest> {
  const journal: Journal = { note: () => {}, records: [] };
  const held: HeldWork = {
    runId: '',
    token: 0,
    work,
    progress: NO_PROGRESS,
    attempts: 0,
    request: NO_REQUEST,
  };
  const one: Case = {
    deps,
    held,
    holding: NOBODY,
    journal,
    shelf: { part: undefined },
    pages: pagesMet()(work.id),
  };
  let progress = NO_PROGRESS;
  for (;;) {
    const step = nextStep(situationOf(one, progress));
    if (step.request.host !== '' || step.kind === 'conclude' || step.kind === 'wait') return step.request;
    progress = (await perform(one, step, progress)).progress;
  }
}

const NOBODY: Holding = {
  workerId: '',
  signal: new AbortController().signal,
  isStopping: () => false,
  readyAt: () => Promise.resolve(0),
  checkpoint: () => Promise.resolve(true),
  leaseIsLive: () => true,
  replaceFile: () => Promise.resolve(false),
  turnsTo: () => {},
};
