import { Deferred } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';
import { Offline } from '../../core/offline.ts';
import { type CacheRequest, readCacheRequest } from '../cache/cache-request.ts';
import { ageMs } from '../cache/freshness.ts';
import type { Keeping } from '../cache/keep-answer.ts';
import { type Origin, originOf } from '../cache/origin.ts';
import { recall } from '../cache/recall.ts';
import { canReplay, replay, type StoredAnswer } from '../cache/replay.ts';
import { mayStandIn, reuseOf } from '../cache/reuse.ts';
import { isServerError, isUnreachable } from '../cache/revalidate.ts';
import type { HttpResponse } from '../client.ts';
import type { Hop, HopLayer } from './hop.ts';
import { noteHit } from './note-hit.ts';

/** Files have validators of their own, robots.txt its own rules. */
const isCached = ({ role }: Hop): boolean => role === 'metadata' || role === 'landing';

const isSafe = ({ method }: Hop): boolean => method === 'GET' || method === 'HEAD';

/** The answer to `only-if-cached` where nothing is kept (RFC 9111 5.2.1.7). */
const nothingKept = ({ url }: Hop): HttpResponse => ({
  status: 504,
  headers: {},
  body: { read: async () => ({ wireBytes: 0, decodedBytes: 0 }), discard: async () => undefined },
  url,
  hops: [url],
});

/** Fetches a new answer while the old one is in use, once however many use it. Nobody waits for it, so trouble is dropped. */
function backgroundRefresh(origin: Origin): (request: CacheRequest, kept: StoredAnswer) => void {
  const underWay = new Set<string>();
  return (request, kept) => {
    const id = `${request.key} ${kept.head.variant}`;
    if (underWay.has(id)) return;
    underWay.add(id);
    void origin
      .validate(request, kept)
      .then((response) => response.body.read(() => undefined))
      .catch((error: unknown) => {
        const isTrouble = error instanceof Failure || error instanceof Deferred || error instanceof Offline;
        if (!isTrouble && !request.hop.signal.aborted) throw error;
      })
      .finally(() => underWay.delete(id));
  };
}

/** A private cache to RFC 9111. What it answers costs no token and no slot, and no breaker hears of it. */
export function cacheResponses(keeping: Keeping): HopLayer {
  const { store, clock } = keeping;
  const hit = ({ hop }: CacheRequest, kept: StoredAnswer, stale: boolean): HttpResponse => {
    const age = ageMs(kept.head, clock.now());
    const response = replay(kept, hop, age);
    noteHit(hop, response, { sizeBytes: kept.body.byteLength, ageMs: age, stale });
    return response;
  };

  return (next) => {
    const origin = originOf(next, keeping);
    const refresh = backgroundRefresh(origin);

    const validateOrStandIn = async (request: CacheRequest, kept: StoredAnswer): Promise<HttpResponse> => {
      const standsIn = (unreachable: boolean): boolean =>
        mayStandIn(kept.head, request, { now: clock.now(), isUnreachable: unreachable });
      try {
        const response = await origin.validate(request, kept);
        if (!isServerError(response) || !standsIn(false)) return response;
        await response.body.discard();
      } catch (error) {
        if (!isUnreachable(error) || !standsIn(true)) throw error;
      }
      return hit(request, kept, true);
    };
    const fromOrigin = (request: CacheRequest, kept: StoredAnswer | undefined): Promise<HttpResponse> => {
      if (request.hop.method === 'HEAD') return origin.describe(request, kept);
      return kept && canReplay(kept, request.hop) ? validateOrStandIn(request, kept) : origin.ask(request);
    };
    const answer = async (request: CacheRequest, mayWait: boolean): Promise<HttpResponse> => {
      const { hop, directives } = request;
      const kept = await recall(store, request);
      const reuse = kept && canReplay(kept, hop) ? reuseOf(kept.head, request, clock.now()) : 'validate';
      if (kept && reuse !== 'validate') {
        if (reuse === 'use-and-refresh') refresh(request, kept);
        return hit(request, kept, reuse === 'use-and-refresh');
      }
      if (directives.has('only-if-cached')) return nothingKept(hop);
      const other = mayWait ? origin.underWay(request) : undefined;
      if (!other) return fromOrigin(request, kept);
      await other;
      return answer(request, false);
    };

    return (hop) => {
      if (!isCached(hop)) return next(hop);
      if (!isSafe(hop)) return origin.change(hop);
      const request = readCacheRequest(hop);
      return request.isForOrigin ? origin.ask(request) : answer(request, true);
    };
  };
}
