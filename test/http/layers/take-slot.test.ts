import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('takeSlot', () => {
  test('holds the place of a host until the body has ended, not until its headers have come', async () => {
    const stack = stackUnderTest([{ body: 'x' }], {
      slots: { maxConnections: 9, maxPerHost: 2, maxPerResolver: {} },
    });
    const sending = Array.from({ length: 4 }, () => stack.send('https://a.org/'));
    const elsewhere = await stack.send('https://b.org/');
    await settle();
    expect(stack.sent.map(({ url }) => new URL(url).host).toSorted()).toEqual(['a.org', 'a.org', 'b.org']);
    await (await sending[0]!).body.read(() => undefined);
    await settle();
    expect(stack.sent).toHaveLength(4);
    await (await sending[1]!).body.discard();
    await Promise.all(sending);
    expect(stack.sent).toHaveLength(5);
    await elsewhere.body.discard();
  });

  test('holds places per resolver, per site, per role where the policy says so, and for all together', async () => {
    const busiest = async (overrides: Parameters<typeof stackUnderTest>[1], urls: readonly string[]) => {
      const stack = stackUnderTest([{}], overrides);
      for (const url of urls) void stack.send(url, { resolver: 'arxiv' }).catch(() => undefined);
      await settle();
      return stack.sent.length;
    };
    const hosts = ['https://a.org/', 'https://b.org/', 'https://c.org/', 'https://d.org/'];
    const slots = { maxConnections: 256, maxPerHost: 4, maxPerResolver: {} };
    expect(await busiest({ slots: { ...slots, maxPerResolver: { arxiv: 1 } } }, hosts)).toBe(1);
    expect(await busiest({ slots: { ...slots, maxConnections: 3 } }, hosts)).toBe(3);
    const journals = [
      'https://one.press.org/',
      'https://two.press.org/',
      'https://press.org/',
      'https://b.org/',
    ];
    expect(await busiest({ slots: { ...slots, maxPerHost: 2 } }, journals)).toBe(3);
    const tenants = ['https://one.github.io/', 'https://two.github.io/', 'https://three.github.io/'];
    expect(await busiest({ slots: { ...slots, maxPerHost: 1 } }, tenants)).toBe(3);
    const policies = { 'a.org': { metadata: { rates: ['1000000/second'], burst: 100, maxConcurrent: 2 } } };
    const total = { 'press.org': { domain: { rates: ['1000000/second'], burst: 100, maxConcurrent: 2 } } };
    expect(await busiest({ slots, rates: { default: {}, policies: total, resolvers: {} } }, journals)).toBe(
      3,
    );
    const same = Array.from({ length: 4 }, () => 'https://a.org/');
    expect(await busiest({ slots, rates: { default: {}, policies, resolvers: {} } }, same)).toBe(2);
  });

  test('a host that names a figure for each of its roles bears the largest of them in all', async () => {
    const three = { rates: [], burst: 1, maxConcurrent: 3 };
    const sentWith = async (roles: Readonly<Record<string, typeof three>>) => {
      const stack = stackUnderTest([{}], {
        slots: { maxConnections: 256, maxPerHost: 9, maxPerResolver: {} },
        rates: { default: {}, policies: { 'a.org': roles }, resolvers: {} },
      });
      for (const role of ['metadata', 'artifact', 'landing'] as const)
        for (let turn = 0; turn < 2; turn++) void stack.send('https://a.org/', { role });
      await settle();
      return stack.sent.length;
    };
    expect(await sentWith({ metadata: three, artifact: three })).toBe(3);
    expect(await sentWith({ metadata: three, artifact: { rates: [], burst: 1 } as never })).toBe(6);
  });

  test('gives the place back when there is no answer, when a body breaks, and when the waiter gives up', async () => {
    const slots = { maxConnections: 9, maxPerHost: 1, maxPerResolver: {} };
    const stack = stackUnderTest(
      [
        { failure: new Failure('tls-error', 'x') },
        { brokenBody: new Failure('conn-error', 'x') },
        { body: 'x' },
      ],
      { slots },
    );
    await rejection(stack.send('https://a.org/'));
    await rejection((await stack.send('https://a.org/')).body.read(() => undefined));
    const holder = await stack.send('https://a.org/');
    const impatient = new AbortController();
    const waiting = rejection(stack.send('https://a.org/', { signal: impatient.signal }));
    impatient.abort(new Error('stopped'));
    expect((await waiting).message).toBe('stopped');
    await holder.body.discard();
    expect((await stack.send('https://a.org/')).status).toBe(200);
  });
});
