import { expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { memoryPurse, type Purse } from '../../../src/http/purse.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

const FILE = 'https://content.openalex.org/works/W1.pdf';
const HOST = 'content.openalex.org';
const artifact = { role: 'artifact' } as const;
const DAY_MS = 86_400_000;

const metered = (costUsd: string, remainingUsd = '0.5') => ({
  'x-ratelimit-cost-usd': costUsd,
  'x-ratelimit-remaining-usd': remainingUsd,
  'x-ratelimit-reset': '1800',
});

const stackWith = (usdPerDay: number, script: Parameters<typeof stackUnderTest>[0] = [{}], purse?: Purse) =>
  stackUnderTest(script, { budget: { usdPerDay }, ...(purse && { purse }) });

test('without a budget nothing that costs money is asked for, whoever names it', async () => {
  const stack = stackWith(0);
  expect(await rejection(stack.send(FILE, artifact))).toMatchObject({ reason: 'budget-spent' });
  expect(stack.sent).toEqual([]);
  expect(stack.notes).toMatchObject([{ status: 'content-policy-skip', reason: 'budget-spent', host: HOST }]);
});

test('files are paid for until the budget of the day is spent; then everyone waits for midnight UTC', async () => {
  const stack = stackWith(0.025);
  expect((await stack.send(FILE, artifact)).status).toBe(200);
  expect((await stack.send(FILE, artifact)).status).toBe(200);
  const error = await rejection(stack.send(FILE, artifact));
  const midnight = Math.ceil((stack.clock.wall().getTime() + 1) / DAY_MS) * DAY_MS;
  expect(error).toBeInstanceOf(Deferred);
  expect(error).toMatchObject({
    why: 'budget-spent',
    host: HOST,
    until: stack.clock.now() + midnight - stack.clock.wall().getTime(),
  });
  expect(stack.sent).toHaveLength(2);
  await stack.clock.advance(midnight - stack.clock.wall().getTime());
  expect((await stack.send(FILE, artifact)).status).toBe(200);
});

test('what the answer says it cost is what counts', async () => {
  const stack = stackWith(0.01, [{ status: 404, headers: metered('0') }, { headers: metered('0.01') }, {}]);
  expect((await stack.send(FILE, artifact)).status).toBe(404);
  expect((await stack.send(FILE, artifact)).status).toBe(200);
  expect(await rejection(stack.send(FILE, artifact))).toMatchObject({ why: 'budget-spent' });
});

test('a server that has run out of our money is waited for until its reset, and not asked again', async () => {
  const stack = stackWith(5, [{ status: 429, headers: metered('0', '0') }]);
  const began = stack.clock.now();
  expect(await rejection(stack.send(FILE, artifact))).toMatchObject({
    why: 'budget-spent',
    until: began + 1_800_000,
  });
  expect(stack.sent).toHaveLength(1);
});

test('who shares a purse shares the budget', async () => {
  const clock = stackWith(0).clock;
  const purse = memoryPurse(clock);
  const [one, other] = [stackWith(0.01, [{}], purse), stackWith(0.01, [{}], purse)];
  expect((await one.send(FILE, artifact)).status).toBe(200);
  expect(await rejection(other.send(FILE, artifact))).toMatchObject({ why: 'budget-spent' });
});

test('a request whose turn has not come has cost nothing', async () => {
  const rates = { default: {}, policies: { [HOST]: { artifact: '1/hour' } }, resolvers: {} };
  const clock = stackWith(0).clock;
  const purse = memoryPurse(clock);
  const stack = stackUnderTest([{}], { budget: { usdPerDay: 1 }, purse, rates });
  await stack.send(FILE, artifact);
  expect(await rejection(stack.send(FILE, artifact))).toMatchObject({ why: 'rate' });
  expect((await purse.book(0)).spentUsd).toBe(0.01);
});

test('robots.txt of that host is free', async () => {
  const stack = stackWith(0, () => ({ body: '' }));
  expect((await stack.send('https://content.openalex.org/robots.txt', { role: 'robots' })).status).toBe(200);
});
