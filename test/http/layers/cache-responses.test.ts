import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { Failure } from '../../../src/core/errors.ts';
import type { CacheStore } from '../../../src/http/cache/cache-store.ts';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import { sqliteCacheStore } from '../../../src/http/cache/sqlite.ts';
import type { HttpRequest, HttpResponse } from '../../../src/http/client.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import type { ScriptedAnswer } from '../../support/scripted-transport.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inTime, rejection, stackUnderTest } from '../stack-under-test.ts';

const URL_A = 'https://api.example/works/1';
const FRESH = { 'cache-control': 'max-age=3600' };
const HOUR_MS = 3600_000;

const gone = new Failure('conn-error', 'connection refused');
const memory = () => memoryCacheStore({ maxBytes: 50_000_000 });

async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  await body.read((chunk) => void chunks.push(chunk.slice()));
  return Buffer.concat(chunks).toString();
}

type Overrides = NonNullable<Parameters<typeof stackUnderTest>[1]>;

/** The whole stack with a cache; `ask` reads the body and runs the clock as long as it takes. */
function cached(script: Parameters<typeof stackUnderTest>[0], overrides: Overrides = {}) {
  const under = stackUnderTest(script, { cache: memory(), ...overrides });
  const ask = (url: string, more: Partial<HttpRequest> = {}) =>
    inTime(
      under.clock,
      under.send(url, more).then(async (response) => ({ ...response, text: await textOf(response) })),
    );
  return { ...under, ask };
}

const counting = (headers: Record<string, string>): ((request: HttpRequest) => ScriptedAnswer) => {
  let count = 0;
  return () => ({ headers, body: `answer ${++count}` });
};

describe('hits', () => {
  test('a fresh answer costs no request, no token and no slot, and is noted as a hit', async () => {
    const slow = { metadata: '1/hour' };
    const { ask, sent, notes, clock } = cached(
      [{ headers: { ...FRESH, 'content-type': 'application/json; charset=utf-8' }, body: '{"a":1}' }],
      {
        rates: { default: slow, policies: {}, resolvers: {} },
        slots: { maxConnections: 1, maxPerHost: 1, maxPerResolver: {} },
      },
    );
    await ask(URL_A);
    await clock.advance(5_000);
    const again = await ask(URL_A, { resolver: 'unpaywall', tier: 'direct_oa' });
    expect(again).toMatchObject({ status: 200, text: '{"a":1}', url: URL_A, hops: [URL_A] });
    expect(again.headers['age']).toMatch(/^[5-9]$/);
    expect(sent).toHaveLength(1);
    expect(notes.at(-1)).toMatchObject({
      status: 'cache-hit',
      cache_hit: true,
      role: 'metadata',
      verb: 'GET',
      resolver: 'unpaywall',
      http_status: 200,
      mime: 'application/json',
      size_bytes: 7,
    });
  });

  test('a stale answer is revalidated, the exchange noted as such, and then fresh again', async () => {
    const { ask, sent, notes, clock } = cached(({ headers }) =>
      headers?.['if-none-match'] === '"1"'
        ? { status: 304, headers: { etag: '"1"', 'x-new': 'yes', ...FRESH } }
        : { headers: { etag: '"1"', 'cache-control': 'max-age=10' }, body: 'page' },
    );
    await ask(URL_A);
    await clock.advance(60_000);
    const second = await ask(URL_A);
    expect(second).toMatchObject({ status: 200, text: 'page' });
    expect(second.headers['x-new']).toBe('yes');
    expect(notes.at(-1)).toMatchObject({ status: 'http-304', revalidated: true, http_status: 304 });
    await clock.advance(60_000);
    expect((await ask(URL_A)).text).toBe('page');
    expect(notes.at(-1)?.status).toBe('cache-hit');
    expect(sent).toHaveLength(2);
  });

  test('artifacts and robots.txt are never kept', async () => {
    const { ask, sent } = cached(counting(FRESH));
    await ask(URL_A, { role: 'artifact' });
    await ask(URL_A, { role: 'artifact' });
    await ask(URL_A, { role: 'robots' });
    await ask(URL_A, { role: 'robots' });
    expect(sent).toHaveLength(4);
  });

  test('a hit beyond the largest body the caller takes fails as the body itself would', async () => {
    const { ask } = cached([{ headers: FRESH, body: 'x'.repeat(100) }]);
    await ask(URL_A);
    expect(await rejection(ask(URL_A, { maxBytes: 50 }))).toMatchObject({ reason: 'too-large' });
  });

  test('a clock that was set back makes answers older, not younger', async () => {
    const cache = memory();
    const later = cached(counting(FRESH), { cache });
    await later.clock.advance(48 * HOUR_MS);
    await later.ask(URL_A);
    const earlier = cached(counting(FRESH), { cache });
    await earlier.ask(URL_A);
    expect(earlier.sent).toHaveLength(1);
  });
});

