import type { HttpResponse } from '../client.ts';
import { type Hop, hopFacts } from './hop.ts';

/** The record of an answer that cost the host nothing. */
export function noteHit(
  hop: Hop,
  response: HttpResponse,
  facts: { sizeBytes: number; ageMs: number; stale: boolean },
): void {
  const mime = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase().slice(0, 100);
  hop.note({
    ...hopFacts(hop),
    status: 'cache-hit',
    cache_hit: true,
    http_status: response.status,
    ...(mime && { mime }),
    size_bytes: facts.sizeBytes,
    duration_ms: 0,
    sleep_ms: 0,
    extra: { age_s: Math.floor(facts.ageMs / 1000), ...(facts.stale && { stale: true }) },
  });
}
