import { createHash } from 'node:crypto';
import type { Artifact, KnownArtifact } from '../../src/core/artifact.ts';
import type { Event } from '../../src/core/events.ts';
import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import type { Candidate } from '../../src/core/plan.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Conflict } from '../../src/core/same-work.ts';
import type { Learnt, Work } from '../../src/core/work.ts';
import type { DownloadJob, DownloadResult, HeldAgain, Twin } from '../../src/download/download.ts';
import type { Send } from '../../src/http/client.ts';
import type { PipelineDeps, PipelineOptions } from '../../src/pipeline/case.ts';
import { createPipeline } from '../../src/pipeline/create-pipeline.ts';
import type { HeldWork, Holding, LeaseEnd } from '../../src/pipeline/process-work.ts';
import { NO_REQUEST, type Route } from '../../src/pipeline/route.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { defineResolver, type Resolver } from '../../src/resolvers/resolver.ts';
import { live } from '../contracts/replace-file.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';

/** What a scripted resolver gives: candidates, or something it throws. */
type Script = readonly Candidate[] | Error;

export interface SourceScript {
  readonly name: string;
  readonly tier?: string;
  readonly gives: Script | ((refused: readonly string[]) => Script);
  /** `undefined`: needs no request. */
  readonly host?: string | undefined;
  readonly accepts?: boolean;
  readonly learns?: Learnt;
  /** Its API answers for many works at once; nothing is asked that way here. */
  readonly isBatched?: boolean;
  /** In place of `gives`. */
  readonly plans?: Resolver['plans'];
}

export const pdfAt = (url: string, more: Partial<Candidate> = {}): Candidate => ({
  url,
  expected: 'pdf',
  ...more,
});

const resolverFrom = (script: SourceScript, asked: string[]): Resolver =>
  defineResolver({
    name: script.name,
    tier: script.tier ?? 'direct_oa',
    enabledByDefault: true,
    baseUrl: script.isBatched ? `https://${script.host}/` : undefined,
    own: {},
    accepts: () => script.accepts ?? true,
    first: () =>
      script.host === undefined ? undefined : { url: `https://${script.host}/`, role: 'metadata' as const },
    async *plans(work, context) {
      const { refused, learn } = context;
      asked.push(script.name);
      if (script.learns) learn(script.learns);
      if (script.plans) yield* script.plans(work, context);
      const given = typeof script.gives === 'function' ? script.gives(refused) : script.gives;
      if (given instanceof Error) throw given;
      yield* given;
    },
    ...(script.isBatched && {
      batch: {
        size: 100,
        isWhole: true,
        takes: () => true,
        ask: () => Promise.reject(new Error('a batch was asked for')),
      },
    }),
  });

function routeFrom(scripts: readonly SourceScript[], asked: string[]): Route {
  const tiers = new Map<string, SourceScript[]>();
  for (const script of scripts) {
    const tier = script.tier ?? 'direct_oa';
    tiers.set(tier, [...(tiers.get(tier) ?? []), script]);
  }
  let order = 0;
  return [...tiers].map(([name, members]) => ({
    name,
    resolvers: members.map((script) => ({
      resolver: resolverFrom(script, asked),
      options: ResolverOptions.parse({}),
      order: ++order,
    })),
  }));
}

export const storedAt = (url: string, more: Partial<Artifact> = {}): DownloadResult => ({
  kind: 'stored',
  artifact: {
    path: 'PDF/x.pdf',
    sha256: 'ab'.repeat(32),
    sizeBytes: 10,
    mime: 'application/pdf',
    format: 'pdf',
    classification: 'pdf',
    url,
    canonicalUrl: url,
    ...more,
  },
});

/** A good file that is not proven to be the work. */
export function heldAt(
  url: string,
  more: Partial<Artifact> & { readonly score?: number } = {},
): DownloadResult {
  const { score = 0.5, ...fields } = more;
  const stored = storedAt(url, {
    sha256: createHash('sha256').update(url).digest('hex'),
    identity: { score, verdict: 'unsure', evidence: {} },
    ...fields,
  });
  if (stored.kind !== 'stored') throw new Error('not stored');
  const { artifact } = stored;
  const plan = { url, expected: artifact.format, resolver: 'one', tier: 'direct_oa' };
  return { kind: 'held', file: { token: 1, artifact, plan } };
}

export type Web = Readonly<
  Record<string, DownloadResult | Error | ((job: DownloadJob) => Promise<DownloadResult>)>
>;

export interface Bench {
  readonly clock: FakeClock;
  readonly asked: readonly string[];
  readonly fetched: readonly string[];
  readonly events: readonly Event[];
  /** Tokens of the kept parts that were removed. */
  readonly cleared: readonly number[];
  /** Held files, by URL, that were removed. */
  readonly released: readonly string[];
  /** Held files, by URL, that were examined again, and with which title. */
  readonly examined: readonly { readonly url: string; readonly title: string | undefined }[];
  /** Names the ledger was told of, by call. */
  readonly claimed: readonly (readonly string[])[];
  readonly checkpoints: number;
  run(held?: Partial<HeldWork>, holding?: Partial<Holding>): Promise<LeaseEnd>;
  firstRequest(work?: Work): Promise<{ host: string; role: string }>;
  batchSize(host: string): number;
}

