import type { Clock } from '../../core/clock.ts';
import type { StoredHead } from '../cache/cache-store.ts';
import { digestOf, sha256Of } from '../cache/digest.ts';
import { ageMs } from '../cache/freshness.ts';
import { memoryCacheStore } from '../cache/memory.ts';
import { rememberBody } from '../cache/remember-body.ts';
import { replay } from '../cache/replay.ts';
import type { HttpResponse } from '../client.ts';
import type { Hop, HopLayer, HopSend } from './hop.ts';
import { noteHit } from './note-hit.ts';

/** All answers of a run together; the least recently used go first. */
const MAX_BYTES = 32 * 1024 * 1024;

/** An answer about the work, also that it is not known; what went wrong is no answer. */
const ANSWERS: ReadonlySet<number> = new Set([200, 404, 410]);

/** A resolver asks an API about a work; listings, which have no tier, look for what is new. */
const isAboutWork = ({ role, tier, resolver, headers }: Hop): boolean =>
  role === 'metadata' && tier !== undefined && resolver !== undefined && headers?.['range'] === undefined;

const keyOf = ({ resolver = '', method, url, body = '' }: Hop): string =>
  digestOf(resolver, method, url, body);

/**
 * What an API told a resolver about an identifier is not asked again in the same run, whatever it says about caches: a
 * work that is tried again after trouble with its file spends no second request on where the file is.
 */
export function rememberAnswers({ clock }: { readonly clock: Clock }): HopLayer {
  const answers = memoryCacheStore({ maxBytes: MAX_BYTES });

  const remember = (key: string, response: HttpResponse): HttpResponse => {
    const { status, headers } = response;
    const announced = Number(headers['content-length'] ?? 0);
    const body = rememberBody(response.body, announced, (bytes, size) => {
      const head: StoredHead = {
        variant: '',
        audience: '',
        chosenBy: {},
        status,
        headers,
        initialAgeMs: 0,
        receivedAt: clock.now(),
        size,
        sha256: sha256Of(bytes),
      };
      return answers.put(key, head, bytes);
    });
    return { ...response, body };
  };

  const answered = async (hop: Hop, next: HopSend): Promise<HttpResponse> => {
    const key = keyOf(hop);
    const [head] = await answers.find(key);
    const body = head && (await answers.body(key, head.variant));
    if (!head || !body) {
      const response = await next(hop);
      return ANSWERS.has(response.status) ? remember(key, response) : response;
    }
    const response = replay({ head, body }, hop);
    noteHit(hop, response, { sizeBytes: body.byteLength, ageMs: ageMs(head, clock.now()), stale: false });
    return response;
  };
  return (next) => (hop) => (isAboutWork(hop) ? answered(hop, next) : next(hop));
}
