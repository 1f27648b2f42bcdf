import { Deferred } from '../core/deferred.ts';
import { Failure, GivenUp, OutOfRoom, UserError } from '../core/errors.ts';
import { Offline } from '../core/offline.ts';
import type { Candidate } from '../core/plan.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import { AskedTooMuch } from './ask-budget.ts';
import type { Route } from './route.ts';

/** What the stack below throws on purpose; whatever else comes out of a resolver is a mistake in its code. */
const isMeant = (error: unknown): boolean =>
  [Failure, Deferred, GivenUp, Offline, UserError, AskedTooMuch].some((kind) => error instanceof kind);

const SQLITE_CANTOPEN = 14;

/** Whatever a source needed to open: a module, a socket of the name service, a file of the cache. */
function isShortOfFiles(error: unknown): boolean {
  const { code, errcode } =
    error instanceof Error ? (error as NodeJS.ErrnoException & { errcode?: number }) : {};
  return code === 'EMFILE' || code === 'ENFILE' || errcode === SQLITE_CANTOPEN;
}

/** A mistake in the code of one source: it concerns that source, and no work ends for it. */
function mistake(name: string, error: unknown): Failure {
  const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Failure('internal-error', `the resolver ${name} failed: ${problem}`, { cause: error });
}

function orElse<T>(attempt: () => T, otherwise: T): T {
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}

function checked(candidate: Candidate): Candidate {
  const { url, expected } = (candidate ?? {}) as Partial<Record<keyof Candidate, unknown>>;
  if (typeof url === 'string' && typeof expected === 'string') return candidate;
  throw new TypeError('a candidate needs `url` and `expected`');
}

/**
 * The same resolver, whose mistakes come as a `Failure` of its own when it is asked. Where it is only looked at (whether it
 * takes a work, where it would ask) it is taken to say yes: then it is asked, and the mistake is told.
 */
function containedResolver(resolver: Resolver): Resolver {
  const { name, batch } = resolver;
  const contained = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (isShortOfFiles(error)) throw new OutOfRoom('files', 'too many open files', { cause: error });
      throw isMeant(error) ? error : mistake(name, error);
    }
  };
  return {
    ...resolver,
    accepts: (work, leads) => orElse(() => resolver.accepts(work, leads), true),
    first: (work, options, leads) => orElse(() => resolver.first(work, options, leads), undefined),
    async *plans(work, context) {
      const { signal } = context;
      const steps = await contained(async () => {
        resolver.accepts(work, context.leads);
        return resolver.plans(work, context)[Symbol.asyncIterator]();
      }, signal);
      try {
        for (;;) {
          const step = await contained(() => steps.next(), signal);
          if (step.done) return;
          yield await contained(async () => checked(step.value), signal);
        }
      } finally {
        await steps.return?.();
      }
    },
    batch: batch && {
      ...batch,
      takes: (work) => orElse(() => batch.takes(work), false),
      ask: (works, context) => contained(() => batch.ask(works, context), context.signal),
    },
  };
}

/** The same for all resolvers of a route. */
export const containedRoute = (route: Route): Route =>
  route.map((tier) => ({
    ...tier,
    resolvers: tier.resolvers.map((bound) => ({ ...bound, resolver: containedResolver(bound.resolver) })),
  }));
