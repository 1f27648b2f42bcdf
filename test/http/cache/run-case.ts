import { Failure } from '../../../src/core/errors.ts';
import type { CacheStore } from '../../../src/http/cache/cache-store.ts';
import type { HttpResponse } from '../../../src/http/client.ts';
import { cacheResponses } from '../../../src/http/layers/cache-responses.ts';
import type { Hop, HopSend } from '../../../src/http/layers/hop.ts';
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts';
import type { Case, Step } from './corpus.ts';
import { corpusOrigin, headerText, type Seen } from './corpus-origin.ts';

/** The pause between requests that the cases are made for. */
const PAUSE_MS = 3000;
/** As long as some cases say it is. */
const BODY = 'a page of thirty-six letters in all.';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

class Miss extends Error {}

function expectThat(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Miss(message);
}

const joined = (pairs: Step['request_headers']): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairs ?? []) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
};

function hopOf({ id }: Case, step: Step, number: number): Hop {
  const path = step.filename === undefined ? '' : `/${step.filename}`;
  const query = step.query_arg === undefined ? '' : `?${step.query_arg}`;
  return {
    url: `https://origin.example/test/${id}${path}${query}`,
    method: (step.request_method ?? 'GET') as Hop['method'],
    role: 'metadata',
    signal: new AbortController().signal,
    note: () => undefined,
    headers: {
      ...joined(step.request_headers),
      // What the Fetch standard says for this cache mode.
      ...(step.cache === 'no-cache' && { 'cache-control': 'max-age=0' }),
      'test-id': id,
      'req-num': String(number),
    },
    ...(step.request_body !== undefined && { body: step.request_body }),
  };
}

async function readGot({ status, headers, body }: HttpResponse): Promise<Got> {
  const chunks: Uint8Array[] = [];
  await body.read((chunk) => void chunks.push(chunk.slice()));
  return { status, headers, text: Buffer.concat(chunks).toString() };
}

/** Where a case is played: who sends its requests, what its origin has seen, and how its time passes. */
interface Stage extends AsyncDisposable {
  readonly send: HopSend;
  readonly seen: readonly Seen[];
  pass(ms: number): Promise<void>;
  /** Lets time pass as far as the answer needs it. */
  settle<T>(asking: Promise<T>): Promise<T>;
}

export type OpenStage = (one: Case, text: string) => Promise<Stage>;

/** An origin that cannot be reached is told by a failure: to the cases, an answer without status and headers. */
const ask = ({ send, settle }: Stage, hop: Hop): Promise<Got> =>
  settle(
    send(hop)
      .then(readGot)
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return { status: 0, headers: {}, text: '' };
      }),
  );

function checkStatus(step: Step, got: Got): void {
  if (step.expected_status === null) return;
  const wanted = step.expected_status ?? step.response_status?.[0] ?? 200;
  expectThat(got.status === wanted, `status ${got.status} instead of ${wanted}`);
}

function checkHeaders(step: Step, got: Got, url: string): void {
  for (const wanted of step.expected_response_headers ?? []) {
    const name = (typeof wanted === 'string' ? wanted : wanted[0]).toLowerCase();
    const value = got.headers[name];
    if (typeof wanted === 'string') expectThat(value !== undefined, `no ${name}`);
    else if (wanted.length === 3 && wanted[1] === '>')
      expectThat(Number(value) > Number(wanted[2]), `${name} is ${value}, not over ${wanted[2]}`);
    else if (wanted.length === 3)
      expectThat(value === got.headers[String(wanted[2]).toLowerCase()], `${name} is ${value}`);
    else {
      const expected = headerText([wanted[0], wanted[1]], step, {
        now: Number(got.headers['server-now']),
        url,
      });
      expectThat(value === expected, `${name} is ${value} instead of ${expected}`);
    }
  }
  for (const unwanted of step.expected_response_headers_missing ?? []) {
    if (typeof unwanted === 'string')
      expectThat(got.headers[unwanted.toLowerCase()] === undefined, `${unwanted} is there`);
    else
      expectThat(
        !got.headers[unwanted[0].toLowerCase()]?.includes(unwanted[1]),
        `${unwanted[0]} still has its value`,
      );
  }
}

