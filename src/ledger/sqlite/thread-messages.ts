import type { Instant } from '../../core/clock.ts';
import { packError, type SentError, unpackError } from '../../platform/sent-error.ts';
import type { LeaseKey, Reply, Request } from './commands.ts';
import type { LedgerTimes } from './ledger-engine.ts';

export interface ThreadStart {
  readonly path: string;
  readonly times: LedgerTimes;
  readonly now: Instant;
  /** One Int32 that the main thread counts up while its event loop turns. */
  readonly tick: SharedArrayBuffer;
}

export type ToThread =
  | { readonly type: 'requests'; readonly requests: readonly Request[]; readonly now: Instant }
  | { readonly type: 'close' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly error: SentError }
  | { readonly type: 'replies'; readonly replies: readonly SentReply[] }
  | { readonly type: 'lost'; readonly lost: readonly LeaseKey[] };

type SentReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly sent: SentError };

export const packReply = (reply: Reply): SentReply =>
  'error' in reply ? { id: reply.id, sent: packError(reply.error) } : reply;

export const unpackReply = (reply: SentReply): Reply =>
  'sent' in reply ? { id: reply.id, error: unpackError(reply.sent) } : reply;
