import type { Instant } from '../../core/clock.ts';
import type { Outage } from '../../core/offline.ts';

/**
 * What one peer's trouble may tell.
 * - `network`: no such error comes from a host (no route, no name server, no proxy);
 * - `unclear`: a host or the way to it (no answer, unknown name, reset);
 * - `refused`: somebody answered, be it only to refuse;
 * - `certificate`: somebody answered who is not the host.
 */
export type TroubleKind = 'network' | 'unclear' | 'refused' | 'certificate';

export interface Trouble {
  /** Who was dialled: an origin. */
  readonly peer: string;
  readonly kind: TroubleKind;
  /** In words, without the host's name. */
  readonly why: string;
  /** It is the name that could not be found: only a new connection proves that names can be. */
  readonly isName?: boolean;
  /** When the request began. */
  readonly startedAt: Instant;
}

/**
 * Whether anything can be reached at all: one judgement for all requests of a run, in all its processes. One dead host is
 * not the network, and the network is not many dead hosts: trouble is held against what others hear.
 */
export interface Network {
  /** `undefined` while hosts can be reached. */
  outage(): Outage | undefined;
  /** How many there have been: a request that began in another count fell into one. */
  outages(): number;
  /** Something came from this peer; `isNew`: a connection to it has just come to stand. */
  heard(peer: string, isNew: boolean): void;
  /** Whose trouble it is. Resolves within about two seconds. */
  judge(trouble: Trouble): Promise<'host' | 'network'>;
  /** Told whenever an outage begins or ends. */
  onChange(listen: () => void): void;
}
