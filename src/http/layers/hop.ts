import type { AttemptNote } from '../../core/manifest-record.ts';
import { canonicalUrl, type HostKey, hostKey, parsedUrl } from '../../core/url.ts';
import type { HttpRequest, HttpResponse } from '../client.ts';
import { redactUrl } from '../redact-url.ts';

/** One request on its way down the layers, with what they tell each other. */
export interface Hop extends HttpRequest {
  /** The key of every policy; set by guard-url, the first layer that reads the URL. */
  readonly host?: HostKey;
  /** Which try of this hop it is, from 1; set by retry-transient. */
  readonly attempt?: number;
  /** Time spent waiting for the rate before this exchange; set by limit-rate. */
  readonly sleptMs?: number;
}

export type HopSend = (hop: Hop) => Promise<HttpResponse>;
export type HopLayer = (next: HopSend) => HopSend;

export const hostOf = (hop: Hop): HostKey => hop.host ?? hostKey(parsedUrl(hop));

const STAGE = { metadata: 'resolve', landing: 'resolve', artifact: 'stream', robots: 'prepare' } as const;

/** What every record about a hop says. Nothing in it is secret. */
export function hopFacts(hop: Hop): Omit<AttemptNote, 'status'> {
  const url = redactUrl(hop.url);
  return {
    stage: hop.method === 'HEAD' ? 'prepare' : STAGE[hop.role],
    url,
    canonical_url: canonicalUrl(url, url === hop.url ? hop.parsed : undefined),
    host: hostOf(hop),
    role: hop.role,
    verb: hop.method,
    ...(hop.resolver !== undefined && { resolver: hop.resolver }),
    ...(hop.tier !== undefined && { tier: hop.tier }),
    ...(hop.attempt !== undefined && { attempt: hop.attempt }),
  };
}