describe('what is kept', () => {
  test('a body that breaks off is not kept', async () => {
    const broken = new Failure('size-mismatch', 'cut');
    const { ask, sent } = cached([
      { headers: FRESH, body: 'half', brokenBody: broken },
      { headers: FRESH, body: 'whole' },
    ]);
    await rejection(ask(URL_A));
    expect((await ask(URL_A)).text).toBe('whole');
    expect(sent).toHaveLength(2);
  });

  test('a body over 8 MiB passes whole and is not kept', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024 + 1, 7);
    const { send, sent } = cached([{ headers: FRESH, body }]);
    for (let time = 0; time < 2; time++) {
      let length = 0;
      await (await send(URL_A)).body.read((chunk) => void (length += chunk.byteLength));
      expect(length).toBe(body.byteLength);
    }
    expect(sent).toHaveLength(2);
  });

  test('a redirect is kept although its body is never read', async () => {
    const { ask, sent } = cached(({ url }) =>
      url.endsWith('/old')
        ? { status: 301, headers: { ...FRESH, location: '/new' }, body: 'moved' }
        : { headers: FRESH, body: 'page' },
    );
    await ask('https://doi.example/old', { role: 'landing' });
    const again = await ask('https://doi.example/old', { role: 'landing' });
    expect(again).toMatchObject({ text: 'page', url: 'https://doi.example/new' });
    expect(sent).toHaveLength(2);
  });

  test('spellings of one URL share its page, but never a redirect between them', async () => {
    const { ask, sent } = cached(({ url }) =>
      url.includes('utm_source')
        ? { status: 301, headers: { ...FRESH, location: 'https://www.example/a?x=1&y=2' } }
        : { headers: FRESH, body: 'page' },
    );
    expect((await ask('https://www.example/a?y=2&x=1&utm_source=mail')).text).toBe('page');
    expect((await ask('https://www.example/a?x=1&y=2')).text).toBe('page');
    expect((await ask('https://www.example/a?y=2&x=1#part')).text).toBe('page');
    expect(sent).toHaveLength(2);
    await ask('https://www.example/a/?x=1&y=2');
    expect(sent).toHaveLength(3);
  });

  test('bytes that changed in the store are a miss, and gone', async () => {
    const inner = memory();
    let damaged = false;
    const cache: CacheStore = {
      ...inner,
      body: async (key, variant) => {
        const body = await inner.body(key, variant);
        return damaged && body ? Buffer.from(body).fill('x') : body;
      },
    };
    const { ask, sent } = cached(counting(FRESH), { cache });
    await ask(URL_A);
    damaged = true;
    expect((await ask(URL_A)).text).toBe('answer 2');
    damaged = false;
    expect((await ask(URL_A)).text).toBe('answer 2');
    expect(sent).toHaveLength(2);
  });

  test('no more than sixteen variants of one URL are kept', async () => {
    const cache = memory();
    const { ask, clock } = cached(counting({ ...FRESH, vary: 'x-kind' }), { cache });
    const keys = new Set<string>();
    const find = cache.find;
    cache.find = (key) => (keys.add(key), find(key));
    for (let index = 0; index < 40; index++) {
      await ask(URL_A, { headers: { 'x-kind': String(index) } });
      await clock.advance(1000);
    }
    const [key = ''] = keys;
    expect(keys.size).toBe(1);
    expect(await find(key)).toHaveLength(16);
  });
});

