import type { Config } from '../config/schema.ts';
import type { Event } from '../core/events.ts';
import type { Secret } from '../core/mask-secrets.ts';
import type { SentError } from '../platform/sent-error.ts';
import type { DrainEnd } from '../workers/scheduler.ts';

/** A configuration as it crosses a line. */
export interface SentConfig {
  readonly config: Config;
  readonly configHash: string;
  /** What the engine must hide from hosts that repeat it. */
  readonly secrets: readonly Secret[];
}

export interface EngineStart extends SentConfig {
  readonly runId: string;
  readonly version: string;
  readonly workers: number;
  /** What to take from a reading of the machine's stopwatch to have an instant of the parent's clock. */
  readonly stopwatchOffset: number;
  /** How often to say that it lives. */
  readonly tickMs: number;
  readonly isListing: boolean;
}

/** What an engine process is told. */
export type ToEngine =
  | { readonly engine: 'start'; readonly start: EngineStart }
  | { readonly engine: 'reload'; readonly loaded: SentConfig }
  /** Works were added: look again now. */
  | { readonly engine: 'wake' }
  /** No more works come: end when nothing is left to do. */
  | { readonly engine: 'listed' }
  | { readonly engine: 'stop' }
  | { readonly engine: 'lost'; readonly lost: readonly { readonly jobId: number; readonly token: number }[] };

/** What an engine process tells. */
export type FromEngine =
  | { readonly parent: 'tick' }
  | { readonly parent: 'event'; readonly event: Event }
  | { readonly parent: 'ended'; readonly end: DrainEnd }
  | { readonly parent: 'failed'; readonly error: SentError };

const has = (message: unknown, key: string): boolean =>
  typeof message === 'object' && message !== null && key in message;

export const isToEngine = (message: unknown): message is ToEngine => has(message, 'engine');
export const isFromEngine = (message: unknown): message is FromEngine => has(message, 'parent');