const WORK: Work = {
  id: canonicalWorkId(parseIdentifier('10.1000/x') ?? {}),
  ...parseIdentifier('10.1000/x'),
};

const OPTIONS: PipelineOptions = {
  configHash: 'hash',
  mailto: 'lab@university.edu',
  formats: ['pdf', 'xml', 'html'],
  acceptedLicenses: [],
  tierParallel: false,
  askAll: false,
  paysForFiles: false,
  maxFetches: 25,
  maxJobAttempts: 3,
  retryBackoffMs: 30_000,
  maxParkMs: 3_600_000,
  parkAfterMs: 15_000,
};

/** The real pipeline over scripted resolvers and a scripted downloader. */
export function pipelineBench(
  scripts: readonly SourceScript[],
  web: Web = {},
  options: Partial<PipelineOptions> & {
    whole?: (path: string) => boolean | Promise<boolean>;
    twins?: Readonly<Record<string, Twin>>;
    owners?: Readonly<Record<string, string>>;
    twinHasFile?: boolean;
    conflicts?: readonly Conflict[];
    send?: Send;
    /** Held files, by URL, that are no longer there. */
    lost?: readonly string[];
    /** What held files turn out to be when they are examined again, by URL. */
    again?: Readonly<Record<string, HeldAgain>>;
  } = {},
): Bench {
  const clock = fakeClock();
  const asked: string[] = [];
  const fetched: string[] = [];
  const events: Event[] = [];
  const cleared: number[] = [];
  const claimed: (readonly string[])[] = [];
  const released: string[] = [];
  const examined: { url: string; title: string | undefined }[] = [];
  let checkpoints = 0;
  const route = routeFrom(scripts, asked);
  const orders = new Map(
    route.flatMap(({ resolvers }) => resolvers.map((one) => [one.resolver.name, one.order])),
  );
  const deps: PipelineDeps = {
    clock,
    emit: (event) => events.push(event),
    orderOf: (name) => orders.get(name) ?? 99,
    send: options.send ?? (() => Promise.reject(new Error('nothing is sent in this test'))),
    twinOf: async (url) => options.twins?.[url],
    claimNames: async (_work, names) => {
      claimed.push(names);
      const id = names.map((name) => options.owners?.[name]).find(Boolean);
      const hasFile = options.twinHasFile ?? true;
      return { ...(id !== undefined && { twin: { id, hasFile } }), conflicts: options.conflicts ?? [] };
    },
    downloader: {
      clear: async (_work, shelf) => {
        if (shelf.part) cleared.push(shelf.part.token);
        shelf.part = undefined;
      },
      examineHeld: async (file, { work }) => {
        examined.push({ url: file.artifact.url, title: work.title });
        return options.again?.[file.artifact.url] ?? { kind: 'held', file };
      },
      publishHeld: async (file, job) => {
        if (options.lost?.includes(file.artifact.url)) return undefined;
        await job.beforePublish(file.artifact);
        return file.artifact;
      },
      release: async (_work, files) => void released.push(...files.map(({ artifact }) => artifact.url)),
      isWhole: async ({ path }: Pick<KnownArtifact, 'path'>) => (await options.whole?.(path)) ?? true,
      adopt: async ({ path }: Pick<KnownArtifact, 'path'>) => (await options.whole?.(path)) ?? true,
      async download(job) {
        fetched.push(job.plan.url);
        const answer = web[job.plan.url];
        if (answer === undefined) throw new Error(`nothing scripted for ${job.plan.url}`);
        if (answer instanceof Error) throw answer;
        return typeof answer === 'function' ? answer(job) : answer;
      },
    },
    route,
    options: { ...OPTIONS, ...options },
  };
  const pipeline = createPipeline(deps);
  return {
    clock,
    asked,
    fetched,
    events,
    cleared,
    claimed,
    released,
    examined,
    get checkpoints() {
      return checkpoints;
    },
    firstRequest: (work = WORK) => pipeline.firstRequest(work),
    batchSize: (host) => pipeline.batchSize({ host, role: 'metadata' }),
    run: (held = {}, holding = {}) =>
      pipeline.run(
        {
          runId: 'run',
          token: 1,
          work: WORK,
          progress: NO_PROGRESS,
          attempts: 0,
          request: NO_REQUEST,
          ...held,
        },
        {
          workerId: 'w1',
          signal: new AbortController().signal,
          isStopping: () => false,
          readyAt: () => Promise.resolve(0),
          checkpoint: () => {
            checkpoints += 1;
            return Promise.resolve(true);
          },
          leaseIsLive: () => true,
          replaceFile: live,
          turnsTo: () => {},
          ...holding,
        },
      ),
  };
}

export function outcomeOf(end: LeaseEnd) {
  if (end.kind !== 'finish') throw new Error(`the lease ended with ${end.kind}`);
  return end.ending.outcome;
}

export function parkedOf(end: LeaseEnd) {
  if (end.kind !== 'park') throw new Error(`the lease ended with ${end.kind}`);
  return end;
}
