import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import { networkServer } from '../http/network/over-line.ts';
import { limiterServer } from '../http/rate-limit/multiprocess.ts';
import { slotsServer } from '../http/slots/over-line.ts';
import { ledgerServer } from '../ledger/over-line.ts';
import type { Ledger } from '../ledger/queue.ts';
import { stopwatchOffset } from '../platform/boot-clock.ts';
import { builtProgram } from '../platform/built-program.ts';
import { type ForkedProgram, forkProgram } from '../platform/forked-program.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { type CrewDeps, createCrew } from './crew.ts';
import { engineMember } from './engine-member.ts';
import type { SentConfig } from './engine-messages.ts';
import { maxWaitMs } from './max-wait.ts';
import type { SecretFilter } from './secret-filter.ts';
import { type Engine, type EngineConfig, type EngineRequest, wireEngine } from './wire.ts';

const PROGRAM = builtProgram(new URL('./engine-process.ts', import.meta.url));

interface ProcessesRequest extends EngineRequest {
  readonly ledger: Ledger;
  readonly secrets: SecretFilter;
}

/** What a caller made of functions stays in its process. */
function refuseOwnParts({ loaded, ports }: ProcessesRequest): void {
  if (!ports && loaded.resolvers.every((resolver) => RESOLVERS.includes(resolver))) return;
  throw new UserError(
    'orchestrator.processes: resolvers and other parts that a program adds work in one process only',
  );
}

/** Seats get equal shares of the workers. */
const shareOf = (workers: number, size: number, seat: number): number =>
  Math.floor(workers / size) + Number(seat < workers % size);

const crewTimes = (config: Config) => ({
  leaseTtlMs: config.orchestrator.lease_ttl_seconds * 1000,
  maxWaitMs: maxWaitMs(config),
  shutdownGraceMs: config.orchestrator.shutdown_grace_s * 1000,
});

interface Hiring {
  readonly engine: Engine;
  readonly fork: () => ForkedProgram;
  readonly size: number;
  readonly tickMs: number;
  /** The configuration as it is now. */
  readonly sent: () => SentConfig;
}

/** Starts engine processes, and answers them from here. */
function hiring(request: ProcessesRequest, { engine, fork, size, tickMs, sent }: Hiring): CrewDeps['hire'] {
  const { ledger, platform, runId, version } = request;
  const { clock, boot } = platform;
  const { workers } = request.loaded.config.orchestrator;
  const offset = stopwatchOffset(clock, boot);
  return (seat, { isListing, emit }) => {
    const program = fork();
    ledgerServer(ledger, program.line);
    limiterServer(engine.shared.limiter, program.line, { clock, boot });
    slotsServer(engine.shared.slots, program.line);
    networkServer(engine.shared.network, program.line);
    const member = engineMember(program, emit);
    const start = {
      ...sent(),
      runId,
      version,
      workers: shareOf(workers, size, seat),
      stopwatchOffset: offset,
      tickMs,
      isListing,
    };
    member.post({ engine: 'start', start });
    return member;
  };
}

/** Where the works of a run are done. */
interface WorkPlace extends Disposable {
  wire(request: ProcessesRequest): Promise<Engine>;
}

const seatsOf = ({ orchestrator }: Config): number => Math.min(orchestrator.processes, orchestrator.workers);

/** Here, or in processes of their own; those start at once, and load while the ledger is being opened. */
export function workPlace(config: Config): WorkPlace {
  if (config.orchestrator.processes === 1) return { wire: wireEngine, [Symbol.dispose]() {} };
  const ahead = Array.from({ length: seatsOf(config) }, () => forkProgram(PROGRAM));
  const fork = () => ahead.pop() ?? forkProgram(PROGRAM);
  return {
    wire: (request) => wireProcesses(request, fork),
    [Symbol.dispose]() {
      for (const program of ahead) program.kill();
    },
  };
}

/**
 * An engine whose works are done in processes of their own. This one keeps the run lock, the ledger, rate limits and
 * slots and answers for them, lists the works, and tells of what happens. Robots, breakers, the cache and what hosts
 * announced are each process's own: every start still asks the one limiter, and every request takes its places here.
 */
async function wireProcesses(request: ProcessesRequest, fork: () => ForkedProgram): Promise<Engine> {
  refuseOwnParts(request);
  const { ledger, platform, secrets, emit } = request;
  const { orchestrator } = request.loaded.config;
  const engine = await wireEngine({ ...request, workers: 0 });
  const size = seatsOf(request.loaded.config);
  const lookMs = (orchestrator.heartbeat_seconds * 1000) / 4;
  let current: EngineConfig = request.loaded;
  const sent = (): SentConfig => ({
    config: current.config,
    configHash: current.configHash,
    secrets: secrets.known(),
  });
  const crew = createCrew({
    ...crewTimes(request.loaded.config),
    size,
    hire: hiring(request, { engine, fork, size, tickMs: lookMs, sent }),
    ledger,
    clock: platform.clock,
    emit,
    configHash: () => current.configHash,
    lookMs,
    isListing: request.isListing,
    offlineSince: () => engine.shared.network.outage()?.since,
  });
  return {
    ...engine,
    scheduler: {
      ...crew,
      async drain(stop) {
        const end = await crew.drain(stop);
        await engine.sweep();
        return end;
      },
    },
    reload(next) {
      current = next;
      engine.reload(next);
      crew.tell({ engine: 'reload', loaded: sent() });
    },
  };
}