describe('answers that say nothing about keeping them', () => {
  const RESOLVER = { resolver: 'unpaywall', tier: 'direct_oa' };
  /** Each remembers for the run what it was told itself. */
  const ANOTHER = { ...RESOLVER, resolver: 'crossref' };

  test('an answer to a resolver is believed for an hour, then asked for again', async () => {
    const { ask, sent, clock } = cached(counting({ vary: 'accept-encoding' }));
    await ask(URL_A, RESOLVER);
    await clock.advance(0.9 * HOUR_MS);
    expect((await ask(URL_A, ANOTHER)).text).toBe('answer 1');
    await clock.advance(0.2 * HOUR_MS);
    expect((await ask(URL_A, { ...RESOLVER, resolver: 'core' })).text).toBe('answer 2');
    expect(sent).toHaveLength(2);
  });

  test.each<[string, ScriptedAnswer, Partial<HttpRequest>]>([
    ['a landing page', {}, { ...RESOLVER, role: 'landing' }],
    ['a listing', {}, { resolver: 'openalex' }],
    ['an error', { status: 404 }, RESOLVER],
    ['what was asked for with a credential', {}, { ...RESOLVER, secretQuery: { api_key: 'canary' } }],
    ['what is never to be kept for HTTP/1.0', { headers: { pragma: 'no-cache' } }, RESOLVER],
    ['what is private without a time', { headers: { 'cache-control': 'private' } }, RESOLVER],
  ])('%s is not believed at all', async (_what, answer, request) => {
    const { ask, sent } = cached([answer]);
    await ask(URL_A, request);
    await ask(URL_A, { ...request, resolver: 'another' });
    expect(sent).toHaveLength(2);
  });
});

describe('who gets what', () => {
  test('roles do not share answers', async () => {
    const { ask, sent } = cached(counting(FRESH));
    expect((await ask(URL_A, { role: 'metadata' })).text).toBe('answer 1');
    expect((await ask(URL_A, { role: 'landing' })).text).toBe('answer 2');
    expect((await ask(URL_A, { role: 'metadata' })).text).toBe('answer 1');
    expect(sent).toHaveLength(2);
  });

  test.each<[string, Partial<HttpRequest>]>([
    ['query', { secretQuery: { api_key: 'canary' } }],
    ['header', { secretHeaders: { 'x-api-key': 'canary' } }],
    ['configured header', { headers: { 'cr-clickthrough-client-token': 'canary' } }],
  ])('an answer to a request with a secret %s is kept only when it is public', async (_where, secret) => {
    const { ask, sent } = cached(counting(FRESH));
    await ask(URL_A, secret);
    await ask(URL_A, secret);
    expect(sent).toHaveLength(2);
    const open = cached(counting({ 'cache-control': 'public, max-age=3600' }));
    await open.ask(URL_A, secret);
    await open.ask(URL_A, secret);
    expect(open.sent).toHaveLength(1);
  });

  test('two credentials never share an answer, nor do one and none', async () => {
    const { ask, sent } = cached(counting({ 'cache-control': 'public, max-age=3600' }));
    const texts = [];
    for (const key of ['one', 'two', undefined, 'one'])
      texts.push((await ask(URL_A, key === undefined ? {} : { secretQuery: { api_key: key } })).text);
    expect(texts).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 1']);
    expect(sent).toHaveLength(3);
  });

  test('a contact address opens nothing: answers to it are kept, for that address', async () => {
    const { ask, sent } = cached(counting(FRESH));
    await ask(URL_A, { secretQuery: { email: 'lab@uni.example' } });
    await ask(URL_A, { secretQuery: { email: 'lab@uni.example' } });
    await ask(URL_A, { secretQuery: { email: 'other@uni.example' } });
    expect(sent).toHaveLength(2);
  });

  test.each<[string, ScriptedAnswer]>([
    ['a header', { headers: { 'cache-control': 'public, max-age=3600', link: '</?api_key=canary%20key>' } }],
    ['the body', { headers: { 'cache-control': 'public, max-age=3600' }, body: 'you sent "canary key"' }],
  ])('an answer that repeats the secret in %s is not kept', async (_where, answer) => {
    const { ask, sent } = cached([answer]);
    await ask(URL_A, { secretQuery: { api_key: 'canary key' } });
    await ask(URL_A, { secretQuery: { api_key: 'canary key' } });
    expect(sent).toHaveLength(2);
  });

  test('nothing secret reaches the file of the cache', async () => {
    await using dir = await tempDir();
    const cache = sqliteCacheStore(join(dir.path, 'cache.sqlite3'), {
      maxBytes: 1_000_000,
      clock: fakeClock(),
      warn: (message) => expect.fail(message),
    });
    const { ask, sent } = cached(
      counting({ 'cache-control': 'public, max-age=3600', vary: 'Authorization, X-Api-Key' }),
      { cache },
    );
    const secrets: Partial<HttpRequest> = {
      secretQuery: { api_key: 'canary-query', email: 'canary@uni.example' },
      secretHeaders: { 'X-Api-Key': 'canary-header' },
      headers: { authorization: 'Bearer canary-bearer' },
    };
    const url = 'https://api.example/works?token=canary-url';
    await ask(url, secrets);
    await ask(url, secrets);
    expect(sent).toHaveLength(1);
    const bytes = () =>
      Buffer.concat(readdirSync(dir.path).map((name) => readFileSync(join(dir.path, name))));
    expect(bytes().includes('answer 1')).toBe(true);
    expect(bytes().includes('canary')).toBe(false);
    cache[Symbol.dispose]();
    expect(bytes().includes('canary')).toBe(false);
  });
});

