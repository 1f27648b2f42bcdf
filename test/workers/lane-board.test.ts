import { describe, expect, test } from 'vitest';
import type { LaneBacklog } from '../../src/ledger/queue.ts';
import { laneBoard } from '../../src/workers/lane-board.ts';

const lane = (host: string) => ({ host, role: 'artifact' as const });
const backlog = (host: string, queued: number, more: Partial<LaneBacklog> = {}): LaneBacklog => ({
  lane: lane(host),
  queued,
  inFlight: 0,
  notBefore: 0,
  why: '',
  isUrgent: false,
  nextAvailableAt: 0,
  ...more,
});

const PARK_AFTER_MS = 15_000;
const alone = { batchSize: () => 1, parkAfterMs: PARK_AFTER_MS };

const limits = (free: number, inFlight: Record<string, number> = {}) => ({
  free,
  seats: 32,
  stepMs: 0,
  maxPerHost: 4,
  inFlightOf: (host: string) => inFlight[host] ?? 0,
  inFlightAt: (site: string) => inFlight[site] ?? 0,
});

/** A limiter whose next free time per host is set by the test. */
function gateWith(interval: number) {
  const readyAt = new Map<string, number>();
  return {
    readyAt,
    gate: {
      readyAt: (host: string) => Promise.resolve(readyAt.get(host) ?? 0),
      intervalMs: () => interval,
      totals: () => ({ hostMs: 0, siteMs: 0 }),
      totalsReadyAt: () => Promise.resolve({ host: 0, site: 0 }),
      siteOf: (host: string) => host.split('.').slice(-2).join('.'),
    },
  };
}

test('the lane with most remaining time comes first', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  board.refresh([backlog('short.org', 2), backlog('long.org', 9), backlog('middle.org', 5)], 1000);
  const picks = await board.pick(1000, limits(2));
  expect(picks.map((pick) => pick.lane.host)).toEqual(['long.org', 'middle.org']);
  expect(picks.map((pick) => pick.limit)).toEqual([1, 1]);
});

test('a leased lane is due again one interval later, a little ahead of its turn', async () => {
  const { gate, readyAt } = gateWith(1000);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('a.org', 3)], 5000);
  const [pick] = await board.pick(5000, limits(4));
  board.leased(pick!, 1, 5000);
  readyAt.set('a.org', 6002);
  expect(board.nextDueAt()).toBe(5990);
  expect(await board.pick(5991, limits(4))).toEqual([]);
  expect(board.nextDueAt()).toBe(5992);
  expect(await board.pick(5992, limits(4))).toEqual([
    { lane: lane('a.org'), limit: 1, isBatch: false, isDetour: false },
  ]);
});

test('a lane of a host at its concurrency limit waits without being asked for', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  board.refresh([backlog('a.org', 3)], 0);
  expect(await board.pick(0, limits(4, { 'a.org': 4 }))).toEqual([]);
  expect(board.nextDueAt()).toBeUndefined();
  expect(await board.pick(0, limits(4, { 'a.org': 3 }))).toHaveLength(1);
});

test('a lane without a limit gets all free workers up to the host limit', async () => {
  const board = laneBoard(gateWith(0).gate, alone);
  board.refresh([backlog('a.org', 100), { ...backlog('', 100), lane: { host: '', role: '' } }], 0);
  const picks = await board.pick(0, limits(10));
  expect(picks).toEqual([
    { lane: lane('a.org'), limit: 4, isBatch: false, isDetour: false },
    { lane: { host: '', role: '' }, limit: 6, isBatch: false, isDetour: false },
  ]);
});

test('a fast lane gets as many leases as fit into the lead', async () => {
  const board = laneBoard(gateWith(2).gate, alone);
  board.refresh([backlog('a.org', 100)], 0);
  expect(await board.pick(0, { ...limits(32), maxPerHost: 32 })).toEqual([
    { lane: lane('a.org'), limit: 5, isBatch: false, isDetour: false },
  ]);
});

test('a lane that gave fewer jobs than asked is left alone until the next refresh', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  board.refresh([backlog('a.org', 3)], 0);
  const [pick] = await board.pick(0, limits(4));
  board.leased(pick!, 0, 0);
  expect(board.isEmpty()).toBe(true);
  board.refresh([backlog('a.org', 3, { nextAvailableAt: 30_000 })], 10);
  expect(board.nextDueAt()).toBe(30_000);
});

test('a host that asked to be left alone is not looked at before', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  board.refresh([backlog('a.org', 1, { notBefore: 10_000 })], 0);
  expect(await board.pick(9_000, limits(4))).toEqual([]);
  expect(await board.pick(10_000, limits(4))).toHaveLength(1);
});

