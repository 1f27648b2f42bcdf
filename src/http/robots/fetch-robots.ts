import type { Clock } from '../../core/clock.ts';
import { asksToWait, Failure, OutOfRoom, reasonOfAnswer } from '../../core/errors.ts';
import type { HttpBody, HttpResponse } from '../client.ts';
import type { Hop, HopSend } from '../layers/hop.ts';

/** RFC 9309 2.5 wants at least 500 KiB; what lies beyond is not read, and what was read is obeyed. */
const MAX_BYTES = 512 * 1024;
const BODY_DEADLINE_MS = 10_000;

/** A robots.txt as it was served, or what kept it from being read: the host is then left alone (RFC 9309 2.3.1.4). */
export type RobotsFile =
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'unreachable'; readonly failure: Failure };

/** No rules at all: the file does not exist, or cannot be reached by any number of redirects. */
const NO_RULES: RobotsFile = { kind: 'file', text: '' };
const NOT_THERE = new Set(['too-many-redirects', 'redirect-loop', 'https-only', 'blocked-address']);

class EnoughRead extends Error {}

async function readStart(body: HttpBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    await body.read((chunk) => {
      chunks.push(chunk.slice(0, MAX_BYTES - size));
      size += chunk.byteLength;
      if (size >= MAX_BYTES) throw new EnoughRead();
    });
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

async function fileOf(response: HttpResponse): Promise<RobotsFile> {
  const { status, body, url } = response;
  if (status >= 200 && status < 300) return { kind: 'file', text: await readStart(body) };
  await body.discard();
  if (status < 500 && !asksToWait(response)) return NO_RULES;
  const message = `robots.txt answered with status ${status}, so nothing may be asked`;
  return {
    kind: 'unreachable',
    failure: new Failure(reasonOfAnswer(response), message, { url, httpStatus: status }),
  };
}

export interface RobotsFetch {
  readonly send: HopSend;
  readonly clock: Clock;
}

/** Fetches the robots.txt of an origin on behalf of a hop: the record is the hop's, the limits are the host's. */
export async function fetchRobots(
  hop: Hop,
  origin: string,
  { send, clock }: RobotsFetch,
): Promise<RobotsFile> {
  const late = new AbortController();
  const request: Hop = {
    url: `${origin}/robots.txt`,
    method: 'GET',
    role: 'robots',
    signal: AbortSignal.any([hop.signal, late.signal]),
    note: hop.note,
    timeoutReadMs: BODY_DEADLINE_MS,
    ...(hop.tier !== undefined && { tier: hop.tier }),
  };
  try {
    const response = await send(request);
    using _deadline = clock.after(BODY_DEADLINE_MS, () =>
      late.abort(new Failure('timeout', 'robots.txt did not end in time', { url: request.url })),
    );
    return await fileOf(response);
  } catch (error) {
    // Want of open files is ours, and says nothing about the host.
    if (!(error instanceof Failure) || error instanceof OutOfRoom) throw error;
    return NOT_THERE.has(error.reason) ? NO_RULES : { kind: 'unreachable', failure: error };
  }
}
