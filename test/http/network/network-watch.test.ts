import { describe, expect, test } from 'vitest';
import type { Trouble } from '../../../src/http/network/network.ts';
import { networkWatch, type Probed } from '../../../src/http/network/network-watch.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const REACHED: Probed = { reached: true };
const LOST: Probed = { reached: false, kind: 'unclear', why: 'nothing answers' };

function stage(answers: Readonly<Record<string, Probed>> = {}, wanted: readonly string[] = []) {
  const clock = fakeClock();
  const probes: { readonly peer: string; readonly at: number }[] = [];
  const changes: string[] = [];
  const begun = clock.now();
  const world = { ...answers };
  const network = networkWatch({
    clock,
    connectMs: 10_000,
    wanted,
    probe: async (peer) => {
      probes.push({ peer, at: clock.now() - begun });
      return world[peer] ?? LOST;
    },
    onChange: (outage) => changes.push(outage?.why ?? 'over'),
  });
  const trouble = (
    peer: string,
    kind: Trouble['kind'] = 'unclear',
    more: Partial<Trouble> = {},
  ): Trouble => ({
    peer,
    kind,
    why: 'nothing answers',
    startedAt: clock.now(),
    ...more,
  });
  /** The verdict, with as much time as it takes. */
  const judge = async (one: Trouble) => {
    const verdict = network.judge(one);
    await clock.advance(2000);
    return verdict;
  };
  return { clock, probes, changes, world, network, trouble, judge };
}

describe('trouble of a peer', () => {
  test('is its own while another can be reached, which is dialled to see it', async () => {
    const { network, judge, trouble, probes, changes, clock } = stage({ 'https://a': REACHED });
    network.heard('https://a', true);
    await clock.advance(60_000);
    expect(await judge(trouble('https://b'))).toBe('host');
    expect(probes.map(({ peer }) => peer)).toEqual(['https://a']);
    expect(changes).toEqual([]);
  });

  test('is its own, without a probe, when others were heard while it was asked', async () => {
    const { network, judge, trouble, probes, clock } = stage();
    const asked = trouble('https://b');
    await clock.advance(10);
    network.heard('https://a', false);
    expect(await judge(asked)).toBe('host');
    expect(probes).toEqual([]);
  });

  test('is its own where nobody else is known, unless no host makes such trouble', async () => {
    const alone = stage();
    expect(await alone.judge(alone.trouble('https://b'))).toBe('host');
    const offline = stage();
    expect(await offline.judge(offline.trouble('https://b', 'network'))).toBe('network');
  });

  test('before anybody was heard is held against sources that are wanted anyway', async () => {
    const well = stage({ 'https://a': REACHED }, ['https://b', 'https://a']);
    expect(await well.judge(well.trouble('https://b'))).toBe('host');
    expect(well.probes.map(({ peer }) => peer)).toEqual(['https://a']);
    const gone = stage({}, ['https://b', 'https://a']);
    expect(await gone.judge(gone.trouble('https://b'))).toBe('network');
  });

  test('with its name is not excused by an old connection that still answers', async () => {
    const { network, judge, trouble, clock } = stage();
    network.heard('https://a', true);
    await clock.advance(5000);
    const asked = trouble('https://b', 'unclear', { isName: true });
    await clock.advance(10);
    network.heard('https://a', false);
    expect(await judge(asked)).toBe('network');
  });

  test.each([
    ['unclear', 2],
    ['certificate', 2],
    ['refused', 3],
  ] as const)('that is %s is the network when %i peers have it and nobody is heard', async (kind, enough) => {
    const { network, judge, trouble } = stage();
    for (let n = 1; n < enough; n++) expect(await judge(trouble(`https://h${n}`, kind))).toBe('host');
    expect(await judge(trouble('https://last', kind))).toBe('network');
    expect(network.outage()?.why).toMatch(kind === 'certificate' ? /certificate/ : /^no host can be reached/);
  });
});

describe('an outage', () => {
  test('is told once, and over as soon as anything is heard', async () => {
    const { network, judge, trouble, changes, clock } = stage();
    await judge(trouble('https://a', 'network'));
    expect(await network.judge(trouble('https://c'))).toBe('network');
    await clock.advance(3000);
    network.heard('https://a', false);
    expect(changes).toEqual(['no host can be reached (nothing answers)', 'over']);
    expect([network.outage(), network.outages()]).toEqual([undefined, 1]);
  });

  test('is over within five seconds of the return of the network, however long it lasted', async () => {
    const { network, judge, trouble, world, clock } = stage();
    await judge(trouble('https://a', 'network'));
    await clock.advance(600_000);
    expect(network.outage()).toBeDefined();
    world['https://a'] = REACHED;
    await clock.advance(5000);
    expect(network.outage()).toBeUndefined();
  });

  test('of ten minutes costs at most two connections every second, later every two and a half', async () => {
    const { network, judge, trouble, probes, clock } = stage();
    for (const peer of ['https://a', 'https://b', 'https://c']) network.heard(peer, true);
    await clock.advance(5000);
    await judge(trouble('https://a', 'network'));
    await clock.advance(600_000);
    expect(probes.length).toBeGreaterThan(400);
    expect(probes.length).toBeLessThan(2 * (62 + 600 / 2.5));
    const perSecond = new Map<number, number>();
    for (const { at } of probes) {
      const second = Math.floor(at / 1000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(4);
  });
});