test('works of a host that is to be left alone for long are leased once, to look for another way', async () => {
  const { gate, readyAt } = gateWith(1000);
  readyAt.set('a.org', 60_000);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('a.org', 9, { notBefore: 60_000 })], 0);
  const [pick] = await board.pick(0, limits(5, { 'a.org': 4 }));
  expect(pick).toEqual({ lane: lane('a.org'), limit: 5, isBatch: false, isDetour: true });
  board.leased(pick!, 5, 0);
  const [rest] = await board.pick(0, limits(5));
  expect(rest).toMatchObject({ limit: 4, isDetour: true });
  board.leased(rest!, 4, 0);
  // They found none, and wait for their time.
  board.refresh([backlog('a.org', 9, { notBefore: 60_000, nextAvailableAt: 60_000 })], 1000);
  expect(await board.pick(59_000, limits(5))).toEqual([]);
  expect(await board.pick(60_000, limits(5))).toMatchObject([{ isDetour: false, limit: 1 }]);
});

test('works that have looked for another way take their turns; those that come from elsewhere look first', async () => {
  const { gate, readyAt } = gateWith(65_000);
  readyAt.set('slow.org', 65_000);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('slow.org', 3)], 0);
  const [sift] = await board.pick(0, limits(5));
  expect(sift).toMatchObject({ limit: 3, isDetour: true });
  board.leased(sift!, 3, 0);
  for (let at = 0; at < 3; at++) board.added(lane('slow.org'), 65_000, false);
  board.refresh([backlog('slow.org', 3)], 1000);
  const [rest] = await board.pick(1000, limits(5));
  board.leased(rest!, 0, 1000);
  board.refresh([backlog('slow.org', 3)], 2000);
  expect(await board.pick(2000, limits(5))).toEqual([]);
  const [turn] = await board.pick(65_000, limits(5));
  expect(turn).toMatchObject({ limit: 1, isDetour: false });
  board.leased(turn!, 1, 65_000);
  readyAt.set('slow.org', 130_000);
  board.added(lane('slow.org'), 66_000, false);
  expect(await board.pick(66_000, limits(5))).toMatchObject([{ isDetour: true }]);
});

test('an entry brought forward leaves no second turn behind', async () => {
  const { gate, readyAt } = gateWith(1000);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('a.org', 1, { nextAvailableAt: 9000 })], 0);
  board.added(lane('a.org'), 100, false);
  const [pick] = await board.pick(100, limits(4));
  board.leased(pick!, 1, 100);
  readyAt.set('a.org', 20_000);
  expect(await board.pick(9000, limits(4))).toEqual([]);
  expect(board.nextDueAt()).toBe(19_990);
});

test('works of an API that takes batches are leased together and take one seat', async () => {
  const board = laneBoard(gateWith(1000).gate, {
    ...alone,
    batchSize: ({ host }) => (host === 'api.org' ? 100 : 1),
  });
  board.refresh([backlog('api.org', 250), backlog('a.org', 5)], 0);
  const picks = await board.pick(0, limits(2));
  expect(picks).toEqual([
    { lane: lane('api.org'), limit: 100, isBatch: true, isDetour: false },
    { lane: lane('a.org'), limit: 1, isBatch: false, isDetour: false },
  ]);
  board.leased(picks[0]!, 100, 0);
  expect(board.nextDueAt()).toBe(990);
});

test('a lane of urgent works comes first, however little is left of it', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  board.refresh([backlog('long.org', 900), backlog('urgent.org', 1, { isUrgent: true })], 0);
  const picks = await board.pick(0, limits(1));
  expect(picks.map((pick) => pick.lane.host)).toEqual(['urgent.org']);
  board.leased(picks[0]!, 1, 0);
  board.added(lane('other.org'), 0, true);
  expect((await board.pick(0, limits(1)))[0]?.lane.host).toBe('other.org');
});

test('all hosts of a site together have no more in flight than one host may have', async () => {
  const board = laneBoard(gateWith(1000).gate, alone);
  const journals = Array.from({ length: 50 }, (_, n) => backlog(`j${n}.big.org`, 100));
  board.refresh([...journals, backlog('small.org', 1)], 0);
  const hosts = (await board.pick(0, limits(32))).map(({ lane: { host } }) => host);
  expect(hosts.filter((host) => host.endsWith('.big.org'))).toHaveLength(4);
  expect(hosts).toContain('small.org');
  expect(await board.pick(0, limits(32, { 'big.org': 4, 'small.org': 4 }))).toEqual([]);
});

test('two lanes of a host share what the host may have in flight', async () => {
  const board = laneBoard(gateWith(0).gate, alone);
  const landing = { ...backlog('a.org', 9), lane: { host: 'a.org', role: 'landing' as const } };
  board.refresh([backlog('a.org', 9), landing], 0);
  const picks = await board.pick(0, limits(32));
  expect(picks.reduce((sum, { limit }) => sum + limit, 0)).toBe(4);
});

