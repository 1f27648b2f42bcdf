import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import { type HostKey, parsedUrl, pathAndQuery } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import { fetchRobots, type RobotsFile } from '../robots/fetch-robots.ts';
import type { KeptRobots } from '../robots/kept-robots.ts';
import type { RobotsAnswer, RobotsCache } from '../robots/robots-cache.ts';
import { parseRobotsTxt } from '../robots/robots-txt.ts';
import { type Hop, type HopLayer, type HopSend, hopFacts, hostOf } from './hop.ts';

/** A host that asks for longer pauses is given this one; the work waits in the queue, not in a worker. */
const MAX_CRAWL_DELAY_S = 60;

export interface RobotsSettings {
  readonly enabled: boolean;
  /** Product token that `User-agent` lines are compared with. */
  readonly agent: string;
  readonly cache: RobotsCache;
  /** What is asked before the host is. */
  readonly kept: KeptRobots;
  readonly clock: Clock;
  /** Told the least distance between two requests that the host asks for. */
  readonly setFloor: (host: HostKey, intervalMs: number) => void;
  /** Wraps the layers below for the robots.txt request itself: redirects, guard and headers. */
  readonly around: (next: HopSend) => HopSend;
}

/** Landing pages and artifacts are fetched only where the host's robots.txt lets us; APIs are meant to be asked. */
export function obeyRobots(settings: RobotsSettings): HopLayer {
  const { enabled, agent, cache, kept, clock, setFloor, around } = settings;
  const applies = (hop: Hop): boolean =>
    (hop.obeyRobots ?? enabled) && (hop.role === 'landing' || hop.role === 'artifact');

  return (next) => {
    const send = around(next);

    const fetched = async (hop: Hop, origin: string): Promise<RobotsFile> => {
      const file = await fetchRobots(hop, origin, { send, clock });
      if (file.kind === 'file') await kept.keep(origin, file.text);
      return file;
    };
    const load = async (hop: Hop, origin: string): Promise<RobotsAnswer> => {
      const known = await kept.find(origin);
      const file = known ? ({ kind: 'file', text: known.text } as const) : await fetched(hop, origin);
      if (file.kind === 'unreachable') return file;
      const rules = parseRobotsTxt(file.text, agent);
      setFloor(hostOf(hop), Math.min(rules.crawlDelayS ?? 0, MAX_CRAWL_DELAY_S) * 1000);
      return { kind: 'rules', rules, ageMs: known?.ageMs ?? 0 };
    };

    const asAllowed = async (hop: Hop): Promise<HttpResponse> => {
      const url = parsedUrl(hop);
      const { origin } = url;
      const answer = await cache.get(origin, hop.signal, () => load(hop, origin));
      if (answer.kind === 'rules' && answer.rules.allows(pathAndQuery(url))) return next(hop);
      // An unreachable robots.txt forbids as much, but its reason is the host's trouble, and worth another try later.
      const failure =
        answer.kind === 'unreachable'
          ? answer.failure
          : new Failure('robots', 'robots.txt does not allow this URL', { host: hostOf(hop) });
      hop.note({ ...hopFacts(hop), status: 'robots-disallowed', reason: failure.reason });
      throw failure;
    };
    return (hop) => (applies(hop) ? asAllowed(hop) : next(hop));
  };
}
