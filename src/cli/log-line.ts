import type { Event } from '../core/events.ts';
import { plainText } from '../core/plain-text.ts';

/** From the least to the most important. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export const isAtLeast = (level: Level, least: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(least);

export interface LogEntry {
  readonly level: Level;
  readonly message: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/** Together with what stands beside it, a line stays below 16 KiB. */
const MAX_MESSAGE_CHARS = 4096;
const MAX_FIELD_CHARS = 512;

/** One JSON object on one line; nothing from outside can forge a second one or move a cursor. */
export function logLine(time: string, { message, ...fields }: LogEntry): string {
  const harmless = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? plainText(value, MAX_FIELD_CHARS) : value,
  ]);
  return JSON.stringify({
    time,
    ...Object.fromEntries(harmless),
    message: plainText(message, MAX_MESSAGE_CHARS),
  });
}

/** Lines for people say by their first word how much they matter. */
export function levelOf(text: string): Level {
  if (/^(?:error|bug|config): /.test(text)) return 'error';
  return text.startsWith('warning: ') ? 'warn' : 'info';
}

function breakerEntry({ host, state }: Extract<Event, { type: 'breaker' }>): LogEntry {
  const level = state === 'closed' || state === 'half-open' ? 'info' : 'warn';
  return { level, event: 'breaker', host, state, message: `the breaker of ${host} is ${state}` };
}

const offlineEntry = ({ why, lastedMs }: Extract<Event, { type: 'offline' }>): LogEntry =>
  why === undefined
    ? {
        level: 'info',
        event: 'online',
        lasted_ms: Math.round(lastedMs),
        message: 'hosts can be reached again',
      }
    : { level: 'warn', event: 'offline', message: why };

/** What a log says of an event; nothing where it is only of use to a display. */
export function entryOf(event: Event): LogEntry | undefined {
  switch (event.type) {
    case 'attempt': {
      const { doc_id, status, reason, resolver, host, url, http_status, duration_ms, sleep_ms } =
        event.record;
      const fields = { doc_id, status, reason, resolver, host, url, http_status, duration_ms, sleep_ms };
      return { level: 'debug', event: 'attempt', ...fields, message: `${doc_id}: ${status}` };
    }
    case 'outcome': {
      const { doc_id, status, reason, resolver, host, path, size_bytes, duration_ms } = event.record;
      const fields = { doc_id, outcome: status, reason, resolver, host, path, size_bytes, duration_ms };
      return { level: 'info', event: 'outcome', ...fields, message: `${doc_id}: ${status}/${reason}` };
    }
    case 'parked': {
      const { docId: doc_id, host, why } = event;
      return { level: 'debug', event: 'parked', doc_id, host, why, message: `${doc_id} waits for ${host}` };
    }
    case 'enqueued': {
      const { added, rearmed, duplicates, rejected } = event;
      const fields = { added, rearmed, duplicates, rejected };
      return { level: 'info', event: 'enqueued', ...fields, message: `${added + rearmed} works queued` };
    }
    case 'breaker':
      return breakerEntry(event);
    case 'offline':
      return offlineEntry(event);
    case 'warning':
      return { level: 'warn', event: 'warning', message: event.message };
    case 'notice':
      return { level: 'info', event: 'notice', message: event.message };
    case 'listing-done':
      return { level: 'debug', event: 'listing-done', message: 'all inputs are read' };
    case 'rejected':
      // Shown as a warning, with a limit on their number.
      return undefined;
  }
}
