import { describe, expect, test } from 'vitest';
import { updateHub } from '../../src/dashboard/update-hub.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { emptyState } from './scripted-source.ts';

function hubWith(state = () => emptyState()) {
  const clock = fakeClock();
  let computed = 0;
  const failures: unknown[] = [];
  const hub = updateHub({
    state: async () => {
      computed++;
      return state();
    },
    clock,
    onFailure: (error) => failures.push(error),
  });
  return { hub, pass: clock.advance, computed: () => computed, failures };
}

describe('the hub of updates', () => {
  test('computes once a second for all who look', async () => {
    const { hub, pass, computed } = hubWith();
    for (let n = 0; n < 10; n++) hub.join(() => {});
    await pass(10_000);
    expect(computed()).toBeGreaterThan(5);
    expect(computed()).toBeLessThanOrEqual(11);
    hub[Symbol.dispose]();
  });

  test('keeps one update for a slow client, the newest, and lets it go when it takes none', async () => {
    let processed = 0;
    const { hub, pass } = hubWith(() => emptyState({ processed: ++processed }));
    let dropped = 0;
    const slow = hub.join(() => dropped++)!;
    await pass(5000);
    const update = await slow.next();
    expect(JSON.parse(update!.data)).toMatchObject({ processed });
    expect(processed).toBeGreaterThan(3);
    await pass(30_000);
    expect(dropped).toBe(1);
    expect(hub.clients()).toBe(0);
  });

  test('says nothing while nothing changes, but for a sign of life', async () => {
    const { hub, pass } = hubWith();
    const client = hub.join(() => {})!;
    const seen: string[] = [];
    const reading = (async () => {
      for (let update = await client.next(); update; update = await client.next()) seen.push(update.event);
    })();
    await pass(40_000);
    expect(seen[0]).toBe('state');
    expect(seen.slice(1).every((event) => event === 'ping')).toBe(true);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.length).toBeLessThan(5);
    client[Symbol.dispose]();
    await reading;
  });

  test('goes on after a state that could not be read', async () => {
    let isBroken = true;
    const { hub, pass, failures } = hubWith(() => {
      if (isBroken) throw new Error('no');
      return emptyState();
    });
    const client = hub.join(() => {})!;
    await pass(2000);
    expect(failures.length).toBeGreaterThan(0);
    isBroken = false;
    const next = client.next();
    await pass(3000);
    expect((await next)?.event).toBe('state');
    hub[Symbol.dispose]();
  });
});
