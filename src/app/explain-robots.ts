import type { LoadedConfig } from '../config/assemble-config.ts';
import { Deferred } from '../core/deferred.ts';
import { fetchRobots } from '../http/robots/fetch-robots.ts';
import { parseRobotsTxt, productToken } from '../http/robots/robots-txt.ts';
import { identityOf } from './identity.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { refuseAnonymous } from './refuse-anonymous.ts';
import { wireHttp } from './wire-http.ts';

/** What the host's robots.txt says about a URL. */
export type ExplainedRobots =
  | { readonly fetched: true; readonly allowed: boolean; readonly crawl_delay_s: number | null }
  | { readonly fetched: false; readonly why: string };

/** Asks for the robots.txt of an admitted URL through the one HTTP stack, and for nothing else. */
export async function explainRobots(
  url: string,
  loaded: LoadedConfig,
  { platform, version }: { readonly platform: Platform; readonly version: string },
): Promise<ExplainedRobots> {
  // Limits of this one request are counted here; the cache of a run, if there is one, is left alone.
  const config = {
    ...loaded.config,
    rate_limit: { ...loaded.config.rate_limit, backend: 'memory' as const },
    http: { ...loaded.config.http, cache: { ...loaded.config.http.cache, enabled: false } },
  };
  refuseAnonymous(config);
  await using http = await wireHttp(config, platform, { version, emit: () => {}, places: placesOf(config) });
  const { origin, pathname, search } = new URL(url);
  const signal = new AbortController().signal;
  const hop = { url, method: 'GET', role: 'landing', signal, note: () => {} } as const;
  const agent = productToken(identityOf(config, version).userAgent);
  try {
    const file = await fetchRobots(hop, origin, { send: http.client.send, clock: platform.clock });
    if (file.kind === 'unreachable') return { fetched: false, why: file.failure.message };
    const rules = parseRobotsTxt(file.text, agent);
    return {
      fetched: true,
      allowed: rules.allows(`${pathname}${search}`),
      crawl_delay_s: rules.crawlDelayS ?? null,
    };
  } catch (error) {
    if (!(error instanceof Deferred)) throw error;
    return { fetched: false, why: error.message };
  }
}
