import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { inTime, rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const TOO_MANY = '{"HTTP_status_code":422,"message":"Too many requests per second","error":true}';
const refusal = (status: number, body: string, headers = {}): ScriptedAnswer => ({ status, body, headers });

const textOf = async (read: (onChunk: (chunk: Uint8Array) => void) => Promise<unknown>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  await read((chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString();
};

describe('"too many requests" under another status', () => {
  test.each([400, 403, 422])('%i is tried again as 429 is, and its reason says so', async (status) => {
    const stack = stackUnderTest([refusal(status, TOO_MANY), { status: 200 }]);
    const response = await inTime(stack.clock, stack.send('https://api.a.org/'));
    await response.body.discard();
    expect(response.status).toBe(200);
    expect(stack.clock.slept).toEqual([750]);
    expect(stack.notes.map(({ status: told, reason, http_status }) => [told, reason, http_status])).toEqual([
      ['http-error', 'retry-after', status],
      ['retry', 'backoff', status],
      ['http-200', undefined, 200],
    ]);
  });

  test('keeps everybody away from the host, for the time it names', async () => {
    const stack = stackUnderTest([refusal(403, 'API rate limit exceeded', { 'retry-after': '9' }), {}]);
    const first = inTime(stack.clock, stack.send('https://api.a.org/1'));
    await first;
    expect(stack.clock.slept).toEqual([9000]);
  });

  test('that does not end is passed on as it came', async () => {
    const stack = stackUnderTest([refusal(422, TOO_MANY)]);
    const response = await inTime(stack.clock, stack.send('https://api.a.org/'));
    expect(stack.sent).toHaveLength(4);
    expect(response).toMatchObject({ status: 422, isRateRefusal: true });
    expect(await textOf(response.body.read)).toBe(TOO_MANY);
  });

  test('in a robots.txt is no permission', async () => {
    const stack = stackUnderTest(
      ({ url }) => (url.endsWith('/robots.txt') ? refusal(403, 'Too many requests') : {}),
      { robots: { enabled: true, ttlMs: 1000 } },
    );
    const failure = await rejection(inTime(stack.clock, stack.send('https://a.org/x', { role: 'landing' })));
    expect(failure).toMatchObject({ reason: 'retry-after' });
    expect(stack.sent.every(({ url }) => url.endsWith('/robots.txt'))).toBe(true);
  });
});

describe('any other refusal', () => {
  test.each([
    ['of another kind', refusal(403, 'Forbidden'), 'https://a.org/'],
    ['that does not exist', refusal(404, 'Too many requests led nowhere'), 'https://a.org/'],
    [
      'of an archived page',
      refusal(403, 'Too many requests', { 'memento-datetime': 'x' }),
      'https://web.archive.org/web/2019id_/https://a.org/',
    ],
  ])('%s is answered once, its text untouched', async (_, answer, url) => {
    const stack = stackUnderTest([answer]);
    const response = await inTime(stack.clock, stack.send(url));
    expect(stack.sent).toHaveLength(1);
    expect(response.isRateRefusal).toBeUndefined();
    expect(await textOf(response.body.read)).toBe(answer.body);
  });

  test('whose text breaks off breaks off for its reader too', async () => {
    const brokenBody = new Failure('size-mismatch', 'cut');
    const stack = stackUnderTest([{ status: 403, body: 'For', brokenBody }]);
    const response = await inTime(stack.clock, stack.send('https://a.org/'));
    expect(await rejection(textOf(response.body.read))).toBe(brokenBody);
  });
});