describe('trouble at the origin', () => {
  const once = (headers: Record<string, string>, then: ScriptedAnswer) => {
    let asked = 0;
    return (): ScriptedAnswer => (asked++ === 0 ? { headers, body: 'old' } : then);
  };

  test('a stale answer stands in for an error within stale-if-error, after all retries', async () => {
    const script = once({ 'cache-control': 'max-age=1, stale-if-error=600' }, { status: 503 });
    const { ask, sent, notes, clock } = cached(script);
    await ask(URL_A);
    await clock.advance(60_000);
    expect(await ask(URL_A)).toMatchObject({ status: 200, text: 'old' });
    expect(sent).toHaveLength(5);
    expect(notes.at(-1)).toMatchObject({ status: 'cache-hit', extra: { stale: true } });
    await clock.advance(600_000);
    expect((await ask(URL_A)).status).toBe(503);
  });

  test('a host that cannot be reached is stood in for by an answer stale for less than a day', async () => {
    const { ask, clock } = cached(once({ 'cache-control': 'max-age=1' }, { failure: gone }));
    await ask(URL_A);
    await clock.advance(23 * HOUR_MS);
    expect((await ask(URL_A)).text).toBe('old');
    await clock.advance(2 * HOUR_MS);
    expect(await rejection(ask(URL_A))).toBe(gone);
  });

  test('must-revalidate and a refused certificate let no stale answer through', async () => {
    const strict = cached(once({ 'cache-control': 'max-age=1, must-revalidate' }, { failure: gone }));
    await strict.ask(URL_A);
    await strict.clock.advance(5_000);
    expect(await rejection(strict.ask(URL_A))).toBe(gone);
    const forged = new Failure('tls-error', 'bad certificate');
    const unsafe = cached(once({ 'cache-control': 'max-age=1' }, { failure: forged }));
    await unsafe.ask(URL_A);
    await unsafe.clock.advance(5_000);
    expect(await rejection(unsafe.ask(URL_A))).toBe(forged);
  });

  test('a host that is not to be asked yet is waited for, stale answer or not', async () => {
    const later = { status: 503, headers: { 'retry-after': '3000' } };
    const { ask, clock } = cached(once({ 'cache-control': 'max-age=1, stale-if-error=600' }, later));
    await ask(URL_A);
    await clock.advance(5_000);
    expect(await rejection(ask(URL_A))).toBeInstanceOf(Deferred);
  });

  test('a 304 that speaks of another answer is not believed', async () => {
    const { ask, sent, clock } = cached(({ headers }) =>
      headers?.['if-none-match'] === undefined
        ? { headers: { 'cache-control': 'max-age=1', etag: '"1"' }, body: 'page' }
        : { status: 304, headers: { etag: '"2"' } },
    );
    await ask(URL_A);
    await clock.advance(5_000);
    expect((await ask(URL_A)).status).toBe(200);
    expect(sent.map(({ headers }) => headers?.['if-none-match'])).toEqual([undefined, '"1"', undefined]);
  });

  test('a new answer that may not be kept takes the old one with it', async () => {
    let asked = 0;
    const { ask, sent, clock } = cached(() => ({
      headers: { 'cache-control': asked++ === 0 ? 'max-age=1, stale-if-error=9999' : 'no-store' },
      body: String(asked),
    }));
    await ask(URL_A);
    await clock.advance(5_000);
    await ask(URL_A);
    expect((await ask(URL_A)).text).toBe('3');
    expect(sent).toHaveLength(3);
  });
});

