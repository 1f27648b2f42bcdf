import { Failure } from '../../../src/core/errors.ts';
import type { HttpRequest, Send } from '../../../src/http/client.ts';
import type { Case, Step } from './corpus.ts';

/** A request as the origin saw it, with the headers the client has to find in its answer. */
export interface Seen {
  readonly number: number;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly compared: ReadonlyMap<string, string>;
}

const DATES = new Set(['date', 'expires', 'last-modified']);
const REFERENCES = new Set(['location', 'content-location']);

const httpDate = (ms: number): string => new Date(ms).toUTCString();

/** What a header of a case really says: dates are relative to now, references to the URL asked for. */
export function headerText(
  [name, value]: readonly [string, string | number, ...unknown[]],
  step: Step,
  { now, url }: { now: number; url: string },
): string {
  if (DATES.has(name.toLowerCase()) && typeof value === 'number') return httpDate(now + value * 1000);
  if (REFERENCES.has(name.toLowerCase()) && step.magic_locations) return value ? `${url}/${value}` : url;
  return String(value);
}

/** The headers of an answer that was not needed, since the cache had one. */
const lowerCased = (step: Step | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (step?.response_headers ?? []).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );

/** The time of the case, which the origin lets pass where it is slow. */
interface CaseTime {
  now(): number;
  sleep(ms: number): Promise<void>;
}

type Asked = Pick<HttpRequest, 'url' | 'method' | 'headers'>;

/** The origin of one case: it answers each request as its step says, and remembers what it was asked. */
export function corpusOrigin({ requests }: Case, clock: CaseTime, text: string) {
  const seen: Seen[] = [];
  /** Validators of the answers given, by number of the request. */
  const given = new Map<number, Readonly<Record<string, string>>>();

  const statusOf = (step: Step, request: Asked, number: number): number => {
    if (!step.expected_type?.endsWith('validated')) return step.response_status?.[0] ?? 200;
    const before = given.get(number - 1) ?? lowerCased(requests[number - 2]);
    const holds = (condition: string, validator: string): boolean =>
      before[validator] !== undefined && request.headers?.[condition] === before[validator];
    return holds('if-modified-since', 'last-modified') || holds('if-none-match', 'etag') ? 304 : 999;
  };
  const headersOf = (step: Step, url: string, number: number) => {
    const now = clock.now();
    const headers: Record<string, string> = {
      'server-request-count': String(seen.length + 1),
      'client-request-count': String(number),
      'server-now': String(now),
      'server-base-url': url,
    };
    const lines = Object.entries(headers);
    const compared = new Map<string, string>();
    for (const header of step.response_headers ?? []) {
      const name = header[0].toLowerCase();
      const value = headerText(header, step, { now, url });
      lines.push([header[0], value]);
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
      if (header[2] !== false) compared.set(name, headers[name]);
    }
    for (const [name, value] of [
      ['date', httpDate(now)],
      ['content-type', 'text/plain'],
    ] as const) {
      if (headers[name] !== undefined) continue;
      headers[name] = value;
      lines.push([name, value]);
    }
    return { headers, lines, compared };
  };

  const answer = async (request: Asked) => {
    const number = Number(request.headers?.['req-num']);
    const step = requests[number - 1]!;
    if (step.response_pause !== undefined) await clock.sleep(step.response_pause * 1000);
    const status = statusOf(step, request, number);
    const { headers, lines, compared } = headersOf(step, request.url, number);
    given.set(number, headers);
    seen.push({ number, method: request.method, headers: { ...request.headers }, compared });
    const numbers = seen.map((one) => one.number).join(' ');
    const bytes = Buffer.from(status === 204 || status === 304 ? '' : (step.response_body ?? text));
    return {
      status,
      headers: { ...headers, 'request-numbers': numbers },
      /** As they stand on the wire, repeated ones apart. */
      lines: [...lines, ['request-numbers', numbers] as const],
      bytes: request.method === 'HEAD' ? Buffer.alloc(0) : bytes,
      disconnects: step.disconnect === true,
    };
  };

  const send: Send = async (request) => {
    const { status, headers, bytes, disconnects } = await answer(request);
    if (disconnects) throw new Failure('conn-error', 'the origin closed the connection');
    return {
      status,
      headers,
      body: {
        async read(onChunk) {
          if (bytes.byteLength > 0) await onChunk(bytes);
          return { wireBytes: bytes.byteLength, decodedBytes: bytes.byteLength };
        },
        discard: async () => undefined,
      },
      url: request.url,
      hops: [request.url],
    };
  };
  return { answer, send, seen };
}
