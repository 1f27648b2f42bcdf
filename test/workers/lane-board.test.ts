import { expect, test } from 'vitest';
import type { LaneBacklog } from '../../src/ledger/queue.ts';
import { laneBoard } from '../../src/workers/lane-board.ts';

const lane = (host: string) => ({ host, role: 'artifact' as const });
const backlog = (host: string, queued: number, more: Partial<LaneBacklog> = {}): LaneBacklog => ({
  lane: lane(host),
  queued,
  inFlight: 0,
  notBefore: 0,
  why: '',
  nextAvailableAt: 0,
  ...more,
});

const alone = () => 1;

const limits = (free: number, inFlight: Record<string, number> = {}) => ({
  free,
  maxPerHost: 4,
  inFlightOf: (host: string) => inFlight[host] ?? 0,
});

/** A limiter whose next free time per host is set by the test. */
function gateWith(interval: number) {
  const readyAt = new Map<string, number>();
  return {
    readyAt,
    gate: { readyAt: (host: string) => Promise.resolve(readyAt.get(host) ?? 0), intervalMs: () => interval },
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
  expect(await board.pick(5992, limits(4))).toEqual([{ lane: lane('a.org'), limit: 1, isBatch: false }]);
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
    { lane: lane('a.org'), limit: 4, isBatch: false },
    { lane: { host: '', role: '' }, limit: 6, isBatch: false },
  ]);
});

test('a fast lane gets as many leases as fit into the lead', async () => {
  const board = laneBoard(gateWith(2).gate, alone);
  board.refresh([backlog('a.org', 100)], 0);
  expect(await board.pick(0, { ...limits(32), maxPerHost: 32 })).toEqual([
    { lane: lane('a.org'), limit: 5, isBatch: false },
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
  board.refresh([backlog('a.org', 1, { notBefore: 60_000 })], 0);
  expect(await board.pick(59_000, limits(4))).toEqual([]);
  expect(await board.pick(60_000, limits(4))).toHaveLength(1);
});

test('an entry brought forward leaves no second turn behind', async () => {
  const { gate, readyAt } = gateWith(1000);
  const board = laneBoard(gate, alone);
  board.refresh([backlog('a.org', 1, { nextAvailableAt: 9000 })], 0);
  board.added(lane('a.org'), 100);
  const [pick] = await board.pick(100, limits(4));
  board.leased(pick!, 1, 100);
  readyAt.set('a.org', 20_000);
  expect(await board.pick(9000, limits(4))).toEqual([]);
  expect(board.nextDueAt()).toBe(19_990);
});

test('works of an API that takes batches are leased together and take one seat', async () => {
  const board = laneBoard(gateWith(1000).gate, ({ host }) => (host === 'api.org' ? 100 : 1));
  board.refresh([backlog('api.org', 250), backlog('a.org', 5)], 0);
  const picks = await board.pick(0, limits(2));
  expect(picks).toEqual([
    { lane: lane('api.org'), limit: 100, isBatch: true },
    { lane: lane('a.org'), limit: 1, isBatch: false },
  ]);
  board.leased(picks[0]!, 100, 0);
  expect(board.nextDueAt()).toBe(990);
});