describe('side by side', () => {
  test('a stale answer is used at once while one request refreshes it', async () => {
    const { ask, send, sent, clock } = cached(
      counting({ 'cache-control': 'max-age=10, stale-while-revalidate=600' }),
    );
    await ask(URL_A);
    await clock.advance(60_000);
    const both = await Promise.all([send(URL_A).then(textOf), send(URL_A).then(textOf)]);
    expect(both).toEqual(['answer 1', 'answer 1']);
    await clock.advance(0);
    expect(sent).toHaveLength(2);
    expect((await ask(URL_A)).text).toBe('answer 2');
    expect(sent).toHaveLength(2);
  });

  test('a refresh that fails in the background is no one else’s trouble', async () => {
    let asked = 0;
    const { ask, clock } = cached(() =>
      asked++ === 0
        ? { headers: { 'cache-control': 'max-age=10, stale-while-revalidate=600' }, body: 'old' }
        : { failure: gone },
    );
    await ask(URL_A);
    await clock.advance(60_000);
    expect((await ask(URL_A)).text).toBe('old');
    await clock.advance(60_000);
    expect((await ask(URL_A)).text).toBe('old');
  });

  test('requests for the same answer at one time share one exchange', async () => {
    const { ask, sent, notes } = cached(counting(FRESH));
    const texts = await Promise.all(Array.from({ length: 8 }, async () => (await ask(URL_A)).text));
    expect(new Set(texts)).toEqual(new Set(['answer 1']));
    expect(sent).toHaveLength(1);
    expect(notes.filter(({ status }) => status === 'cache-hit')).toHaveLength(7);
  });

  test('answers that may not be shared are not, and nobody waits for their bodies', async () => {
    const { send, sent, clock } = cached(counting({ 'cache-control': 'no-store' }));
    const responses = Promise.all(Array.from({ length: 3 }, () => send(URL_A)));
    await clock.advance(0);
    expect(new Set(await Promise.all((await responses).map(textOf))).size).toBe(3);
    expect(sent).toHaveLength(3);
  });

  test('whoever waits for an exchange that fails asks again itself', async () => {
    let asked = 0;
    const { ask } = cached(() => (asked++ === 0 ? { failure: gone } : { headers: FRESH, body: 'page' }));
    const both = await Promise.allSettled([ask(URL_A, { maxAttempts: 1 }), ask(URL_A, { maxAttempts: 1 })]);
    expect(both[0]).toMatchObject({ status: 'rejected', reason: gone });
    expect(both[1]).toMatchObject({ status: 'fulfilled', value: { text: 'page' } });
  });

  test('whoever gives up while waiting is let go', async () => {
    const never = Promise.withResolvers<ScriptedAnswer>();
    const { send, clock } = cached(() => never.promise);
    const first = send(URL_A);
    await clock.advance(0);
    const giveUp = new AbortController();
    const second = send(URL_A, { signal: giveUp.signal });
    await clock.advance(0);
    giveUp.abort(new Error('enough'));
    expect((await rejection(second)).message).toBe('enough');
    never.resolve({});
    expect((await first).status).toBe(200);
  });
});