test('with few workers a site gets half of them while others wait, and all when nobody does', async () => {
  const board = laneBoard(gateWith(0).gate, alone);
  board.refresh([backlog('a.org', 9)], 0);
  expect(await board.pick(0, { ...limits(4), seats: 4 })).toMatchObject([{ limit: 4 }]);
  board.refresh([backlog('a.org', 9), backlog('b.org', 1)], 0);
  expect(await board.pick(0, { ...limits(4), seats: 4 })).toMatchObject([{ limit: 2 }, { limit: 1 }]);
});

test('the last free seat is kept for the lane that decides the end, when its turn comes before another seat is free', async () => {
  const { gate, readyAt } = gateWith(1000);
  readyAt.set('critical.org', 150);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('critical.org', 500), backlog('a.org', 5), backlog('b.org', 4)], 0);
  const eight = (free: number, stepMs = 1500) => ({ ...limits(free), seats: 8, stepMs });
  expect((await board.pick(0, eight(2))).map((pick) => pick.lane.host)).toEqual(['a.org']);
  expect(await board.pick(0, eight(1))).toEqual([]);
  // Seats free themselves sooner than its turn comes.
  expect(await board.pick(0, eight(1, 800))).toHaveLength(1);
  // The workers are what the run waits for, not this host.
  board.refresh([backlog('critical.org', 500), backlog('a.org', 4000), backlog('b.org', 4)], 0);
  expect(await board.pick(0, eight(1))).toHaveLength(1);
  expect(board.nextDueAt()).toBe(140);
  board.refresh([backlog('critical.org', 500), backlog('a.org', 5), backlog('b.org', 4)], 0);
  expect((await board.pick(140, eight(1))).map((pick) => pick.lane.host)).toEqual(['critical.org']);
});

describe('lanes that share a total', () => {
  /** A limiter with a total per site: lanes are ready by themselves, and the site when the test says so. */
  function sharing(siteMs: number, laneMs = 1000) {
    const asked: string[] = [];
    const site = { readyAt: 0 };
    const { gate } = gateWith(laneMs);
    return {
      asked,
      site,
      gate: {
        ...gate,
        readyAt(host: string) {
          asked.push(host);
          return Promise.resolve(site.readyAt);
        },
        totals: () => ({ hostMs: 0, siteMs }),
        totalsReadyAt: () => Promise.resolve({ host: 0, site: site.readyAt }),
      },
    };
  }
  const journals = (count: number, queued: number) =>
    Array.from({ length: count }, (_, n) => backlog(`j${n}.big.org`, queued));

  test('are leased from one after the other, as the total allows', async () => {
    const { gate, site } = sharing(500);
    const board = laneBoard(gate, alone);
    board.refresh(journals(50, 3), 0);
    const [first, ...others] = await board.pick(0, limits(32));
    expect(others).toEqual([]);
    board.leased(first!, 1, 0);
    site.readyAt = 500;
    expect(await board.pick(100, limits(32))).toEqual([]);
    expect(board.nextDueAt()).toBe(490);
    expect(await board.pick(490, limits(32))).toMatchObject([{ limit: 1 }]);
  });

  test('are not asked about one by one while the total is spent', async () => {
    const { gate, site, asked } = sharing(500);
    const board = laneBoard(gate, alone);
    site.readyAt = 400;
    board.refresh(journals(500, 3), 0);
    expect(await board.pick(0, limits(32))).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(board.nextDueAt()).toBe(390);
    expect(await board.pick(390, limits(32))).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  test('count together in what remains: a site of many small lanes comes before a longer lane', async () => {
    const { gate } = sharing(500);
    const board = laneBoard(gate, alone);
    board.refresh([backlog('a.org', 40), ...journals(50, 3)], 0);
    const picks = await board.pick(0, limits(1));
    expect(picks).toMatchObject([{ lane: { host: expect.stringMatching(/big\.org$/) } }]);
  });

  test('two roles of a host share its total', async () => {
    const { gate } = gateWith(1000);
    const shared = { ...gate, totals: () => ({ hostMs: 200, siteMs: 0 }) };
    const board = laneBoard(shared, alone);
    const landing = { ...backlog('a.org', 9), lane: { host: 'a.org', role: 'landing' as const } };
    board.refresh([backlog('a.org', 9), landing], 0);
    const [first, ...others] = await board.pick(0, limits(32));
    expect(others).toEqual([]);
    board.leased(first!, 1, 0);
    expect(await board.pick(190, limits(32))).toMatchObject([{ limit: 1 }]);
  });

  test('a total that was made faster is noticed at the next refresh', async () => {
    const { gate, site } = sharing(3_600_000);
    const board = laneBoard(gate, alone);
    board.refresh(journals(2, 3), 0);
    const [first] = await board.pick(0, limits(32));
    board.leased(first!, 1, 0);
    site.readyAt = 100;
    board.refresh(journals(2, 3), 1000);
    expect(await board.pick(1000, limits(32))).toHaveLength(1);
  });
});
