import type { AttemptNote, Role, Verb } from '../core/manifest-record.ts';

/** Header names are lower-case; a header that came several times is joined with `, `. There is no cookie jar: nothing reads `set-cookie`. */
export type HeaderMap = Readonly<Record<string, string>>;

export interface HttpRequest {
  /** As given; policies use its canonical form as key, the wire gets this one. */
  readonly url: string;
  /** `url` parsed, where the stack has done so already; never changed. */
  readonly parsed?: URL | undefined;
  readonly method: Verb;
  readonly role: Role;
  readonly signal: AbortSignal;
  /** Headers of this request alone (conditions, ranges); identity and credentials are added by the stack. */
  readonly headers?: HeaderMap;
  readonly body?: string;
  /** Secret query parameters, added to the URL at the last moment and never recorded. */
  readonly secretQuery?: Readonly<Record<string, string>>;
  /** Secret headers; they reach the origin of `url` and no other. */
  readonly secretHeaders?: HeaderMap;
  readonly referer?: string;
  /** On whose behalf: slots and limits of a resolver, and the record. */
  readonly resolver?: string;
  readonly tier?: string;
  /** `false` switches robots.txt off for this request (config `obey_robots`). */
  readonly obeyRobots?: boolean;
  /** Largest decoded body that is let through; beyond it the read fails with `too-large`. */
  readonly maxBytes?: number;
  /** Overrides of the stack's own, from the resolver's options. */
  readonly timeoutReadMs?: number;
  readonly maxAttempts?: number;
  /** A redirect to such an address is not followed: the caller knows what it has to say. */
  readonly isKnown?: (url: string) => boolean;
  /** Given, while the request waits for a connection, what gives it up; nothing happens once it is on its way. */
  readonly onWaiting?: (giveUp: (error: Error) => void) => void;
  /** Told each time the request has been written to a connection; also again where a stale one had to be replaced. */
  readonly onSent?: () => void;
  /** Where the record of every exchange and decision goes: the journal of the work. */
  readonly note: (attempt: AttemptNote) => void;
}

export interface BodySize {
  /** Before and after content decoding. */
  readonly wireBytes: number;
  readonly decodedBytes: number;
}

/** A body must be read or discarded exactly once: it holds a connection and a slot until then. */
export interface HttpBody {
  /**
   * Hands over the decoded bytes in order. A promise returned by `onChunk` holds the sender back; what it throws aborts
   * the transfer and is rethrown. Resolves only when the body ended as its framing promised; a connection lost midway,
   * a wrong length, a cut gzip stream, a deadline or a size limit reject with a `Failure`.
   */
  read(onChunk: (chunk: Uint8Array) => void | Promise<void>): Promise<BodySize>;
  /** Drains a little or closes the connection; never rejects. */
  discard(): Promise<void>;
}

export interface HttpResponse {
  readonly status: number;
  /** Another status than 429 whose text says that too many requests came. */
  readonly isRateRefusal?: boolean;
  /** A redirect to an address the caller knows, `url`, which was not asked; there is no body. */
  readonly leadsToKnown?: boolean;
  readonly headers: HeaderMap;
  readonly body: HttpBody;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** Every URL on the way, in order, the last being `url`. */
  readonly hops: readonly string[];
}

/** One exchange. Rejects with `Failure` or `Deferred` only. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * The one way to the network. Every answer with a status, whatever the status, is a response; only what prevented an
 * answer is thrown.
 */
export interface HttpClient {
  readonly send: Send;
}
