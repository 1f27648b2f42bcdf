import { parseUrl } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import type { Hop, HopSend } from '../layers/hop.ts';
import { type CacheRequest, cacheKey } from './cache-request.ts';
import { type Keeping, keepAnswer } from './keep-answer.ts';
import { replay, type StoredAnswer } from './replay.ts';
import { conditionalHop, confirms, describes, freshened } from './revalidate.ts';
import { sharedExchanges } from './shared-exchanges.ts';

/** The origin as the cache asks it; what it says changes what is kept. */
export interface Origin {
  /** Asks, and keeps the answer if it may be kept. */
  ask(request: CacheRequest): Promise<HttpResponse>;
  /** Asks whether a kept answer still holds: the answer is the kept one, or the one that takes its place. */
  validate(request: CacheRequest, kept: StoredAnswer): Promise<HttpResponse>;
  /** Passes HEAD on; what it tells of a kept answer is believed (RFC 9111 4.3.5). */
  describe(request: CacheRequest, kept: StoredAnswer | undefined): Promise<HttpResponse>;
  /** Passes on what may change things; afterwards nothing old is kept of them (RFC 9111 4.4). */
  change(hop: Hop): Promise<HttpResponse>;
  /** The end of a like request under way, whose answer may then be in the cache. */
  underWay(request: CacheRequest): Promise<void> | undefined;
}

const sharingId = ({ key, audience }: CacheRequest): string => `${key} ${audience}`;

/** The URLs an unsafe request speaks of: others than its own only within its origin. */
function changedUrls(hop: Hop, { headers }: HttpResponse): URL[] {
  const own = new URL(hop.url);
  const named = [headers['location'], headers['content-location']]
    .flatMap((reference) => (reference === undefined ? [] : (parseUrl(reference, hop.url) ?? [])))
    .filter(({ origin }) => origin === own.origin);
  return [own, ...named];
}

export function originOf(next: HopSend, keeping: Keeping): Origin {
  const { store, clock } = keeping;
  const exchanges = sharedExchanges();

  const ask = (request: CacheRequest): Promise<HttpResponse> =>
    exchanges.run(sharingId(request), async (settled) => {
      const sentAt = clock.now();
      const response = await next(request.hop);
      return keepAnswer(request, { response, sentAt, settled }, keeping);
    });

  const validate = (request: CacheRequest, kept: StoredAnswer): Promise<HttpResponse> =>
    exchanges.run(sharingId(request), async (settled) => {
      const { hop, key } = request;
      const { head, body } = kept;
      const sentAt = clock.now();
      const conditional = conditionalHop(hop, head);
      const response = await next(conditional ?? hop);
      if (response.status !== 304 || !conditional) {
        if (response.status < 500) await store.remove(key, head.variant);
        return keepAnswer(request, { response, sentAt, settled }, keeping);
      }
      await response.body.discard();
      if (!confirms(response.headers, head)) {
        await store.remove(key, head.variant);
        settled();
        return ask(request);
      }
      const fresh = freshened(head, response.headers, { sentAt, clock });
      await store.refresh(key, fresh);
      settled();
      return replay({ head: fresh, body }, hop);
    });

  return {
    ask,
    validate,
    async describe({ hop, key }, kept) {
      const sentAt = clock.now();
      const response = await next(hop);
      if (!kept || response.status >= 500) return response;
      const { head } = kept;
      if (describes(response, head)) {
        await store.refresh(key, freshened(head, response.headers, { sentAt, clock }));
      } else await store.remove(key, head.variant);
      return response;
    },
    async change(hop) {
      const response = await next(hop);
      if (response.status < 400) {
        for (const url of changedUrls(hop, response)) await store.remove(cacheKey(url));
      }
      return response;
    },
    underWay: (request) => exchanges.underWay(sharingId(request), request.hop.signal),
  };
}
