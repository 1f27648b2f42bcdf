import type { Role } from '../core/manifest-record.ts';
import { html, json, type Reply } from './reply.ts';

/** A host's own limit: asked faster, it answers 429. */
export interface RateRule {
  /** A host, `*.suffix`, or `*`. The first rule that fits counts. */
  readonly host: string;
  /** Least time between two starts of one role. */
  readonly minIntervalMs: number;
  /** Seconds in Retry-After; absent: none is sent, as arXiv and Semantic Scholar do. */
  readonly retryAfterS?: number;
}

/** `undefined`: go ahead. */
export type RateGate = (host: string, role: Role) => Reply | undefined;

/** What networks may take off a gap between sending and arriving. */
const JITTER_MS = 5;

const fits = (pattern: string, host: string): boolean =>
  pattern === '*' || pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));

function refusal(host: string, rule: RateRule): Reply {
  const headers: Record<string, string> =
    rule.retryAfterS === undefined ? {} : { 'retry-after': String(rule.retryAfterS) };
  if (host.endsWith('arxiv.org')) return html(429, 'Rate exceeded.', headers);
  if (host.startsWith('api.')) {
    return json(429, { error: 'Too many requests', message: 'Please slow down.' }, headers);
  }
  return html(429, '<html><body><h1>Too Many Requests</h1></body></html>\n', headers);
}

export function createRateGate(rules: readonly RateRule[], now: () => number): RateGate {
  const lastStarts = new Map<string, number>();
  return (host, role) => {
    const rule = rules.find((one) => fits(one.host, host));
    if (!rule) return undefined;
    const key = `${host} ${role}`;
    const before = lastStarts.get(key);
    lastStarts.set(key, now());
    const isTooSoon = before !== undefined && now() - before < rule.minIntervalMs - JITTER_MS;
    return isTooSoon ? refusal(host, rule) : undefined;
  };
}