describe('other methods and directives', () => {
  test('a change removes what is kept of its URL and of those it names at its origin', async () => {
    const { ask, sent } = cached(({ method, url }) =>
      method === 'POST'
        ? { headers: { location: '/works/2', 'content-location': 'https://other.example/works/3' } }
        : { headers: FRESH, body: url },
    );
    const urls = [URL_A, 'https://api.example/works/2', 'https://other.example/works/3'];
    for (const url of urls) await ask(url);
    await ask(URL_A, { method: 'POST', body: 'x' });
    for (const url of urls) await ask(url);
    expect(sent.slice(4).map(({ url }) => url)).toEqual(urls.slice(0, 2));
  });

  test('HEAD is answered from a kept page, and what it learns elsewhere is believed', async () => {
    const { ask, sent, clock } = cached(({ method }) => ({
      headers: { 'cache-control': method === 'HEAD' ? 'max-age=3600' : 'max-age=10', etag: '"1"' },
      ...(method === 'GET' && { body: 'page' }),
    }));
    await ask(URL_A);
    expect(await ask(URL_A, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(sent).toHaveLength(1);
    await clock.advance(60_000);
    await ask(URL_A, { method: 'HEAD' });
    expect((await ask(URL_A)).text).toBe('page');
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
  });

  test('only-if-cached is answered with 504 where nothing is kept', async () => {
    const { ask, sent } = cached(counting(FRESH));
    const headers = { 'cache-control': 'only-if-cached' };
    expect((await ask(URL_A, { headers })).status).toBe(504);
    await ask(URL_A);
    expect((await ask(URL_A, { headers })).text).toBe('answer 1');
    expect(sent).toHaveLength(1);
  });

  test('conditions of the caller go to the origin, and its 304 comes back to the caller', async () => {
    const { ask, sent } = cached(({ headers }) =>
      headers?.['if-none-match'] === undefined
        ? { headers: { ...FRESH, etag: '"1"' }, body: 'page' }
        : { status: 304 },
    );
    await ask(URL_A);
    expect((await ask(URL_A, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
    expect((await ask(URL_A)).text).toBe('page');
    expect(sent).toHaveLength(2);
  });

  test('a part is cut from a whole page, never from a coded one, and is never kept as the whole', async () => {
    const plain = cached([{ headers: FRESH, body: '0123456789' }]);
    await plain.ask(URL_A);
    const part = await plain.ask(URL_A, { headers: { range: 'bytes=2-4' } });
    expect(part).toMatchObject({ status: 206, text: '234' });
    expect(part.headers['content-range']).toBe('bytes 2-4/10');
    expect(plain.sent).toHaveLength(1);
    const coded = cached([{ headers: { ...FRESH, 'content-encoding': 'gzip' }, body: '0123456789' }]);
    await coded.ask(URL_A);
    await coded.ask(URL_A, { headers: { range: 'bytes=2-4' } });
    expect(coded.sent).toHaveLength(2);
    const parts = cached([
      { status: 206, headers: { ...FRESH, 'content-range': 'bytes 0-1/10' }, body: '01' },
    ]);
    await parts.ask(URL_A, { headers: { range: 'bytes=0-1' } });
    await parts.ask(URL_A);
    expect(parts.sent).toHaveLength(2);
  });

  test('429 is never kept, whatever it says', async () => {
    const { ask, sent } = cached([{ status: 429, headers: FRESH }]);
    await ask(URL_A, { maxAttempts: 1 });
    await ask(URL_A, { maxAttempts: 1 });
    expect(sent).toHaveLength(2);
  });

  test('a guess from Last-Modified is believed for a day at most', async () => {
    const { ask, sent, clock } = cached(counting({ 'last-modified': 'Thu, 01 Jan 2015 00:00:00 GMT' }));
    await ask(URL_A);
    await clock.advance(23 * HOUR_MS);
    await ask(URL_A);
    expect(sent).toHaveLength(1);
    await clock.advance(2 * HOUR_MS);
    await ask(URL_A);
    expect(sent).toHaveLength(2);
  });
});
