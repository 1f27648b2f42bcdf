import type { Reason } from '../../src/core/errors.ts';
import type { HttpRequest } from '../../src/http/client.ts';
import type { TimeLimits } from '../../src/http/transport/deadlines.ts';

/**
 * One thing a server does with a connection. Text goes out as latin1, with `{origin}`, `{host}`, `{path}` and `{next}`
 * (the path with its last number raised by one) filled in.
 */
export type Step =
  | { readonly send: string | Uint8Array }
  | { readonly wait: number }
  /** A piece every few milliseconds until the client goes away. */
  | { readonly drip: string | Uint8Array; readonly everyMs: number }
  /** As much as the client takes, for ever. */
  | { readonly flood: string | Uint8Array }
  | 'end'
  | 'reset';

/** What is wrong with the identity or the manners of a TLS server. */
export type TlsFault =
  | 'none'
  | 'self-signed'
  | 'unknown-authority'
  | 'expired'
  | 'not-yet-valid'
  | 'another-name'
  | 'name-in-subject-only'
  | 'for-clients-only'
  | 'signed-by-a-leaf'
  | 'sha1'
  | 'tls-1.0'
  | 'tls-1.1'
  | 'http2-only'
  | 'wants-a-client-certificate';

export type NameAnswer = 'unknown' | 'broken' | 'silent' | 'none' | 'thousand' | 'garbage' | 'inside';

/** How a request must end: a reason token, `deferred`, or the status and the number of decoded bytes. */
type End = Reason | 'deferred' | `${number}: ${number} bytes`;

/** One row of the table: what the server does, and what must come of it. */
export interface Behaviour {
  readonly name: string;
  /** Played to every connection, before it has asked anything. */
  readonly greets?: readonly Step[];
  /** Played to the first, second, … request; the last one also to all further ones. */
  readonly replies?: readonly (readonly Step[])[];
  /** Asked over https; without a fault of TLS itself (`greets` alone), what answers is no TLS server at all. */
  readonly tls?: TlsFault | 'not-tls';
  /** What the name of the server resolves to, instead of its address. */
  readonly dns?: NameAnswer;
  readonly request?: Partial<
    Pick<HttpRequest, 'method' | 'role' | 'maxBytes' | 'headers' | 'body' | 'obeyRobots' | 'maxAttempts'>
  >;
  readonly path?: string;
  readonly ends: End;
  /** How the next, harmless request must end: well, unless the host asked to be left alone. */
  readonly afterwards?: 'deferred';
  /** Longest time it may take; the deadlines in force are those of `TIMES`. */
  readonly withinMs?: number;
  /** Most memory the client may grow by meanwhile. */
  readonly growsMiB?: number;
}

/** The deadlines of production, scaled down. */
export const TIMES: TimeLimits = {
  connectMs: 300,
  headersMs: 300,
  idleMs: 250,
  totalMs: 1500,
  minBytesPerSecond: 1024,
  slowAfterMs: 500,
};

/** Largest body where a row names none. */
export const MAX_BYTES = 4 * 1024 * 1024;

/** Bounds are for hangs, not for speed: a busy machine must not fail them. */
export const AT_ONCE_MS = 1000;
export const BY_DEADLINE_MS = 1700;
export const BY_TOTAL_MS = 3200;
export const GROWS_MIB = 8;

/** A head as text, its lines ended as HTTP wants. */
export const head = (status: string, ...lines: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');

export const bytes = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** One reply that is sent whole, the connection left open. */
export const says = (...parts: readonly (string | Uint8Array)[]): Pick<Behaviour, 'replies'> => ({
  replies: [[{ send: bytes(...parts) }]],
});

/** One reply that is sent whole, the connection closed after it. */
export const saysAndEnds = (...parts: readonly (string | Uint8Array)[]): Pick<Behaviour, 'replies'> => ({
  replies: [[{ send: bytes(...parts) }, 'end']],
});

export const plays = (...steps: readonly Step[]): Pick<Behaviour, 'replies'> => ({ replies: [steps] });
