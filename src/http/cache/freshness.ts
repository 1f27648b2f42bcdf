import type { Instant } from '../../core/clock.ts';
import type { HeaderMap } from '../client.ts';
import { parseHttpDate } from '../retry/http-date.ts';
import { type Directives, parseCacheControl } from './cache-control.ts';
import type { StoredHead } from './cache-store.ts';
import { isHeuristicallyCacheable } from './status-codes.ts';

/** RFC 9111 4.2.2 suggests a tenth of the time since the last change. */
const HEURISTIC_SHARE = 0.1;
/** A guess is not believed for longer than this, however old the page. */
const LONGEST_GUESS_MS = 24 * 3600_000;
const LONGEST_AGE_S = 2 ** 31;

/** The first member counts (RFC 9111 5.1); what is no whole number is ignored. */
function ageHeaderMs(headers: HeaderMap): number {
  const first = headers['age']?.split(',', 1)[0]?.trim() ?? '';
  return /^\d+$/.test(first) ? Math.min(Number(first), LONGEST_AGE_S) * 1000 : 0;
}

export interface Arrival {
  /** Between the request and its answer. */
  readonly delayMs: number;
  /** By the wall clock: it is compared with dates of other machines. */
  readonly wallMs: number;
}

/** `corrected_initial_age` of RFC 9111 4.2.3. */
export function initialAgeMs(headers: HeaderMap, { delayMs, wallMs }: Arrival): number {
  const date = parseHttpDate(headers['date'] ?? '', wallMs);
  const apparentMs = date === undefined ? 0 : Math.max(0, wallMs - date);
  return Math.max(apparentMs, ageHeaderMs(headers) + delayMs);
}

/** A clock set back since then makes an answer older, never younger. */
export const ageMs = ({ initialAgeMs: initial, receivedAt }: StoredHead, now: Instant): number =>
  initial + Math.abs(now - receivedAt);

type Answer = Pick<StoredHead, 'status' | 'headers' | 'receivedAt' | 'unstatedMs'>;

function guessedLifetimeMs({ status, headers, unstatedMs }: Answer, dateMs: number): number {
  if (!isHeuristicallyCacheable(status) && !parseCacheControl(headers['cache-control']).has('public'))
    return 0;
  const changed = parseHttpDate(headers['last-modified'] ?? '', dateMs);
  if (changed === undefined) return unstatedMs ?? 0;
  return Math.min(Math.max(0, (dateMs - changed) * HEURISTIC_SHARE), LONGEST_GUESS_MS);
}

/** How long the answer stays fresh, from its own clock: RFC 9111 4.2.1, as a private cache (no `s-maxage`). */
export function lifetimeMs(answer: Answer, directives: Directives): number {
  const { headers, receivedAt } = answer;
  const maxAgeMs = directives.ms('max-age');
  if (maxAgeMs !== undefined) return maxAgeMs;
  const date = parseHttpDate(headers['date'] ?? '', receivedAt) ?? receivedAt;
  if (headers['expires'] === undefined) return guessedLifetimeMs(answer, date);
  const expires = parseHttpDate(headers['expires'], receivedAt);
  return expires === undefined ? 0 : Math.max(0, expires - date);
}
