import type { LoadedConfig } from '../config/assemble-config.ts';
import { configHash } from '../config/hash.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { EnqueueCount, Ledger } from '../ledger/queue.ts';
import { containedRoute } from '../pipeline/contained-resolver.ts';
import { createPipeline } from '../pipeline/create-pipeline.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { boundYoungSpace } from '../platform/young-space.ts';
import { openWorks } from '../work/formats.ts';
import { idArguments } from '../work/id-list.ts';
import type { Source } from '../work/source.ts';
import { feed, problemOf } from './feed.ts';
import { pipelineOptions } from './pipeline-options.ts';
import type { Platform } from './platform.ts';
import { orderIn, wireRoute } from './wire-resolvers.ts';
import { textInput } from './wire-sources.ts';

export interface Queued extends EnqueueCount {
  readonly rejects: number;
  /** What ended the input before its end; what came before it is queued. */
  readonly problem?: string;
}

export interface QueueRequest {
  readonly loaded: LoadedConfig;
  readonly ledger: Ledger;
  readonly platform: Platform;
  readonly emit: Emit;
  readonly urgent: boolean;
}

/** Identifiers into the queue, for whichever run comes. */
export const queueIds = (ids: readonly string[], request: QueueRequest): Promise<Queued> =>
  queueFrom(idArguments(ids), request);

/** A file of works into the queue; bad lines are reported and counted. */
export const queueFile = (
  file: { readonly name: string; readonly format?: string; readonly columns?: string },
  request: QueueRequest,
): Promise<Queued> => queueFrom(openWorks(textInput(file.name), file.format, file.columns), request);

/** Half of what a run has: nothing else goes on meanwhile. */
const YOUNG_BYTES = 15_000_000;

async function queueFrom(
  source: Source,
  { loaded, ledger, platform, emit, urgent }: QueueRequest,
): Promise<Queued> {
  // Works live for one page only.
  using _young = boundYoungSpace(platform.clock, YOUNG_BYTES);
  const total = { added: 0, rearmed: 0, duplicates: 0 };
  const counted = { works: 0, rejects: 0, earlier: 0 };
  const fed = feed(
    [source],
    {
      ledger,
      pipeline: laneFinder(loaded, platform),
      emit: (event) => {
        if (event.type === 'enqueued') {
          total.added += event.added;
          total.rearmed += event.rearmed;
          total.duplicates += event.duplicates;
        }
        emit(event);
      },
      runId: undefined,
      maxWorks: undefined,
      isResumed: false,
      priority: loaded.config.orchestrator.priority,
      isUrgent: urgent,
      forget: false,
      takeJournal: () => [],
      counted,
      queued: () => {},
    },
    new AbortController().signal,
  );
  const problem = await fed.then(
    () => undefined,
    (error: unknown) => {
      const told = problemOf(error);
      // An input that cannot be read at all is a mistake of the call.
      if (told === undefined || (error instanceof UserError && counted.works === 0)) throw error;
      return told;
    },
  );
  return { ...total, rejects: counted.rejects, ...(problem !== undefined && { problem }) };
}

/** Where a work's first request will go needs the resolvers, but neither the network nor a store. */
function laneFinder(loaded: LoadedConfig, { clock }: Platform): Pick<Pipeline, 'firstRequest'> {
  const never = () => Promise.reject(new Error('nothing is fetched while works are queued'));
  const route = containedRoute(wireRoute(loaded));
  return createPipeline({
    clock,
    emit: () => {},
    send: never,
    downloader: {
      download: never,
      isWhole: never,
      adopt: never,
      publishHeld: never,
      examineHeld: never,
      release: never,
      clear: never,
    },
    twinOf: never,
    claimNames: never,
    route,
    orderOf: orderIn(route),
    options: pipelineOptions(loaded.config, configHash(loaded), loaded.askAll),
  });
}
