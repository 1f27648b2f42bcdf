import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import { inNextTurn } from '../../platform/next-turn.ts';
import type { HeaderMap, HttpBody, HttpRequest, HttpResponse } from '../client.ts';
import { onAbort } from '../on-abort.ts';
import { classifyError } from './classify-error.ts';
import { type Deadlines, deadlines, type TimeLimits } from './deadlines.ts';
import { readDecoded } from './decode-body.ts';
import { codingsOf } from './decoders.ts';
import { type Inflow, inflow } from './inflow.ts';
import { holdToRange, rangeLength } from './range-length.ts';
import type { WireListener, WireWatch } from './wire-watch.ts';

/** Where a request goes and what it says there. */
export interface Dial {
  /** Of the URL, for messages. */
  readonly host: string;
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

export interface ExchangeDeps {
  readonly clock: Clock;
  readonly wires: WireWatch;
  readonly limits: TimeLimits;
  /** Largest decoded body where the request names none. */
  readonly maxBytes: number;
}

export interface Exchange {
  readonly response: Promise<HttpResponse>;
  /**
   * Whether it broke because the server had just closed a connection that was kept for further requests: before a byte of
   * an answer, on a connection not opened for it. The server then never saw the request.
   */
  wasStale(): boolean;
}

/** So little is left, and so soon here, that reading it is cheaper than a new connection. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 250;

/**
 * What may come beside the content: heads, interim answers, chunk sizes. Content in chunks of one byte needs 5 bytes for
 * each; a server that sends far more, or much without any content (extensions, empty lines, 1xx without end), means no
 * answer.
 */
const FRAMING_BYTES = 256 * 1024;
const FRAMING_PER_BYTE = 16;

type RawHeaders = Record<string, string | string[] | undefined>;

/**
 * A transfer coding that does something to the body, or may hide another from the parser. Any other word is nonsense some
 * servers send: the body then ends with the connection (RFC 9112 6.3).
 */
const REAL_CODING = /chunk|gzip|deflate|compress|zstd|^br$/i;
const isHarmless = (coding: string): boolean =>
  /^chunked$/i.test(coding) || (/^[\w!#$%&'*+.^`|~-]+$/.test(coding) && !REAL_CODING.test(coding));

/** What the parser lets pass although it leaves open where the body ends, or where a redirect leads. */
function objectionTo(raw: RawHeaders): string | undefined {
  const coding = String(raw['transfer-encoding'] ?? 'chunked').trim();
  if (!isHarmless(coding)) return 'the body has a transfer coding that was not asked for';
  const { location } = raw;
  return Array.isArray(location) && new Set(location).size > 1 ? 'it names two locations at once' : undefined;
}

function headerMap(raw: RawHeaders): HeaderMap {
  const headers = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    if (value === undefined) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

interface BodyFacts {
  readonly headers: HeaderMap;
  readonly maxBytes: number;
  /** What Content-Range promises. */
  readonly rangeBytes: number | undefined;
  readonly clock: Clock;
  readonly abort: (error: Error) => void;
}

class NotWanted extends Error {}

/**
 * undici takes a connection back one turn after the last byte of its answer. A caller told at once would ask again before
 * that, and be given a second connection beside the idle one.
 */
const endSoon = (bytes: Inflow | undefined): void => queueMicrotask(() => inNextTurn(() => bytes?.end()));

function bodyOver(bytes: Inflow, { headers, maxBytes, rangeBytes, clock, abort }: BodyFacts): HttpBody {
  let taken = false;
  const take = (): void => {
    if (taken) throw new Error('a body is read or discarded exactly once');
    taken = true;
  };
  return {
    async read(onChunk) {
      take();
      try {
        const codings = codingsOf(headers['content-encoding']);
        return holdToRange(await readDecoded(bytes, { codings, maxBytes }, onChunk), rangeBytes);
      } catch (error) {
        abort(error as Error);
        throw error;
      }
    },
    async discard() {
      if (taken) return;
      take();
      let drained = 0;
      const enough = () => abort(new NotWanted('not wanted'));
      if (Number(headers['content-length'] ?? Infinity) > DRAIN_BYTES && !bytes.isComplete()) return enough();
      using _patience = clock.after(DRAIN_MS, enough);
      await bytes
        .read((chunk) => {
          drained += chunk.byteLength;
          if (drained > DRAIN_BYTES) throw new NotWanted('not wanted');
        })
        .catch(() => undefined);
    },
  };
}

/** One request and its answer over undici's dispatcher, without streams. */
// oxlint-disable-next-line max-lines-per-function -- the callbacks of one state machine, read as one
export function exchange(request: HttpRequest, dial: Dial, deps: ExchangeDeps): Exchange {
  const answer = Promise.withResolvers<HttpResponse>();
  const { host } = dial;
  let controller: Dispatcher.DispatchController | undefined;
  let phase: 'connecting' | 'waiting for the answer' | 'reading the body' = 'connecting';
  let hasLength = false;
  let firstByte = false;
  let reused = false;
  let stale = false;
  let socket: Socket | undefined;
  let readBefore = 0;
  let contentBytes = 0;
  let over = false;
  let bytes: Inflow | undefined;
  let forget: (() => void) | undefined;

  const finish = (error?: Error): void => {
    if (over) return;
    over = true;
    timing.end();
    forget?.();
    if (!error) return endSoon(bytes);
    const classified = classifyError(error, { phase, host, hasLength });
    stale = reused && !firstByte && classified instanceof Failure && classified.reason === 'conn-error';
    if (bytes) bytes.fail(classified);
    else answer.reject(classified);
  };
  /** Ends the exchange from this side; a request not yet on the wire is dropped when its turn comes. */
  const abort = (error: Error): void => {
    finish(error);
    controller?.abort(error);
  };
  const isConnecting = (): boolean => !over && phase === 'connecting';
  const giveUp = (): void => abort(request.signal.reason as Error);
  const { timeoutReadMs } = request;
  const limits = timeoutReadMs === undefined ? deps.limits : { ...deps.limits, idleMs: timeoutReadMs };
  const timing: Deadlines = deadlines({ clock: deps.clock, limits, host, expire: abort });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (over) return started.abort(new NotWanted('given up while waiting for a connection'));
      phase = 'waiting for the answer';
      timing.sent();
      if (request.onSent) queueMicrotask(request.onSent); // undici writes before it yields
    },
    onResponseStarted() {
      firstByte = true;
    },
    onResponseStart(flow, status, raw) {
      if (over || status < 200) return;
      const objection = objectionTo(raw);
      if (objection !== undefined) return abort(new Failure('protocol-error', objection, { host }));
      phase = 'reading the body';
      timing.answered();
      const headers = headerMap(raw);
      hasLength = headers['content-length'] !== undefined && headers['transfer-encoding'] === undefined;
      bytes = inflow({
        pause() {
          timing.held();
          flow.pause();
        },
        resume() {
          timing.released();
          flow.resume();
        },
        abort,
      });
      const { clock } = deps;
      const maxBytes = request.maxBytes ?? deps.maxBytes;
      const rangeBytes = request.method === 'HEAD' ? undefined : rangeLength(status, headers);
      const body = bodyOver(bytes, { headers, maxBytes, rangeBytes, clock, abort });
      answer.resolve({ status, headers, body, url: request.url, hops: [request.url] });
    },
    onResponseData(_flow, chunk) {
      timing.received(chunk.byteLength);
      contentBytes += chunk.byteLength;
      bytes?.push(chunk);
    },
    onResponseEnd: () => finish(),
    onResponseError: (_flow, error) => finish(error),
  };

  const listener: WireListener = {
    carried(carrier, isReused) {
      socket = carrier;
      reused = isReused;
      readBefore = carrier.bytesRead;
    },
    moved() {
      if (over || !socket) return;
      const framingBytes = socket.bytesRead - readBefore - contentBytes;
      if (framingBytes <= FRAMING_BYTES + FRAMING_PER_BYTE * contentBytes) return;
      abort(new Failure('protocol-error', 'the server sends much that is no content', { host }));
    },
    // The parser takes a reset for the end of a body without a length.
    broke: (error) => finish(error),
  };

  if (request.signal.aborted) giveUp();
  else {
    forget = onAbort(request.signal, giveUp);
    const { origin, path, headers, dispatcher } = dial;
    const body = request.body ?? null;
    const options = { origin, path, method: request.method, headers, body };
    deps.wires.follow(listener, () => dispatcher.dispatch(options, handler));
    if (isConnecting()) request.onWaiting?.((error) => isConnecting() && abort(error));
  }
  return { response: answer.promise, wasStale: () => stale };
}
