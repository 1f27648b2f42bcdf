import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMakeNamespaces } from './namespaces.ts';
import { OUTAGES, type Phase, sufferOutage } from './outages.ts';
import { type Stage, setStage } from './stage.ts';

/** Within two seconds, and a little for a machine that does other things as well. */
const SOON_MS = 3000;
const BACK_MS = 5000;

describe.skipIf(!canMakeNamespaces())('a network that is gone', () => {
  let stage: Stage;
  let usual: ReadonlyMap<string, string>;
  beforeAll(async () => {
    stage = await setStage(30);
    const calm = await stage.pull();
    expect((await calm.ended).signal).toBeNull();
    usual = await calm.outcomes();
    expect(usual.size).toBe(30);
  }, 60_000);
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const cases: readonly (readonly [string, Phase])[] = [
    ['the own link is down: no route', 'at the start'],
    ['the own link is down: no route', 'when works begin'],
    ['the far link is down: nothing answers', 'with works done'],
    ['the name server knows no name', 'when works begin'],
    ['names lead where nobody is', 'with works done'],
    ['a rule of this machine forbids all (EACCES)', 'when works begin'],
  ];
  test.each(cases)(
    '(%s, %s) is waited for, burns nothing, and every work ends as it would have',
    async (name, phase) => {
      const kind = OUTAGES.find((one) => one.name === name)!;
      const seen = await sufferOutage(stage, kind, { phase, lastsMs: 2000 });
      expect([seen.code, seen.signal], seen.stderr.slice(-2000)).toEqual([1, null]);
      expect(Object.fromEntries(seen.outcomes)).toEqual(Object.fromEntries(usual));
      expect(seen.attempts).toBe(0);
      expect(seen.words).toMatch(/^no host can be reached \(/);
      if (phase !== 'at the start') expect(seen.offlineMs).toBeLessThan(SOON_MS);
      expect(seen.onlineMs).toBeLessThan(BACK_MS);
      expect(seen.stderr).not.toMatch(/"event":"breaker"/);
    },
  );

  test('is one outage for all engine processes', async () => {
    const seen = await sufferOutage(stage, OUTAGES[0]!, {
      phase: 'when works begin',
      lastsMs: 2000,
      args: ['--processes', '2'],
    });
    expect([seen.code, seen.signal], seen.stderr.slice(-2000)).toEqual([1, null]);
    expect(Object.fromEntries(seen.outcomes)).toEqual(Object.fromEntries(usual));
    expect(seen.attempts).toBe(0);
    expect(seen.stderr.match(/"event":"offline"/g)).toHaveLength(1);
    expect(seen.onlineMs).toBeLessThan(BACK_MS);
  });

  test('is waited for no longer than --max-wait; what waits is counted, and nothing is sent but probes', async () => {
    stage.cable.client('down');
    const pulled = await stage.pull({ args: ['--max-wait', '3s'] });
    let ended: Awaited<typeof pulled.ended>;
    try {
      ended = await pulled.ended;
    } finally {
      stage.cable.client('up');
    }
    expect(ended.code).toBe(1);
    expect(ended.ms).toBeLessThan(12_000);
    expect(ended.stdout).toMatch(/waiting +30 works: no host could be reached/);
    const [row] = await pulled.query(
      "SELECT count(*) AS n, sum(attempts) AS burned FROM jobs WHERE state = 'queued'",
    );
    expect(row).toMatchObject({ n: 30, burned: 0 });
  });
});
