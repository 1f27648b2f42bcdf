import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMakeNamespaces, WORLD } from './namespaces.ts';
import { type Stage, setStage, TWO_PEERS } from './stage.ts';

describe.skipIf(!canMakeNamespaces())('trouble of one host', () => {
  let stage: Stage;
  let usual: ReadonlyMap<string, string>;
  beforeAll(async () => {
    stage = await setStage(30);
    const calm = await stage.pull();
    await calm.ended;
    usual = await calm.outcomes();
  }, 60_000);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const withTarget = (target: string) => ({ connect_to: { ...TWO_PEERS, 'doaj.org': target } });

  test.each([
    ['has IPv6 addresses only, and there is no route to them', 'http://far-six.world:8080', 'conn-error'],
    ['has an unknown name', 'http://unknown.world:8080', 'dns-error'],
    ['has nobody at its address', 'http://nobody.world:8080', 'conn-error|timeout|breaker-open'],
    ['refuses', `http://${WORLD.two}:9`, 'conn-error'],
  ])('that %s is its own: the run goes on, and is never offline', async (_name, target, reasons) => {
    const works = stage.works.slice(0, 8);
    const pulled = await stage.pull({
      works,
      http: { ...withTarget(target), timeout_connect_s: 2 },
      more: { resolvers: { order: ['doaj', 'unpaywall', 'landing'] } },
    });
    const { code, signal, stderr } = await pulled.ended;
    expect([code === 0 || code === 1, signal], stderr.slice(-2000)).toEqual([true, null]);
    expect(stderr).not.toMatch(/"event":"offline"/);
    const met = await pulled.query(
      "SELECT DISTINCT reason FROM attempts WHERE host = 'doaj.org' AND reason IS NOT NULL AND status <> 'retry'",
    );
    expect(met.length).toBeGreaterThan(0);
    for (const { reason } of met) expect(reason).toMatch(new RegExp(`^(?:${reasons}|breaker-open)$`));
    const internal = await pulled.query("SELECT 1 FROM attempts WHERE reason = 'internal-error'");
    expect(internal).toEqual([]);
  });

  test.each([
    ['IPv6 alone', 'http://six.world:8080'],
    ['IPv4 beside an IPv6 address without a route', 'http://half.world:8080'],
  ])('a world behind %s is reached', async (_name, target) => {
    const pulled = await stage.pull({ http: { connect_to: { '*': target } } });
    const { signal, stderr } = await pulled.ended;
    expect(signal, stderr.slice(-2000)).toBeNull();
    expect(Object.fromEntries(await pulled.outcomes())).toEqual(Object.fromEntries(usual));
  });

  test('a full table of open files stops nothing and is nobody else’s fault', async () => {
    const pulled = await stage.pull({ files: 48, args: ['--workers', '64'] });
    const { signal, stderr } = await pulled.ended;
    expect(signal, stderr.slice(-2000)).toBeNull();
    expect(Object.fromEntries(await pulled.outcomes())).toEqual(Object.fromEntries(usual));
    expect(stderr).not.toMatch(/"event":"(?:offline|breaker)"/);
  });

  test.each(['connect', 'headers', 'body'] as const)(
    'connections that are reset (%s) for a while are tried again, and the process lives',
    async (reset) => {
      const pulled = await stage.pull();
      await pulled.told('enqueued', 20_000);
      await stage.order({ reset, cut: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await stage.order({ reset: 'none' });
      const { signal, stderr } = await pulled.ended;
      expect(signal, stderr.slice(-2000)).toBeNull();
      expect(stderr).not.toMatch(/internal-error|"level":"error"/);
      expect((await pulled.outcomes()).size).toBe(usual.size);
    },
  );
});