function checkBody(step: Step, got: Got): void {
  if (step.check_body === false || step.expected_response_text === null) return;
  const hasNone = got.status === 204 || got.status === 304 || step.request_method === 'HEAD';
  const wanted = step.expected_response_text ?? step.response_body ?? (hasNone ? '' : BODY);
  expectThat(got.text === wanted, `the body is "${got.text}" instead of "${wanted}"`);
}

function checkAnswer(step: Step, got: Got, { number, url }: { number: number; url: string }): void {
  const source = Number(got.headers['server-request-count'] ?? NaN);
  const numbers = (got.headers['request-numbers'] ?? '').split(' ');
  expectThat(numbers.length === new Set(numbers).size, 'the origin was asked twice');
  if (step.expected_type === 'cached') expectThat(source < number, `answer ${number} is not from the cache`);
  if (step.expected_type === 'not_cached')
    expectThat(source === number, `answer ${number} is from the cache`);
  checkStatus(step, got);
  checkHeaders(step, got, url);
  checkBody(step, got);
}

const CONDITION = { etag_validated: 'if-none-match', lm_validated: 'if-modified-since' } as const;

/** What the origin must have seen. Requests answered from the cache never reach it. */
function checkOrigin({ requests }: Case, gots: readonly Got[], seen: readonly Seen[]): void {
  const left = [...seen];
  for (const [index, step] of requests.entries()) {
    const type = step.expected_type;
    if (type === 'cached') continue;
    const one = left.shift();
    if (type === 'not_cached') expectThat(one?.number === index + 1, `request ${index + 1} was not sent`);
    if (type === 'etag_validated' || type === 'lm_validated')
      expectThat(one?.headers[CONDITION[type]] !== undefined, `request ${index + 1} was not conditional`);
    for (const wanted of step.expected_request_headers ?? []) {
      const [name, value] = typeof wanted === 'string' ? [wanted] : wanted;
      const sent = one?.headers[name.toLowerCase()];
      expectThat(value === undefined ? sent !== undefined : sent === value, `sent ${name}: ${sent}`);
    }
    if (step.expected_method !== undefined)
      expectThat(one?.method === step.expected_method, `sent as ${one?.method}`);
    for (const [name, value] of one?.compared ?? []) {
      const received = gots[index]?.headers[name];
      if (name !== 'date') expectThat(received === value, `${name} is ${received} instead of ${value}`);
    }
  }
}

/** The cache layer, or none, over a scripted origin in virtual time. */
export const layerStage =
  (open: ((clock: FakeClock) => CacheStore) | undefined): OpenStage =>
  async (one, text) => {
    const clock = fakeClock();
    const origin = corpusOrigin(one, clock, text);
    const store = open?.(clock);
    return {
      send: store ? cacheResponses({ store, clock, unstatedMs: 3600_000 })(origin.send) : origin.send,
      seen: origin.seen,
      pass: (ms) => clock.advance(ms),
      async settle(asking) {
        let done = false;
        const settled = asking.finally(() => (done = true));
        settled.catch(() => undefined);
        await clock.advance(0);
        while (!done && clock.pending > 0) await clock.advance(1000);
        return settled;
      },
      async [Symbol.asyncDispose]() {
        store?.[Symbol.dispose]();
      },
    };
  };

/** Plays one case; returns why it is missed, if it is. */
export async function runCase(one: Case, open: OpenStage): Promise<string | undefined> {
  await using stage = await open(one, BODY);
  const gots: Got[] = [];
  try {
    for (const [index, step] of one.requests.entries()) {
      const hop = hopOf(one, step, index + 1);
      const got = await ask(stage, hop);
      gots.push(got);
      checkAnswer(step, got, { number: index + 1, url: hop.url });
      if (step.pause_after) await stage.pass(PAUSE_MS);
    }
    checkOrigin(one, gots, stage.seen);
    return undefined;
  } catch (error) {
    if (error instanceof Miss) return error.message;
    throw error;
  }
}
