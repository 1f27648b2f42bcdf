import type { Instant } from '../../core/clock.ts';
import type { BodySize, HeaderMap } from '../client.ts';

/** Everything about a kept answer except its body. Neither URLs nor values of request headers stand in it: digests do. */
export interface StoredHead {
  /** Names it among the answers of its key. */
  readonly variant: string;
  /** Digest of for whom it is: role and credential. */
  readonly audience: string;
  /** Digest of the URL as it was asked for; absent where every spelling of the URL may have it. */
  readonly exactUrl?: string;
  /** The request headers it was chosen by (`Vary`): name -> digest of the value. */
  readonly chosenBy: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: HeaderMap;
  /** How old it was when it came (RFC 9111 4.2.3). */
  readonly initialAgeMs: number;
  readonly receivedAt: Instant;
  /** How long it is believed where it says nothing about that itself. */
  readonly unstatedMs?: number;
  readonly size: BodySize;
  /** Of the body, decoded. */
  readonly sha256: string;
}

/**
 * Where answers rest. A store only ever forgets: no call rejects, and whatever goes wrong below (a broken file, a lock, a
 * full disk) is told as a warning and looks like an answer that is not there.
 * - An answer is found whole or not at all; `put` replaces the one with the same key and variant.
 * - `refresh` gives a kept body a new head, and does nothing when that body is gone or another one.
 * - The answers least recently used go first when the store has grown to its limit.
 * - After disposal nothing is found and nothing is kept.
 */
export interface CacheStore extends Disposable {
  find(key: string): Promise<readonly StoredHead[]>;
  body(key: string, variant: string): Promise<Uint8Array | undefined>;
  put(key: string, head: StoredHead, body: Uint8Array): Promise<void>;
  refresh(key: string, head: StoredHead): Promise<void>;
  /** All answers of the key where no variant is named. */
  remove(key: string, variant?: string): Promise<void>;
}
