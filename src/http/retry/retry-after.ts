import { isArchived } from '../../core/archived.ts';
import { asksToWait } from '../../core/errors.ts';
import { LONGEST_WAIT_MS } from '../../core/longest-wait.ts';
import type { HttpResponse } from '../client.ts';
import { parseHttpDate } from './http-date.ts';

/**
 * How long the server asks to be left alone: 0 to 24 h, `undefined` when it does not say or says nonsense. Only 503 and
 * what means 429 are believed: some APIs send the header with every answer.
 */
export function retryAfterMs(
  answer: Pick<HttpResponse, 'status' | 'headers' | 'isRateRefusal'> & { readonly url?: string },
  wallMs: number,
): number | undefined {
  const text = answer.headers['retry-after']?.trim();
  if (text === undefined || (!asksToWait(answer) && answer.status !== 503)) return undefined;
  if (isArchived(answer)) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : fromDate(text, wallMs);
  return ms === undefined ? undefined : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

function fromDate(text: string, wallMs: number): number | undefined {
  const at = parseHttpDate(text, wallMs);
  return at === undefined ? undefined : at - wallMs;
}
