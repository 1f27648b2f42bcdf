import type { HeaderMap } from '../client.ts';
import { parseHttpDate } from './http-date.ts';

/** Longer waits are nonsense or another run's business. */
const LONGEST_MS = 24 * 3600_000;

/**
 * A page of a web archive carries the status the page had when it was archived; `memento-datetime` (RFC 7089) gives it
 * away. Such a 429 or 503 says nothing about the host that answered.
 */
export const isArchived = (headers: HeaderMap): boolean => headers['memento-datetime'] !== undefined;

/**
 * How long the server asks to be left alone: 0 to 24 h, `undefined` when it does not say or says nonsense. Only 429 and
 * 503 are believed: some APIs send the header with every answer.
 */
export function retryAfterMs(
  answer: { readonly status: number; readonly headers: HeaderMap },
  wallMs: number,
): number | undefined {
  const text = answer.headers['retry-after']?.trim();
  if (text === undefined || (answer.status !== 429 && answer.status !== 503)) return undefined;
  if (isArchived(answer.headers)) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : fromDate(text, wallMs);
  return ms === undefined ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS);
}

function fromDate(text: string, wallMs: number): number | undefined {
  const at = parseHttpDate(text, wallMs);
  return at === undefined ? undefined : at - wallMs;
}
