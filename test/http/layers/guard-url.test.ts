import { expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

test('an http URL is asked as https and recorded as what was asked', async () => {
  const stack = stackUnderTest([{}]);
  const response = await stack.send('http://a.org/x');
  await response.body.discard();
  expect(response.url).toBe('https://a.org/x');
  expect(stack.notes[0]).toMatchObject({ url: 'https://a.org/x', host: 'a.org' });
});

test.each([
  new Failure('tls-error', 'wrong version number'),
  new Failure('conn-error', 'refused', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
])('a site that answers only over http ends as https-only (%s)', async (failure) => {
  const stack = stackUnderTest([{ failure }]);
  expect(await rejection(stack.send('http://a.org/x', { maxAttempts: 1 }))).toMatchObject({
    reason: 'https-only',
  });
  expect(stack.notes.at(-1)).toMatchObject({ status: 'content-policy-skip', reason: 'https-only' });
  expect(await rejection(stack.send('https://a.org/x', { maxAttempts: 1 }))).toMatchObject({
    reason: failure.reason,
  });
});

test('a refusal is recorded with its reason and nothing is sent', async () => {
  const stack = stackUnderTest([{}]);
  expect(await rejection(stack.send('https://10.0.0.1/x'))).toMatchObject({ reason: 'blocked-address' });
  expect(stack.sent).toEqual([]);
  expect(stack.notes).toMatchObject([
    { status: 'content-policy-skip', reason: 'blocked-address', host: '10.0.0.1' },
  ]);
});

test('a refusal found only when the address is dialled is recorded the same way', async () => {
  const stack = stackUnderTest([{ failure: new Failure('blocked-address', 'leads inside') }]);
  expect(await rejection(stack.send('https://rebind.org/x'))).toMatchObject({ reason: 'blocked-address' });
  expect(stack.notes.at(-1)).toMatchObject({ status: 'content-policy-skip', reason: 'blocked-address' });
});

test('what is no URL is not asked', async () => {
  expect(await rejection(stackUnderTest([{}]).send('not a url'))).toMatchObject({ reason: 'parse-error' });
});
