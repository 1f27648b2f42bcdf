import type { CacheRequest } from './cache-request.ts';
import type { CacheStore } from './cache-store.ts';
import { sha256Of } from './digest.ts';
import type { StoredAnswer } from './replay.ts';
import { chooseAnswer } from './reuse.ts';

/** The kept answer for a request, fresh or not. One whose bytes are no longer those that came is not there, and is gone. */
export async function recall(store: CacheStore, request: CacheRequest): Promise<StoredAnswer | undefined> {
  const head = chooseAnswer(await store.find(request.key), request);
  if (!head) return undefined;
  const body = await store.body(request.key, head.variant);
  if (body && sha256Of(body) === head.sha256) return { head, body };
  await store.remove(request.key, head.variant);
  return undefined;
}
