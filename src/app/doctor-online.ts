import type { LoadedConfig } from '../config/assemble-config.ts';
import { Deferred } from '../core/deferred.ts';
import { Failure, reasonFacts, UserError } from '../core/errors.ts';
import { canonicalWorkId, parseIdentifier } from '../core/identifiers.ts';
import { Offline } from '../core/offline.ts';
import type { HttpClient } from '../http/client.ts';
import { redactUrl } from '../http/redact-url.ts';
import { createAsker } from '../pipeline/asker.ts';
import type { BoundResolver } from '../pipeline/route.ts';
import { type Finding, good, problem, warning } from './finding.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { refuseAnonymous } from './refuse-anonymous.ts';
import { wireHttp } from './wire-http.ts';
import { wireRoute } from './wire-resolvers.ts';

export interface OnlineDoctor {
  readonly loaded: LoadedConfig;
  readonly platform: Platform;
  readonly version: string;
  readonly stop: AbortSignal;
}

/** An open work that the sources have known for years, with most kinds of identifiers. */
const SAMPLE = { ...parseIdentifier('10.7554/eLife.01567'), ...parseIdentifier('PMC3896120') };
const CHECK = 'source';

/** One question to every source in use that has an API of its own: does it answer, and does it take our key? */
export async function askSources(request: OnlineDoctor): Promise<readonly Finding[]> {
  const { loaded, platform, version } = request;
  // Limits of these few requests are counted here; the cache of a run is left alone.
  const config = {
    ...loaded.config,
    rate_limit: { ...loaded.config.rate_limit, backend: 'memory' as const },
    http: { ...loaded.config.http, cache: { ...loaded.config.http.cache, enabled: false } },
  };
  try {
    refuseAnonymous(config);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [warning(CHECK, 'not asked', error.message)];
  }
  await using http = await wireHttp(config, platform, {
    version,
    emit: () => {},
    places: placesOf(config),
    resolvers: loaded.resolvers,
  });
  const findings: Finding[] = [];
  for (const { name: tier, resolvers } of wireRoute(loaded))
    for (const bound of resolvers)
      if (bound.resolver.baseUrl !== undefined)
        findings.push(await askOne(bound, { tier, client: http.client, request }));
  return findings;
}

interface Asking {
  readonly tier: string;
  readonly client: HttpClient;
  readonly request: OnlineDoctor;
}

async function askOne(bound: BoundResolver, asking: Asking): Promise<Finding> {
  const { name } = bound.resolver;
  try {
    const { requests, places } = await question(bound, asking);
    if (requests === 0) return good(CHECK, `${name} needs no request`);
    return good(CHECK, `${name} answers; it knows ${places} places of the sample work`);
  } catch (error) {
    if (error instanceof Deferred) return warning(CHECK, `${name}: ${error.message}`, 'try again later');
    if (error instanceof Offline)
      return problem(
        CHECK,
        `${name}: ${error.message}`,
        'check the network of this machine, its name server and proxy',
      );
    if (!(error instanceof Failure)) throw error;
    const at = error.url === undefined ? '' : ` at ${redactUrl(error.url)}`;
    return warning(
      CHECK,
      `${name}: ${error.message} (${error.reason})${at}`,
      reasonFacts(error.reason).advice,
    );
  }
}

async function question(bound: BoundResolver, { tier, client, request }: Asking) {
  const { stop: signal, loaded } = request;
  let requests = 0;
  let places = 0;
  const ask = createAsker({
    send: (one) => {
      requests++;
      return client.send(one);
    },
    bound,
    tier,
    signal,
    note: () => {},
    visited: () => {},
  });
  const work = { id: canonicalWorkId(SAMPLE), ...SAMPLE };
  const context = {
    ask,
    options: bound.options,
    mailto: loaded.config.mailto ?? undefined,
    learn: () => {},
    lead: () => {},
    leads: [],
    refused: [],
    today: request.platform.clock.wall().toISOString(),
    answer: undefined,
    signal,
  };
  if (!bound.resolver.accepts(work, [])) return { requests, places };
  for await (const _ of bound.resolver.plans(work, context)) places++;
  return { requests, places };
}
