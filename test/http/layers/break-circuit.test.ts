import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { Failure } from '../../../src/core/errors.ts';
import { inTime, rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const SETTINGS = {
  failureThreshold: 5,
  windowMs: 60_000,
  openMs: 30_000,
  openFactor: 2,
  maxOpenMs: 30_000,
  halfOpenTrials: 1,
};

/** Sends `count` requests one after the other, each with one try, and reads their bodies. */
async function ask(stack: ReturnType<typeof stackUnderTest>, count: number): Promise<unknown[]> {
  const ends: unknown[] = [];
  for (let turn = 0; turn < count; turn++) {
    const end = stack
      .send('https://a.org/', { maxAttempts: 1 })
      .then((response) => response.body.read(() => undefined));
    ends.push(await end.catch((error: unknown) => error));
  }
  return ends;
}

const with5 = (answer: ScriptedAnswer) => stackUnderTest([answer], { breaker: SETTINGS });

describe('breakCircuit', () => {
  test.each([
    ['5xx', { status: 500 }],
    ['timeouts', { failure: new Failure('timeout', 'x') }],
    ['connection errors', { failure: new Failure('conn-error', 'x') }],
    ['bodies that break off', { brokenBody: new Failure('conn-error', 'x') }],
    ['bodies that stall', { brokenBody: new Failure('timeout', 'x') }],
  ] as const)('counts %s once each and opens at the fifth', async (_name, answer) => {
    const stack = with5(answer);
    await ask(stack, 4);
    expect(await stack.gate.readyAt('a.org', 'metadata')).toBeLessThanOrEqual(stack.clock.now());
    await ask(stack, 1);
    expect(await stack.gate.readyAt('a.org', 'metadata')).toBe(stack.clock.now() + 30_000);
    const [refused] = await ask(stack, 1);
    expect(refused).toBeInstanceOf(Deferred);
    expect(refused).toMatchObject({ why: 'breaker-open', host: 'a.org', until: stack.clock.now() + 30_000 });
    expect(stack.sent).toHaveLength(5);
    expect(stack.notes.at(-1)).toMatchObject({
      status: 'breaker-open',
      reason: 'breaker-open',
      host: 'a.org',
    });
  });

  test.each([
    ['429', { status: 429 }],
    ['404', { status: 404 }],
    ['protocol errors', { failure: new Failure('protocol-error', 'x') }],
    ['bodies of the wrong size', { brokenBody: new Failure('size-mismatch', 'x') }],
  ] as const)('does not count %s', async (_name, answer) => {
    const stack = with5(answer);
    for (let turn = 0; turn < 10; turn++) {
      await ask(stack, 1);
      // Long enough for a host that is slowed down for its refusals.
      await stack.clock.advance(2000);
    }
    expect(stack.sent).toHaveLength(10);
  });

  test('does not count an archived 503, and counts one that only claims to be archived', async () => {
    const archived = { status: 503, headers: { 'memento-datetime': 'x' } };
    for (const [url, asked] of [
      ['https://web.archive.org/web/2019id_/https://a.org/', 10],
      ['https://a.org/', 5],
    ] as const) {
      const stack = with5(archived);
      for (let turn = 0; turn < 10; turn++) {
        await inTime(stack.clock, stack.send(url)).then(
          ({ body }) => body.discard(),
          () => undefined,
        );
        await stack.clock.advance(2000);
      }
      expect(stack.sent).toHaveLength(asked);
    }
  });

  test('does not count what the reader itself throws, nor a request given up', async () => {
    const stack = with5({ body: 'x' });
    for (let turn = 0; turn < 6; turn++) {
      const response = await stack.send('https://a.org/');
      const reading = response.body.read(() => {
        throw new Error('disk full');
      });
      expect((await rejection(reading)).message).toBe('disk full');
    }
    expect(stack.sent).toHaveLength(6);
  });

  test('leaves other hosts alone', async () => {
    const stack = stackUnderTest(({ url }) => ({ status: url.includes('//a.org') ? 500 : 200 }), {
      breaker: SETTINGS,
    });
    await ask(stack, 6);
    expect((await stack.send('https://b.org/')).status).toBe(200);
  });

  test('ends the works of a host that is down for good', async () => {
    const stack = with5({ status: 500 });
    await ask(stack, 5);
    for (let turn = 0; turn < 2; turn++) {
      await stack.clock.advance(30_000);
      await ask(stack, 1);
    }
    const [end] = await ask(stack, 1);
    expect(end).toMatchObject({ name: 'Failure', reason: 'breaker-open' });
    expect(await stack.gate.readyAt('a.org', 'metadata')).toBeLessThanOrEqual(stack.clock.now());
  });

  test('stops the retries of a request once it has opened', async () => {
    const stack = stackUnderTest([{ status: 500 }], { breaker: { ...SETTINGS, failureThreshold: 2 } });
    const sending = rejection(stack.send('https://a.org/'));
    await stack.clock.runAll();
    expect(await sending).toBeInstanceOf(Deferred);
    expect(stack.sent).toHaveLength(2);
  });
});
